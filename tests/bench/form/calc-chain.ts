import type { PageMetadata } from '../../../src/core/wire/page.ts';
import { benchMetadata } from './bench-page.ts';

/** Computed fields of the chain. */
const CHAIN = 20;
/** Key of the field that begins the chain. */
export const CHAIN_START = 'chain0';
/** Key of the field that ends it. */
export const CHAIN_END = `chain${CHAIN}`;

/** A mixed form of so many fields, with a section of its own in which each of 20 fields is computed from the one before. */
export function chainMetadata(fields: number): PageMetadata {
  const metadata = benchMetadata(fields);
  const { entity } = metadata;
  const chain = Array.from({ length: CHAIN + 1 }, (_, index) => `chain${index}`);
  const properties = Object.fromEntries(
    chain.map((key, index) => [
      key,
      index === 0
        ? ({ title: '基数', field: 'number', type: 'number', scale: 2 } as const)
        : ({
            title: `第${index}步`,
            field: 'calculate',
            type: 'number',
            scale: 4,
            compute: `round(chain${index - 1} * 1.01 + ${index} / 3, 4)`,
          } as const),
    ]),
  );
  const section = { title: '逐步计算', fields: chain };
  return {
    ...metadata,
    entity: {
      ...entity,
      record: { ...entity.record, properties: { ...properties, ...entity.record.properties } },
      form: { ...entity.form, sections: { chain: section, ...entity.form?.sections } },
    },
  };
}
