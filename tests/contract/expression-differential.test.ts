import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
import { caseConditions, computation } from '../../src/compile/sql/record-sql.ts';
import { roundHalfAway } from '../../src/core/expression/decimal.ts';
import {
  checkExpression,
  compileExpressionSql,
  createScope,
  Decimal,
  type EvaluationEnvironment,
  type ExpressionNode,
  evaluateCondition,
  evaluateExpression,
  jsonbRows,
  parseExpression,
  printExpression,
  renderSql,
  roundDecimal,
  type SqlEnvironment,
  type SqlFragment,
  type SqlRows,
  type SqlType,
  sql,
  type Value,
} from '../../src/core/expression/index.ts';
import type { EntityModel, FieldModel, ModelCase } from '../../src/core/model/entity-model.ts';
import { computeField } from '../../src/core/validation/compute-record.ts';
import type { RecordEnvironment } from '../../src/core/validation/record-environment.ts';
import { patient } from '../fixtures/patience.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';
import { asShownText, shownValue } from './compared-values.ts';
import {
  createGenerator,
  DATE_TIMES,
  DATES,
  type GeneratedType,
  type Generator,
  NUMBERS,
  RECORD,
  TAGS,
  TEXTS,
  TIMES,
} from './expression-generator.ts';

const SEED = 20_260_501;
const EXPRESSIONS = 5000;
const ROWS = 30;
const BATCH = 40;
const TYPES: readonly GeneratedType[] = ['number', 'boolean', 'text', 'date', 'dateTime', 'time'];
/** What is asked for: mostly what has the most rules. */
const WANTED: readonly GeneratedType[] = [...TYPES, 'number', 'number', 'boolean', 'boolean', 'date', 'dateTime'];
/** What chance would seldom make. */
const DELIBERATE: readonly string[] = [
  Array<string>(300).fill('whole').join(' + '),
  Array<string>(150).fill('done ? whole : ').join('').concat('huge'),
  'huge * huge * huge * huge * huge * huge * huge * huge',
  'huge * huge * huge * huge * huge * huge * huge * huge - huge * huge * huge * huge * huge * huge * huge * huge',
  'tiny / (tiny / (tiny / (tiny / (tiny / 3))))',
  '(amount / 3) * (amount / 7) * (whole / 11) * (E / 13)',
  'whole / 3 * 3 == whole',
  'round(amount / 3, 2) * 3 - amount',
  'amount % 0.03 + -7.5 % whole',
  '-(-(-amount)) - -amount',
  'sum(chemicals, q * q * q * q * q * q * q * q * q * q * q * q * q * q * q * q)',
  'sum(chemicals, parent.amount) + maxOf(chemicals, parent.whole) + avg(chemicals, parent.amount / 3)',
  'count(chemicals, true) - count(chemicals) + sum(chemicals, 1)',
  'all(latest(chemicals, sampleTime, kind), isNull(q) or q <= Q)',
  'size(valuesOf(chemicals, kind)) + size(valuesOf(chemicals, q, q <= Q))',
  'includes(valuesOf(chemicals, q, not isNull(kind)), 1)',
  'size(valuesOf(latest(chemicals, sampleTime, kind), made))',
  'size(valuesOf(chemicals, not (q > 1))) + size(valuesOf(chemicals, q == Q))',
  'size(latest(chemicals, null, null, q)) + count(latest(latest(chemicals, sampleTime, kind), made, safe))',
  'distance(gate, tank)',
  'distance(gate, gate) + distance(tank, old.gate)',
  'isNull(distance(null, tank)) or distance(gate, tank) <= 30',
  'isNull(gate) or gate == null ? distance(tank, gate) : 1',
  "first(limits, concat(kind, '|', text(most)), kind == parent.level and most > 1)",
  'concat(first(limits, kind, most > parent.amount), first(limits, null, true))',
  'within(zones, zone, homeZone) or within(zones, homeZone, zone)',
  "within(zones, zone, 'z1') and not within(zones, 'z1', zone) or within(zones, 'ring1', zone)",
  "within(zones, null, zone) or within(zones, zone, 'nowhere') or within(zones, level, level)",
  'exists(limits, within(zones, parent.zone, parent.homeZone) and most > 1)',
  "level in [] or null in ['1'] or level in [null] or tags == null",
  'null == level or null < whole or not (null > whole)',
  'level == me.deptId or me.deptId != me.userId',
  "whole in [1, 2.5, null, 12] or huge in [5, 999999999999999, 1e30] or issueDate in ['2024-02-29']",
  "deadline in ['2023-12-31 23:59:59', '2024-01-01 00:00:00'] or startTime in [now(), deadline]",
  'any(chemicals, kind == parent.level and at < parent.opensAt or made == parent.issueDate)',
  'exists(limits, kind == parent.level and most > parent.amount)',
  'total(limits, most * 2, kind == parent.level) + total(limits, 1, safe) - total(limits, most, most > parent.amount)',
  "concat(substring(code, 2, 1), substring(level, 1, 4000), '|', substring(length, 3, 2))",
  "number(substring('320101199003070015', 7, 8)) + whole",
  'issueDate + months(1) + months(-1) == issueDate',
  'abolishDate + days(1) - days(1) == abolishDate',
  "done ? issueDate : '2026-01-01'",
  "contains(code, '%') or startsWith(code, '_') or contains(code, '\\\\')",
  'text(E == 7) == text(done)',
  'true ? null : null',
  'amount / 0 + 1',
  'lookup(limits, most / (most - 10), safe) + sum(chemicals, q / (q - q))',
  'sum(chemicals, lookup(limits, most, most > 0.5)) - avg(chemicals, q / 3)',
  '(-0.5 - whole) % 1',
];

const NOW = '2026-05-01 12:34:56';
const ME = {
  userId: '7',
  account: 'zhang.anquan',
  realName: '张安全',
  deptId: null,
  deptIds: ['1', '2'],
  roles: ['1', 'aZ', '重大隐患'],
  tenantId: '645967',
};
const SETTINGS = { limit: 2.5 };
const CALENDAR = {
  holidays: new Set(['2026-05-01', '2024-01-01']),
  workdays: new Set(['2023-12-31']),
};
/** A tree: z1 above z2 and z3, z4 below z3; ring1 and ring2 stand above each other, which nothing should ever make. */
const ZONES: Readonly<Record<string, string | null>> = {
  z1: null,
  z2: 'z1',
  z3: 'z1',
  z4: 'z3',
  ring1: 'ring2',
  ring2: 'ring1',
};
/** Neighbours, the two sides of the date line, the poles, a point whose other side of the earth is here too, none. */
const PLACES = [
  { lng: 121.47, lat: 31.23 },
  { lng: 121.470001, lat: 31.23 },
  { lng: 121.4702, lat: 31.2301 },
  { lng: 180, lat: 0.5 },
  { lng: -180, lat: 0.5 },
  { lng: -58.53, lat: -31.23 },
  { lng: 0, lat: 90 },
  { lng: 33.3, lat: -90 },
  { lng: 0, lat: 0 },
  { points: [{ lng: 1, lat: 1 }] },
];
const RANKS = [
  { key: '1', rank: 1 },
  { key: '2', rank: 2 },
  { key: '重大隐患', rank: 3 },
];
const LIMITS = [
  { id: 1, kind: '1', most: 10, safe: false },
  { id: 2, kind: '重大隐患', most: 0.5, safe: null },
  { id: 3, kind: '1', most: 20, safe: true },
  { id: 4, kind: null, most: 1e6, safe: true },
];

/** Every column of the table, by the name expressions give it. */
const COLUMNS: Record<string, { sql: string; ddl: string; type: SqlType; precision?: number; scale?: number }> = {
  amount: { sql: 't.amount', ddl: 'numeric(20,4)', type: 'numeric', precision: 20, scale: 4 },
  tiny: { sql: 't.tiny', ddl: 'numeric', type: 'numeric' },
  whole: { sql: 't.whole', ddl: 'integer', type: 'integer' },
  huge: { sql: 't.huge', ddl: 'bigint', type: 'bigint' },
  E: { sql: 't."E"', ddl: 'numeric(12,2)', type: 'numeric', precision: 12, scale: 2 },
  'old.amount': { sql: 't.old_amount', ddl: 'numeric(20,4)', type: 'numeric', precision: 20, scale: 4 },
  done: { sql: 't.done', ddl: 'boolean', type: 'boolean' },
  sure: { sql: 't.sure', ddl: 'boolean', type: 'boolean' },
  level: { sql: 't.level', ddl: 'text', type: 'text' },
  length: { sql: 't.length', ddl: 'text', type: 'text' },
  code: { sql: 't.code', ddl: 'text', type: 'text' },
  'deptId.name': { sql: 't.dept_name', ddl: 'text', type: 'text' },
  'old.level': { sql: 't.old_level', ddl: 'text', type: 'text' },
  issueDate: { sql: 't.issue_date', ddl: 'date', type: 'date' },
  abolishDate: { sql: 't.abolish_date', ddl: 'date', type: 'date' },
  startTime: { sql: 't.start_time', ddl: 'timestamptz', type: 'timestamptz' },
  deadline: { sql: 't.deadline', ddl: 'timestamptz', type: 'timestamptz' },
  opensAt: { sql: 't.opens_at', ddl: 'time', type: 'time' },
  closesAt: { sql: 't.closes_at', ddl: 'time', type: 'time' },
  tags: { sql: 't.tags', ddl: 'text[]', type: 'text[]' },
  gate: { sql: 't.gate', ddl: 'jsonb', type: 'json' },
  tank: { sql: 't.tank', ddl: 'jsonb', type: 'json' },
  'old.gate': { sql: 't.old_gate', ddl: 'jsonb', type: 'json' },
  zone: { sql: 't.zone', ddl: 'text', type: 'text' },
  homeZone: { sql: 't.home_zone', ddl: 'text', type: 'text' },
};

const SUB_TABLE: Record<string, SqlType> = {
  q: 'numeric',
  Q: 'numeric',
  beta: 'numeric',
  safe: 'boolean',
  kind: 'text',
  made: 'date',
  sampleTime: 'timestamptz',
  at: 'time',
};

const scope = createScope({
  names: {
    ...Object.fromEntries(TYPES.flatMap((type) => RECORD[type].map((name) => [name, type]))),
    deptId: { type: 'text', record: 'dept' },
    tags: { list: 'text' },
    gate: 'place',
    tank: 'place',
    zone: 'text',
    homeZone: 'text',
    chemicals: { type: { rows: 'chemicals' } },
  },
  records: { dept: { name: 'text' }, old: { amount: 'number', level: 'text', gate: 'place' } },
  rows: {
    chemicals: {
      q: 'number',
      Q: 'number',
      beta: 'number',
      safe: 'boolean',
      kind: 'text',
      made: 'date',
      sampleTime: 'dateTime',
      at: 'time',
    },
  },
  settings: { limit: { type: 'number' } },
  entities: {
    limits: { small: true, names: { kind: 'text', most: 'number', safe: 'boolean' } },
    zones: { small: false, tree: true, names: {} },
  },
  dictionaries: ['level'],
});

const limitRows: SqlRows = {
  from: (alias) => `limits as ${alias}`,
  orderBy: (alias) => `${alias}.id`,
  column(alias, name) {
    const type = ({ kind: 'text', most: 'numeric', safe: 'boolean' } as const)[name];
    return type === undefined ? undefined : { sql: `${alias}.${name}`, type };
  },
};

const zoneRows: SqlRows = {
  from: (alias) => `zones as ${alias}`,
  orderBy: (alias) => `${alias}.id`,
  column: (alias, name) => (name === 'id' ? { sql: `${alias}.id`, type: 'text' } : undefined),
  above: (alias) => `${alias}.above`,
};

const sqlEnvironment: SqlEnvironment = {
  column: (name) => COLUMNS[name],
  member: (path) => COLUMNS[path.join('.')],
  rows: (name) => (name === 'chemicals' ? jsonbRows('t.chemicals', SUB_TABLE) : undefined),
  entity: (name) => (name === 'limits' ? limitRows : name === 'zones' ? zoneRows : undefined),
  now: NOW,
  me: ME,
  settings: SETTINGS,
  ranks: () => RANKS,
  calendar: CALENDAR,
};

type Row = Record<string, unknown>;

function randomValue(generator: Generator, type: SqlType): unknown {
  if (generator.chance(0.2)) return null;
  switch (type) {
    case 'numeric':
      return generator.pick(NUMBERS);
    case 'integer':
      return generator.pick([0, 1, -1, 3, 12, 400, 2_147_483_647]);
    case 'bigint':
      return generator.pick([0, 5, -30, 999_999_999_999_999]);
    case 'boolean':
      return generator.chance(0.5);
    case 'date':
      return generator.pick(DATES);
    case 'timestamptz':
      return generator.pick(DATE_TIMES);
    case 'time':
      return generator.pick(TIMES);
    case 'text[]':
      return generator.pick(TAGS);
    case 'json':
      return generator.pick(PLACES);
    default:
      return generator.pick(TEXTS);
  }
}

function randomRow(generator: Generator, id: number): Row {
  const row: Row = { id };
  for (const [name, column] of Object.entries(COLUMNS)) row[name] = randomValue(generator, column.type);
  for (const name of ['zone', 'homeZone']) row[name] = generator.pick([null, ...Object.keys(ZONES), 'nowhere']);
  if (typeof row.E === 'number') row.E = roundDecimal(Math.abs(row.E) > 1e9 ? 7 : row.E, 2);
  if (typeof row.amount === 'number') row.amount = roundDecimal(row.amount, 4);
  if (typeof row['old.amount'] === 'number') row['old.amount'] = roundDecimal(row['old.amount'], 4);
  row.chemicals = generator.chance(0.15)
    ? null
    : Array.from({ length: generator.pick([0, 1, 2, 4]) }, () =>
        Object.fromEntries(Object.entries(SUB_TABLE).map(([name, type]) => [name, randomValue(generator, type)])),
      );
  return row;
}

function environmentOf(row: Row): EvaluationEnvironment {
  return {
    names(name) {
      if (name === 'old') return { amount: row['old.amount'], level: row['old.level'], gate: row['old.gate'] };
      if (name === 'deptId') return '1';
      return Object.hasOwn(row, name) ? row[name] : null;
    },
    reference: (path) => row[path.join('.')],
    now: NOW,
    me: ME,
    settings: SETTINGS,
    calendar: CALENDAR,
    rank: (_, key) => RANKS.find((entry) => entry.key === key)?.rank ?? null,
    lookup: (entity) => (entity === 'limits' ? LIMITS : []),
    exists: (entity, condition) =>
      entity === 'limits' && LIMITS.some((limit) => evaluateCondition(condition, limitEnvironment(row, limit))),
    total(entity, of, condition) {
      return (entity === 'limits' ? LIMITS : [])
        .map((limit) => limitEnvironment(row, limit))
        .filter((limit) => evaluateCondition(condition, limit))
        .map((limit) => evaluateExpression(of, limit))
        .reduce<Decimal>((sum, value) => (value instanceof Decimal ? sum.plus(value) : sum), new Decimal(0));
    },
    first(entity, of, condition) {
      const found = (entity === 'limits' ? LIMITS : [])
        .map((limit) => limitEnvironment(row, limit))
        .find((limit) => evaluateCondition(condition, limit));
      const text = found === undefined ? null : evaluateExpression(of, found);
      return typeof text === 'string' ? text : null;
    },
    within: (_, record, above) => isWithin(environmentOf(row), record, above),
  };
}

/** The names of one row of `limits`, with `parent` for the record. */
function limitEnvironment(row: Row, limit: (typeof LIMITS)[number]): EvaluationEnvironment {
  const environment: EvaluationEnvironment = {
    ...environmentOf(row),
    names: (name) => (name === 'parent' ? row : limit[name as 'kind']),
    within: (_, record, above) => isWithin(environment, record, above),
  };
  return environment;
}

function isWithin(environment: EvaluationEnvironment, record: ExpressionNode, above: ExpressionNode): boolean {
  const wanted = evaluateExpression(above, environment);
  const seen = new Set<Value>();
  let at = evaluateExpression(record, environment);
  while (typeof at === 'string' && Object.hasOwn(ZONES, at) && !seen.has(at)) {
    if (at === wanted) return true;
    seen.add(at);
    at = ZONES[at] ?? null;
  }
  return false;
}

interface Case {
  readonly source: string;
  readonly node: ExpressionNode;
  /** The type it was made for; what was written by hand has none. */
  readonly type: GeneratedType | undefined;
}

function parseCase(source: string, type?: GeneratedType): Case {
  const parsed = parseExpression(source);
  if (!('node' in parsed)) throw new Error(`${source}: ${parsed.problems.map((problem) => problem.message).join()}`);
  return { source, node: parsed.node, type };
}

function makeCases(count: number): Case[] {
  const generator = createGenerator(seededRandom(SEED));
  const cases = DELIBERATE.map((source) => parseCase(source));
  while (cases.length < count) {
    const type = generator.pick(WANTED);
    const source = generator.make(type);
    if (source.length > 1500) continue;
    cases.push(parseCase(source, type));
  }
  return cases;
}

const cases = makeCases(EXPRESSIONS);
const generator = createGenerator(seededRandom(SEED + 1));
const rows = Array.from({ length: ROWS }, (_, index) => randomRow(generator, index));

let client: pg.Client;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = () => database.drop();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  // A session unlike ours, so that nothing may lean on its zone or date style.
  await client.query("set timezone = 'America/New_York'; set datestyle = 'German'");
  const names = Object.keys(COLUMNS);
  const ddl = names.map((name) => `${COLUMNS[name]?.sql.slice(2)} ${COLUMNS[name]?.ddl}`);
  await client.query(`create table t (id integer primary key, ${ddl.join(', ')}, chemicals jsonb)`);
  for (const row of rows) {
    const values = names.map((name, index) =>
      COLUMNS[name]?.type === 'timestamptz'
        ? `$${index + 3}::timestamp at time zone 'Asia/Shanghai'`
        : `$${index + 3}::${COLUMNS[name]?.ddl}`,
    );
    await client.query(`insert into t values ($1, ${values.join(', ')}, $2::jsonb)`, [
      row.id,
      row.chemicals === null ? null : JSON.stringify(row.chemicals),
      ...names.map((name) => row[name]),
    ]);
  }
  await client.query('create table zones (id text, above text)');
  for (const zone of Object.entries(ZONES)) await client.query('insert into zones values ($1, $2)', zone);
  await client.query('create table limits (id integer, kind text, most numeric, safe boolean)');
  for (const limit of LIMITS) {
    await client.query('insert into limits values ($1, $2, $3, $4)', [limit.id, limit.kind, limit.most, limit.safe]);
  }
});

afterAll(async () => {
  await client.end();
  await drop();
});

async function queryAll(fragments: readonly SqlFragment[]): Promise<unknown[][]> {
  const values: unknown[] = [];
  const columns = fragments.map((fragment) => {
    const rendered = renderSql(fragment, values.length + 1);
    values.push(...rendered.values);
    return rendered.text;
  });
  const result = await client.query({
    text: `select ${columns.join(', ')} from t order by id`,
    values,
    rowMode: 'array',
  });
  return result.rows;
}

test('every generated expression type-checks and prints back to the same tree', () => {
  for (const { source, node, type } of cases) {
    const checked = checkExpression(node, scope, type);
    expect(checked.problems.map((problem) => `${source}: ${problem.message}`)).toEqual([]);
    expect(parseExpression(printExpression(node)), source).toEqual({ node });
  }
});

test(
  'evaluation and SQL give the same value of every expression over every row',
  async () => {
    const environments = rows.map(environmentOf);
    let compared = 0;
    for (let start = 0; start < cases.length; start += BATCH) {
      const batch = cases.slice(start, start + BATCH);
      const compiled = batch.map(({ node }) => {
        const fragment = compileExpressionSql(node, sqlEnvironment);
        return asShownText(fragment, fragment.type);
      });
      const answers = await queryBatch(batch, compiled);
      const wrong: string[] = [];
      for (const [column, { source, node }] of batch.entries()) {
        for (const [index, environment] of environments.entries()) {
          const value = shownValue(evaluateExpression(node, environment));
          const answer = answers[index]?.[column];
          compared += 1;
          if (value !== answer) wrong.push(`${source}\n  row ${index}: evaluated ${value}, SQL ${String(answer)}`);
        }
      }
      expect(wrong.slice(0, 10)).toEqual([]);
    }
    expect(compared).toBe(EXPRESSIONS * ROWS);
  },
  patient(300_000),
);

test(
  'a condition chooses the rows for which the expression is true',
  async () => {
    const conditions = cases.filter(({ type }) => type === 'boolean');
    expect(conditions.length).toBeGreaterThan(500);
    for (let start = 0; start < conditions.length; start += BATCH) {
      const batch = conditions.slice(start, start + BATCH);
      const answers = await queryBatch(
        batch,
        batch.map(
          ({ node }) => sql`(${compileExpressionSql(node, sqlEnvironment, { position: 'condition' })}) is true`,
        ),
      );
      for (const [column, { source, node }] of batch.entries()) {
        const held = rows.map((row) => evaluateCondition(node, environmentOf(row)));
        expect(
          answers.map((answer) => answer[column]),
          source,
        ).toEqual(held);
      }
    }
  },
  patient(300_000),
);

test(
  'a stored number is rounded alike at every scale, half away from zero',
  async () => {
    const numbers = cases.filter(({ type }) => type === 'number').slice(0, 600);
    const edges = ['amount / 8', 'tiny * 5', 'E / 16', '-(E / 16)', '0 - 0.5 * whole', 'amount * 1.005', 'huge / 16'];
    numbers.unshift(...edges.map((source) => parseCase(source, 'number')));
    expect(numbers.length).toBeGreaterThan(500);
    const scales = numbers.map((_, index) => [0, 2, 1, 4, 3, 6][index % 6] ?? 0);
    for (let start = 0; start < numbers.length; start += BATCH) {
      const batch = numbers.slice(start, start + BATCH);
      const answers = await queryBatch(
        batch,
        batch.map(({ node }, index) => {
          const fragment = compileExpressionSql(node, sqlEnvironment);
          return sql`trim_scale(round((${fragment})::numeric, ${String(scales[start + index])}))::text`;
        }),
      );
      for (const [column, { source, node }] of batch.entries()) {
        const scale = scales[start + column] ?? 0;
        const rounded = rows.map((row) => {
          const value = evaluateExpression(node, environmentOf(row));
          return value instanceof Decimal ? shownValue(roundHalfAway(value, scale)) : null;
        });
        expect(
          answers.map((answer) => answer[column]),
          `${source} at ${scale}`,
        ).toEqual(rounded);
      }
    }
  },
  patient(300_000),
);

test(
  'cases give the same value computed, in SQL, and as the conditions of a filter',
  async () => {
    const conditions = cases.filter(({ type, source }) => type === 'boolean' && source.length < 400);
    const lookups = conditions.filter(({ source }) => source.includes('lookup('));
    expect(lookups.length).toBeGreaterThan(20);
    const chosen = createGenerator(seededRandom(SEED + 2));
    const model = { field: new Map() } as unknown as EntityModel;
    const fields = Array.from({ length: 400 }, (_, index) => {
      const when = (pool: readonly Case[]): ModelCase['when'] => {
        const { source, node } = chosen.pick(pool);
        return { source, node, type: 'boolean', references: [], live: false, serverOnly: false };
      };
      const branches: ModelCase[] = [
        { when: when(lookups), value: '1' },
        ...(chosen.chance(0.7) ? [{ when: when(conditions), value: '2' }] : []),
        { when: when(conditions), value: chosen.pick(['1', '2', '重大隐患']) },
        ...(chosen.chance(0.8) ? [{ when: undefined, value: '3' }] : []),
      ];
      return { key: `c${index}`, cases: branches } as unknown as FieldModel;
    });
    for (let start = 0; start < fields.length; start += BATCH / 4) {
      const batch = fields.slice(start, start + BATCH / 4);
      const wanted = ['1', '重大隐患'];
      const answers = await queryAll(
        batch.flatMap((field) => {
          const node = computation(field, model);
          if (node === undefined) throw new Error('no cases');
          const filter = compileExpressionSql(caseConditions(field, wanted, model), sqlEnvironment, {
            position: 'condition',
          });
          return [sql`(${compileExpressionSql(node, sqlEnvironment)})::text`, sql`(${filter}) is true`];
        }),
      );
      for (const [column, field] of batch.entries()) {
        const about = field.cases?.map((branch) => branch.when?.source).join('\n');
        const values = rows.map((row) => {
          const { names: _, ...environment } = environmentOf(row);
          const stored = { amount: row['old.amount'], level: row['old.level'] };
          const record: RecordEnvironment = { ...environment, stored, choices: () => undefined };
          return computeField(field, { ...row, deptId: '1' }, record);
        });
        expect(
          answers.map((answer) => answer[column * 2]),
          about,
        ).toEqual(values);
        expect(
          answers.map((answer) => answer[column * 2 + 1]),
          about,
        ).toEqual(values.map((value) => wanted.includes(String(value))));
      }
    }
  },
  patient(300_000),
);

async function queryBatch(batch: readonly Case[], compiled: readonly SqlFragment[]): Promise<unknown[][]> {
  try {
    return await queryAll(compiled);
  } catch (error) {
    for (const [index, fragment] of compiled.entries()) {
      const failed = await queryAll([fragment]).then(
        () => undefined,
        (problem: Error) => problem.message,
      );
      if (failed !== undefined) throw new Error(`${batch[index]?.source}\n${renderSql(fragment).text}\n${failed}`);
    }
    throw error;
  }
}
