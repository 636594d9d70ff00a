import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkExpression,
  compileExpressionSql,
  createScope,
  Decimal,
  decimalText,
  type EvaluationEnvironment,
  type ExpressionNode,
  evaluateCondition,
  evaluateExpression,
  FUNCTIONS,
  type FunctionName,
  isFunctionName,
  parseExpression,
  renderSql,
  type SqlEnvironment,
  type SqlFragment,
  type SqlType,
  sql,
  type Value,
} from '../../src/core/expression/index.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';
import { type Chance, createChance, list, PLACES, type ScalarType, scalar } from './function-values.ts';

/** Every function over plain values: a new one is compared without a line here. */
const PLAIN = Object.keys(FUNCTIONS)
  .filter(isFunctionName)
  .filter((name) => FUNCTIONS[name].aggregate !== true);

const ZONES = ['UTC', 'Asia/Shanghai', 'America/Sao_Paulo'] as const;

const NOW = '2026-12-31 23:30:00';
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
  holidays: new Set(['2026-01-01', '2026-10-01', '2026-10-02', '2026-10-05', '2000-02-29', '2018-11-05']),
  workdays: new Set(['2026-10-10', '2023-12-31', '2018-11-04']),
};
const RANKS = ['1', '2', '重大隐患', 'aZ', '😀'].map((key, index) => ({ key, rank: index + 1 }));
const TITLES = RANKS.map(({ key }) => ({ key, title: `“${key}”级` }));
const COORDINATES = [{ lng: 121.47, lat: 31.23 }, { lng: -180, lat: 0.5 }, { lng: 0, lat: 90 }, { points: [] }, null];

const SQL_TYPES: Record<ScalarType, SqlType> = {
  text: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'timestamptz',
  time: 'time',
};

interface Column {
  readonly name: string;
  readonly of: ScalarType | 'place';
  readonly list?: true;
  readonly type: SqlType;
}

/** Two columns of each type, two lists of most. */
const COLUMNS: readonly Column[] = [
  ...Object.entries(SQL_TYPES).flatMap(([of, type]) =>
    ['One', 'Two'].map((end): Column => ({ name: `${of}${end}`, of: of as ScalarType, type })),
  ),
  ...(['text', 'number', 'date', 'dateTime'] as const).flatMap((of) =>
    ['One', 'Two'].map((end): Column => {
      return { name: `${of}List${end}`, of, list: true, type: `${SQL_TYPES[of]}[]` as SqlType };
    }),
  ),
  { name: 'placeOne', of: 'place', type: 'json' },
  { name: 'placeTwo', of: 'place', type: 'json' },
];

const scope = createScope({
  names: Object.fromEntries(
    COLUMNS.map(({ name, of, list: many }) => [
      name,
      { type: many === true ? { list: of } : of, ...(of === 'text' ? { titles: 'dict level' } : {}) },
    ]),
  ),
  settings: { limit: { type: 'number' } },
  dictionaries: ['level'],
  stream: true,
});

type Row = Readonly<Record<string, unknown>>;

function randomRow(chance: Chance): Row {
  const randomValue = ({ of, list: many }: Column) =>
    of === 'place' ? chance.pick(COORDINATES) : many === true ? list(chance, of) : scalar(chance, of);
  return Object.fromEntries(COLUMNS.map((column) => [column.name, randomValue(column)]));
}

function quoted(value: string): string {
  const body = value.replace(/[\\']/g, (char) => `\\${char}`).replaceAll('\u0001', '\\u0001');
  return `'${body}'`;
}

function literal(chance: Chance, type: ScalarType): string {
  const value = scalar(chance, type);
  if (value === null || type === 'time') return 'null';
  return typeof value === 'string' ? quoted([...value].slice(0, 200).join('')) : String(value);
}

/** Something that may stand for a parameter; the checker decides whether it may beside the others. */
function argument(chance: Chance, name: FunctionName, index: number): string {
  const { parameters } = FUNCTIONS[name];
  const repeated = parameters.filter(({ repeats }) => repeats === true);
  const beyond = index - parameters.length;
  const found = beyond < 0 ? parameters[index] : repeated[beyond % Math.max(1, repeated.length)];
  if (found === undefined) return 'null';
  const { accepts, range = [-10, 20], oneOf, shape } = found;
  if (accepts === 'literalInteger') return String(chance.whole(range[0], Math.min(range[1], range[0] + 40)));
  if (accepts === 'literalText')
    return quoted(chance.pick(oneOf ?? (shape === undefined ? ['delay', 'other'] : PLACES)));
  if (accepts === 'setting') return "'limit'";
  if (accepts === 'dictionary') return "'level'";
  if (accepts === 'me') return 'me';
  if (typeof accepts === 'string') throw new TypeError(`${name} takes ${accepts}, which is none of a plain function`);
  const fitting = COLUMNS.filter(({ of, list: many }) => accepts.some((one) => one === (many === true ? 'list' : of)));
  const column = chance.pick(fitting);
  if (chance.holds(0.75) || column.of === 'place') return column.name;
  const { of } = column;
  if (column.list !== true) return literal(chance, of);
  return `[${Array.from({ length: chance.whole(0, 3) }, () => literal(chance, of)).join(', ')}]`;
}

interface Case {
  readonly source: string;
  readonly node: ExpressionNode;
}

/** A call with random arguments that the checker accepts; a duration is added to a moment. */
function makeCase(chance: Chance, name: FunctionName): Case | undefined {
  const { parameters, result } = FUNCTIONS[name];
  const needed = parameters.filter(({ optional }) => optional !== true).length;
  const repeated = parameters.filter(({ repeats }) => repeats === true).length;
  const count = chance.whole(needed, parameters.length) + repeated * chance.whole(0, 2);
  const call = `${name}(${Array.from({ length: count }, (_, index) => argument(chance, name, index)).join(', ')})`;
  const source =
    result === 'duration' ? `${chance.pick(['dateTimeOne', 'dateOne'])} ${chance.pick(['+', '-'])} ${call}` : call;
  const parsed = parseExpression(source);
  if (!('node' in parsed)) throw new Error(`${source}: ${parsed.problems.map(({ message }) => message).join()}`);
  const { problems, node } = checkExpression(parsed.node, scope);
  return problems.length > 0 ? undefined : { source, node };
}

function makeCases(chance: Chance, name: FunctionName, count: number): readonly Case[] {
  const cases: Case[] = [];
  for (let tries = 0; cases.length < count && tries < count * 60; tries += 1) {
    const made = makeCase(chance, name);
    if (made !== undefined) cases.push(made);
  }
  return cases;
}

function environmentOf(row: Row): EvaluationEnvironment {
  return {
    names: (name) => (Object.hasOwn(row, name) ? row[name] : null),
    now: NOW,
    me: ME,
    settings: SETTINGS,
    calendar: CALENDAR,
    rank: (_, key) => RANKS.find((entry) => entry.key === key)?.rank ?? null,
    keys: () => RANKS.map(({ key }) => key),
    title: (_, key) => TITLES.find((choice) => choice.key === key)?.title ?? null,
    awaiting: (approval) => approval === 'delay',
    rate: (minutes) => new Decimal(minutes).div(4),
  };
}

function sqlEnvironmentOf(zone: string): SqlEnvironment {
  return {
    column(name) {
      const column = COLUMNS.find((one) => one.name === name);
      return column === undefined ? undefined : { sql: `t."${name}"`, type: column.type };
    },
    now: NOW,
    zone,
    me: ME,
    settings: SETTINGS,
    calendar: CALENDAR,
    ranks: () => RANKS,
    titles: () => TITLES,
    awaiting: (approval) => sql`${String(approval === 'delay')}`,
    rate: (minutes) => sql`${String(minutes / 4)}::numeric`,
  };
}

function shown(value: Value): unknown {
  if (Array.isArray(value)) return value.map((item: Value) => shown(item));
  if (value instanceof Decimal) return decimalText(value);
  return typeof value === 'boolean' ? String(value) : value;
}

/** A fragment whose value comes back as what `shown` gives. */
function asJson(fragment: SqlFragment, type: SqlType, zone: string): SqlFragment {
  const scalarText = (value: SqlFragment | string, of: string) => {
    if (of === 'numeric' || of === 'integer' || of === 'bigint') return sql`trim_scale((${value})::numeric)::text`;
    if (of === 'date') return sql`to_char((${value})::timestamp, 'YYYY-MM-DD')`;
    if (of === 'timestamp') return sql`to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')`;
    if (of === 'timestamptz') return sql`to_char((${value}) at time zone '${zone}', 'YYYY-MM-DD HH24:MI:SS')`;
    return sql`(${value})::text`;
  };
  if (!type.endsWith('[]')) return sql`to_json(${scalarText(fragment, type)})`;
  const items = sql`select json_agg(${scalarText('v', type.slice(0, -2))} order by o) from unnest(${fragment}) with ordinality as l(v, o)`;
  return sql`case when (${fragment}) is not null then coalesce((${items}), '[]') end`;
}

/** The rows of one zone in a table of their own, as the database holds them: a moment that the zone skips has moved. */
async function prepareRows(client: pg.Client, zone: string, count: number): Promise<readonly Row[]> {
  const chance = createChance(count + zone.length);
  await client.query('drop table if exists t');
  await client.query(
    `create table t (id integer, ${COLUMNS.map(({ name, type }) => `"${name}" ${type === 'json' ? 'jsonb' : type}`).join(', ')})`,
  );
  const bound = COLUMNS.map(({ type }, index) => {
    if (type === 'timestamptz') return `$${index + 2}::timestamp at time zone '${zone}'`;
    if (type !== 'timestamptz[]') return `$${index + 2}::${type === 'json' ? 'jsonb' : type}`;
    return `case when $${index + 2}::timestamp[] is not null then array(select v at time zone '${zone}' from unnest($${index + 2}::timestamp[]) with ordinality as l(v, o) order by o) end`;
  });
  for (let id = 0; id < count; id += 1) {
    const row = randomRow(chance);
    await client.query(`insert into t values ($1, ${bound.join(', ')})`, [
      id,
      ...COLUMNS.map(({ name, of }) => (of === 'place' && row[name] !== null ? JSON.stringify(row[name]) : row[name])),
    ]);
  }
  const read = COLUMNS.map(({ name, type }) => {
    const column = `"${name}"`;
    if (type === 'timestamptz')
      return `to_char(${column} at time zone '${zone}', 'YYYY-MM-DD HH24:MI:SS') as ${column}`;
    if (type === 'date') return `to_char(${column}::timestamp, 'YYYY-MM-DD') as ${column}`;
    if (type === 'numeric') return `${column}::text::float8 as ${column}`;
    if (!type.endsWith('[]') || type === 'text[]') return column;
    const item =
      type === 'timestamptz[]'
        ? `to_char(v at time zone '${zone}', 'YYYY-MM-DD HH24:MI:SS')`
        : type === 'date[]'
          ? `to_char(v::timestamp, 'YYYY-MM-DD')`
          : 'v::float8';
    return `case when ${column} is not null then coalesce((select json_agg(${item} order by o) from unnest(${column}) with ordinality as l(v, o)), '[]') end as ${column}`;
  });
  return (await client.query<Row>(`select ${read.join(', ')} from t order by id`)).rows;
}

const BATCH = 25;

/** Compares evaluation with SQL, as a value and as a condition; gives how many values were compared. */
async function compareCases(
  client: pg.Client,
  { cases, rows, zone }: { cases: readonly Case[]; rows: readonly Row[]; zone: string },
): Promise<number> {
  const environment = sqlEnvironmentOf(zone);
  const environments = rows.map(environmentOf);
  let compared = 0;
  for (let start = 0; start < cases.length; start += BATCH) {
    const batch = cases.slice(start, start + BATCH);
    const fragments = batch.flatMap(({ node }) => {
      const made = compileExpressionSql(node, environment);
      const condition =
        made.type === 'boolean'
          ? sql`(${compileExpressionSql(node, environment, { position: 'condition' })}) is true`
          : sql`null::boolean`;
      return [asJson(made, made.type, zone), condition];
    });
    const answers = await answersOf(client, batch, fragments);
    const wrong: string[] = [];
    for (const [place, { source, node }] of batch.entries()) {
      for (const [index, env] of environments.entries()) {
        const [value, held] = (answers[index] ?? []).slice(place * 2, place * 2 + 2);
        const evaluated = shown(evaluateExpression(node, env));
        const isSame = JSON.stringify(evaluated) === JSON.stringify(value ?? null);
        const isHeld = held === null || held === evaluateCondition(node, env);
        compared += 1;
        if (!isSame || !isHeld) wrong.push(told(source, rows[index] ?? {}, evaluated, value, held));
      }
    }
    expect(wrong.slice(0, 5), zone).toEqual([]);
  }
  return compared;
}

async function answersOf(client: pg.Client, batch: readonly Case[], fragments: readonly SqlFragment[]) {
  const values: unknown[] = [];
  const columns = fragments.map((fragment) => {
    const rendered = renderSql(fragment, values.length + 1);
    values.push(...rendered.values);
    return rendered.text;
  });
  try {
    const text = `select ${columns.join(', ')} from t order by id`;
    return (await client.query({ text, values, rowMode: 'array' })).rows as unknown[][];
  } catch (error) {
    throw new Error(`${String(error)} in one of\n${batch.map(({ source }) => source.slice(0, 400)).join('\n')}`);
  }
}

function told(source: string, row: Row, evaluated: unknown, answer: unknown, held: unknown): string {
  const read = Object.entries(row).filter(([name]) => source.includes(name));
  const given = JSON.stringify(Object.fromEntries(read)).slice(0, 400);
  const sides = `evaluated ${JSON.stringify(evaluated)}, SQL ${JSON.stringify(answer)}, condition ${String(held)}`;
  return `${source.slice(0, 300)}\n  ${given}\n  ${sides.slice(0, 600)}`;
}

interface FuzzSize {
  readonly seed: number;
  readonly rows: number;
  /** Calls of each function in each zone. */
  readonly expressions: number;
}

/** Declares the comparison of all functions in all zones, with few calls or many. */
export function compareAllFunctions(size: FuzzSize): void {
  let client: pg.Client;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = () => database.drop();
    client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    // A session unlike ours, so that nothing may lean on its zone or date style.
    await client.query("set timezone = 'America/New_York'; set datestyle = 'German'");
  });

  afterAll(async () => {
    await client.end();
    await drop();
  });

  describe('every function gives in PostgreSQL what it gives in the browser', () => {
    it.each(ZONES)('in %s', async (zone) => {
      const rows = await prepareRows(client, zone, size.rows);
      for (const [index, name] of PLAIN.entries()) {
        const cases = makeCases(createChance(size.seed + index * 1009 + zone.length), name, size.expressions);
        expect(cases.length, `${name}: calls that the checker accepts`).toBe(size.expressions);
        expect(await compareCases(client, { cases, rows, zone })).toBe(size.expressions * size.rows);
      }
    });
  });
}
