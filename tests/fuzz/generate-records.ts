import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import type { RecordEnvironment } from '../../src/core/validation/record-environment.ts';
import { type SampleSources, sampleRecord } from '../fixtures/sample-record.ts';
import { boundaryValues, HOSTILE_VALUES, pick } from './hostile-values.ts';

/** A record as it goes over the wire: every judge reads the same text. */
export interface FuzzRecord {
  readonly json: string;
  /** `valid` as its own rules say, `mutated` in exactly one place of a valid one, `wild` in many. */
  readonly kind: 'valid' | 'mutated' | 'wild';
  /** What was done to it, for messages. */
  readonly what: string;
}

interface GeneratorOptions {
  readonly seed: number;
  readonly count: number;
  readonly sources?: SampleSources;
  /** Whether records may hold what only the platform writes. Default no. */
  readonly platform?: boolean;
}

/** Sources without a database: ids that look right. */
const IMAGINED: SampleSources = {
  ids: () => ['6459670020', '6459670021', '6459670022', '6459670023'],
  files: (_, count) => Array.from({ length: count }, (__, index) => `file${index}`),
};

const STRANGERS = ['nam', '多余', '__proto__', 'constructor', 'toString', 'a/b', 'a~b', '', 'Label', 'nameLabelLabel'];

/** For making samples, not for judging them: nothing stands in other tables, and one place lies below any other. */
export const ELSEWHERE = { within: () => true, exists: () => false, total: () => 0, first: () => null };

/** Different valid records from which the others are made. */
const BASES = 24;

/** Shares of valid and mutated records; the rest is wild. */
const VALID = 0.1;
const MUTATED = 0.75;

/**
 * Records of an entity, the same for the same seed: a tenth valid, two thirds with exactly one mutation, the rest with
 * many. A record is a JSON text, because `-0`, lone surrogates and `__proto__` must reach every judge alike.
 */
export function generateRecords(
  model: EntityModel,
  environment: RecordEnvironment,
  { seed, count, sources = IMAGINED, platform = false }: GeneratorOptions,
): readonly FuzzRecord[] {
  const random = seededRandom(seed ^ hash(model.key));
  const bases = Array.from({ length: BASES }, (_, index) =>
    sampleRecord(model, { ...ELSEWHERE, ...environment }, sources, {
      seed: seed + index,
      full: index % 3 !== 0,
      platform,
    }),
  );
  const entered = model.fields.filter((field) => !field.base && !field.computed);
  const keysOf = new Map(entered.map((field) => [field, environment.choices(field)?.map(({ key }) => key) ?? []]));
  const hostile = (field: FieldModel, value: unknown): unknown =>
    field.type.rowwise ? hostileRows(field, value) : hostileCell(field, value);
  const hostileCell = (field: FieldModel, value: unknown): unknown => {
    if (random() < 0.3) return pick(random, HOSTILE_VALUES);
    const keys = keysOf.get(field) ?? environment.choices(field)?.map(({ key }) => key) ?? [];
    const ids = field.target === undefined ? [] : sources.ids(field.target).slice(0, 3);
    return pick(random, boundaryValues(field, random, value, keys, ids));
  };
  const hostileRows = (field: FieldModel, value: unknown): unknown => {
    const rows = (Array.isArray(value) ? value : [{}]) as readonly Readonly<Record<string, unknown>>[];
    const { maxItems = 200, minItems = 0 } = field.property;
    const row = rows[0] ?? {};
    const choice = random();
    if (choice < 0.1) return pick(random, HOSTILE_VALUES);
    if (choice < 0.2) return [...rows, pick(random, HOSTILE_VALUES)];
    if (choice < 0.3) return [{ ...row, [pick(random, STRANGERS)]: 1 }];
    if (choice < 0.33) return Array.from({ length: maxItems + (random() < 0.5 ? 0 : 1) }, () => row);
    if (choice < 0.4) return rows.slice(0, Math.max(0, minItems - 1));
    const column = pick(
      random,
      (field.columns ?? []).filter(({ computed }) => !computed),
    );
    return [...rows.slice(1), { ...row, [column.key]: hostileCell(column, row[column.key]) }];
  };
  const records: FuzzRecord[] = [];
  for (let index = 0; index < count; index += 1) {
    const base = pick(random, bases);
    const share = random();
    if (share < VALID) records.push({ json: toJson(base), kind: 'valid', what: '' });
    else if (share < VALID + MUTATED) records.push(mutated(base));
    else {
      const wild: Record<string, unknown> = { ...base };
      for (const field of entered) if (random() < 0.4) wild[field.key] = hostile(field, base[field.key]);
      records.push({ json: toJson(wild), kind: 'wild', what: '' });
    }
  }
  return records;

  function mutated(base: Readonly<Record<string, unknown>>): FuzzRecord {
    const kind = 'mutated';
    if (random() < 0.04) {
      const key = pick(random, STRANGERS);
      return { json: toJson(base, [[key, pick(random, [1, 'x', null, {}])]]), kind, what: `extra key ${key}` };
    }
    const field = pick(random, entered);
    const { [field.key]: value, ...rest } = base;
    if (random() < 0.06) return { json: toJson(rest), kind, what: `without ${field.key}` };
    return { json: toJson(rest, [[field.key, hostile(field, value)]]), kind, what: `another ${field.key}` };
  }
}

/** The record as JSON with `-0` kept, which JSON.stringify writes as 0, and with keys that no literal can hold. */
function toJson(record: Readonly<Record<string, unknown>>, more: readonly (readonly [string, unknown])[] = []): string {
  const entries = [...Object.entries(record), ...more].filter(([, value]) => value !== undefined);
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${write(value)}`).join(',')}}`;
}

function write(value: unknown): string {
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value === 'object' && value !== null) return toJson(value as Readonly<Record<string, unknown>>);
  return JSON.stringify(value) ?? 'null';
}

function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const character of text) sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return sum >>> 0;
}

/**
 * Records of each of some entities. An ordinary run has so many `together`, however many entities there are, but no fewer
 * than `least` of one; the deep run has 10,000 of each.
 */
export function recordsOfEach(entities: number, { together, least }: { together: number; least: number }): number {
  return process.env.ANLAN_DEEP === '1' ? 10_000 : Math.max(least, Math.floor(together / entities));
}

/**
 * The seed of this run: `ANLAN_FUZZ_SEED`; else the same one in every short run, so that it tells of changes and not of
 * the day, and the day in the deep run, so that it finds what no run before it did.
 */
export function fuzzSeed(): number {
  const given = Number(process.env.ANLAN_FUZZ_SEED);
  if (Number.isInteger(given) && given > 0) return given;
  return process.env.ANLAN_DEEP === '1'
    ? Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))
    : 20_261_120;
}
