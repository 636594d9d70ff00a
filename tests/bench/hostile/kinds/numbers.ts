import { recordBodyLimit } from '../../../../server/http/plugins/body-limits.ts';
import { definition } from '../../../../src/field-types/number/definition.ts';
import type { HostileKind } from '../hostile-kind.ts';

const property = { title: '数量', field: 'number', type: 'number' } as const;

/** Texts that look like numbers for as long as they go on. */
export const numbers: readonly HostileKind[] = ['1', '１', '1,', '123,', '1.', '-', '1 '].map((part, index) => ({
  name: `number-${index + 1}`,
  unit: 'characters',
  largest: recordBodyLimit,
  open: () => ({
    prepare(size) {
      const text = part.repeat(Math.ceil(size / part.length));
      return () => definition.parse(text, { key: 'amount', title: '数量', property });
    },
  }),
}));
