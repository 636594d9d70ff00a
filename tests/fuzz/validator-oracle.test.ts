import { describe, expect, it } from 'vitest';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import { textLength } from '../../src/core/validation/text-checks.ts';
import { coreVerdict, fuzzWorld } from './fuzz-world.ts';
import { type FuzzRecord, fuzzSeed, generateRecords, recordsOfEach } from './generate-records.ts';
import { createOracle, type OracleVerdict } from './oracle.ts';

const seed = fuzzSeed();
const world = await fuzzWorld();
/** Records of each entity that core and oracle judge. */
const RECORDS = recordsOfEach(world.models.length, { together: 9_000, least: 50 });
console.info(
  `fuzz of the validator: ANLAN_FUZZ_SEED=${seed}, ${RECORDS} records of each of ${world.models.length} entities`,
);

/** Places that one judge finds faulty and the other does not, with the values that stand there. */
interface Disagreement {
  readonly what: string;
  readonly onlyCore: readonly string[];
  readonly onlyOracle: readonly string[];
  readonly values: readonly string[];
}

const told = ({ faulty, missing }: OracleVerdict) =>
  new Set([...faulty, ...missing.map((pointer) => `missing ${pointer}`)]);

/** Records on which core and oracle disagree; at most ten. */
function disagreements(model: EntityModel, records: readonly FuzzRecord[]): readonly Disagreement[] {
  const oracle = createOracle(model.source, world.dictionaries);
  const found: Disagreement[] = [];
  for (const { json, what } of records) {
    const body = JSON.parse(json) as Readonly<Record<string, unknown>>;
    const expected = oracle(body);
    const core = told(coreVerdict(model, body, world.environment, expected));
    const other = told(expected);
    // The oracle reads the text of a formula and not what it says.
    const isSaying = (place: string) => model.field.get(place.split('/')[1] ?? '')?.formula !== undefined;
    const onlyCore = [...core].filter((place) => !other.has(place) && !isSaying(place));
    const onlyOracle = [...other].filter((place) => !core.has(place));
    if (onlyCore.length + onlyOracle.length === 0) continue;
    const values = [...onlyCore, ...onlyOracle].map((place) =>
      String(JSON.stringify(body[place.replace('missing ', '').split('/')[1] ?? ''])).slice(0, 300),
    );
    found.push({ what, onlyCore, onlyOracle, values });
    if (found.length === 10) break;
  }
  return found;
}

it.each(world.models.map((model) => [model.key, model] as const))(
  'core and oracle agree on %s',
  (_, model) => {
    const records = generateRecords(model, world.environment, { seed, count: RECORDS, platform: true });
    const mutated = records.filter(({ kind }) => kind === 'mutated').length;
    expect(mutated / records.length).toBeGreaterThan(0.3);
    expect(disagreements(model, records)).toEqual([]);
  },
  60_000,
);

describe('a keyword broken on purpose is caught', () => {
  const bed = world.models.find(({ key }) => key === 'fuzzBed') as EntityModel;
  const records = generateRecords(bed, world.environment, { seed, count: 3000 });

  /** The model with another check of some fields. */
  function broken(check: (field: FieldModel) => FieldModel['type']['check'] | undefined): EntityModel {
    const change = (field: FieldModel): FieldModel => {
      const other = check(field);
      const changed = other === undefined ? field : { ...field, type: { ...field.type, check: other } };
      return changed.columns === undefined ? changed : { ...changed, columns: changed.columns.map(change) };
    };
    const fields = bed.fields.map(change);
    return { ...bed, fields, field: new Map(fields.map((field) => [field.key, field])) };
  }
  /** A check that runs over other keywords than the file has. */
  const over =
    (type: FieldModel['type'], change: (property: FieldModel['property']) => Partial<FieldModel['property']>) =>
    (value: unknown, context: Parameters<typeof type.check>[1]) =>
      type.check(value, { ...context, property: { ...context.property, ...change(context.property) } });

  it.each<[string, (field: FieldModel) => FieldModel['type']['check'] | undefined]>([
    ['maxLength one too long', ({ type, key }) => (key === 'name' ? over(type, () => ({ maxLength: 11 })) : undefined)],
    [
      'maxLength in code units',
      ({ type, key }) =>
        key === 'remark'
          ? (value, context) =>
              type.check(
                typeof value === 'string' ? 'x'.repeat(value.length > textLength(value) ? value.length : 1) : value,
                context,
              )
          : undefined,
    ],
    ['minLength', ({ type, key }) => (key === 'name' ? over(type, () => ({ minLength: 1 })) : undefined)],
    ['patterns', ({ type, key }) => (key === 'name' ? over(type, () => ({ patterns: [] })) : undefined)],
    ['check', ({ type, key }) => (key === 'idCard' ? over(type, () => ({ check: 'phone' })) : undefined)],
    ['check digit', ({ type, key }) => (key === 'casNo' ? over(type, () => ({ check: undefined })) : undefined)],
    ['scale', ({ type, key }) => (key === 'amount' ? over(type, () => ({ scale: 3 })) : undefined)],
    [
      'precision',
      ({ type, key }) => (key === 'amount' ? over(type, () => ({ precision: 20, maximum: undefined })) : undefined),
    ],
    ['maximum', ({ type, key }) => (key === 'count' ? over(type, () => ({ maximum: 1000 })) : undefined)],
    ['minimum', ({ type, key }) => (key === 'count' ? over(type, () => ({ minimum: 0 })) : undefined)],
    [
      'choices',
      ({ type, key }) => (key === 'kind' ? (value, context) => type.check(String(value).trim(), context) : undefined),
    ],
    [
      'dictionary',
      ({ type, key }) => (key === 'effect' ? (value, context) => type.check(String(value), context) : undefined),
    ],
    ['maxItems', ({ type, key }) => (key === 'files' ? over(type, () => ({ maxItems: 4 })) : undefined)],
    ['uniqueItems', ({ type, key }) => (key === 'kinds' ? over(type, () => ({ uniqueItems: false })) : undefined)],
    ['rows', ({ type, key }) => (key === 'rows' ? over(type, () => ({ maxItems: 5 })) : undefined)],
    ['a column', ({ type, key }) => (key === 'size' ? over(type, () => ({ scale: 1 })) : undefined)],
    [
      'format',
      ({ type, key }) =>
        key === 'day'
          ? (value) =>
              typeof value === 'string' && !Number.isNaN(Date.parse(value))
                ? undefined
                : type.check(0, { key, title: '', property: bed.source.record.properties.day as never })
          : undefined,
    ],
    ['type', ({ type, key }) => (key === 'count' ? (value, context) => type.check(Number(value), context) : undefined)],
  ])('%s', (_, check) => {
    expect(disagreements(broken(check), records).length).toBeGreaterThan(0);
  });

  it('required', () => {
    const optional = bed.fields.map((field) => ({ ...field, required: field.required && field.key !== 'day' }));
    const model = { ...bed, fields: optional, field: new Map(optional.map((field) => [field.key, field])) };
    expect(disagreements(model, records).length).toBeGreaterThan(0);
  });

  it('ranges', () => {
    const endless = bed.fields.map((field) => ({ ...field, type: { ...field.type, checkEnd: undefined } }));
    const model = { ...bed, fields: endless, field: new Map(endless.map((field) => [field.key, field])) };
    expect(disagreements(model, records).length).toBeGreaterThan(0);
  });
});
