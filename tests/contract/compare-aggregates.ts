import pg from 'pg';
import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
import {
  checkExpression,
  compileExpressionSql,
  createScope,
  type EvaluationEnvironment,
  type ExpressionNode,
  evaluateExpression,
  jsonbRows,
  parseExpression,
  printExpression,
  renderSql,
  type SqlEnvironment,
  type SqlRows,
  type SqlType,
  type ValueType,
} from '../../src/core/expression/index.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';
import { asShownText, shownValue } from './compared-values.ts';
import {
  createGenerator,
  DATE_TIMES,
  DATES,
  ENTITIES,
  type GeneratedType,
  NUMBERS,
  RECORD,
  TAGS,
  TEXTS,
  TIMES,
} from './expression-generator.ts';

/** What chance would seldom make: the uses that the functions are made for, sets that are empty, ties, depth. */
const DELIBERATE: readonly string[] = [
  "isNull(amount) ? null : sum('tiers', max(0, min(parent.amount, upper) - lower) * rate, grade == parent.level)",
  "newest('tiers', grade, lower, lower <= parent.whole)",
  "newest('tiers', grade, changed)",
  "sum('nothing', most) + count('nothing') + size(valuesOf('nothing', kind))",
  "avg('nothing', most)",
  "all('nothing', most > 1) and not any('nothing', true)",
  "newest('nothing', kind, most)",
  "minOf('tiers', upper) + maxOf('tiers', upper, isNull(upper))",
  "count('tiers', count('limits', most > parent.lower and kind == outer.level) > 0)",
  "sum('tiers', sum('limits', sum('tiers', rate * parent.most, lower == parent.parent.lower and grade == outer.level)))",
  "sum('tiers', rate, any('limits', any('tiers', parent.parent.upper == upper and outer.whole < lower)))",
  "newest('tiers', newest('limits', kind, most, most <= parent.upper), since)",
  "maxOf('tiers', since) >= issueDate and minOf('tiers', changed) < deadline",
  "valuesOf('tiers', grade) == null or includes(valuesOf('tiers', grade, since <= parent.issueDate), level)",
  "sum(chemicals, q * count('limits', kind == parent.kind)) + sum(chemicals, q, any('tiers', grade == parent.kind))",
  "newest(chemicals, q, sampleTime, not isNull(kind)) + newest('tiers', rate, changed, parent.startTime >= changed)",
  "count('tiers', outer.deptId.name == grade) + count('tiers', parent.deptId.name == grade and outer.done)",
  "overlapping('tiers', lower, upper) or overlapping('tiers', since, since + days(rate > 0 ? 400 : 1))",
  "overlapping('tiers', lower, upper, not isNull(lower))",
  "overlapping('tiers', upper, lower + 20000, open) and not overlapping('nothing', most, most)",
  "lookup('limits', count('tiers', lower < parent.most), safe)",
];

const NOW = '2026-05-01 12:34:56';
const ME = {
  userId: '7',
  account: 'zhang.anquan',
  realName: '张安全',
  deptId: null,
  deptIds: ['1', '2'],
  roles: ['1'],
  tenantId: '645967',
};

type Row = Readonly<Record<string, unknown>>;

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  limits: [
    { id: 1, kind: '1', most: 10, safe: false },
    { id: 2, kind: '重大隐患', most: 0.5, safe: null },
    { id: 3, kind: '1', most: 20, safe: true },
    { id: 4, kind: null, most: 1e6, safe: true },
  ],
  tiers: [
    { lower: 0, upper: 1000, rate: 0.0435, grade: '1', open: false, since: '2024-01-01', changed: DATE_TIMES[3] },
    { lower: 1000, upper: 10000.5, rate: 0.011, grade: '2', open: null, since: '2024-02-29', changed: null },
    { lower: 10000.5, upper: null, rate: 0.002, grade: '1', open: true, since: null, changed: DATE_TIMES[20] },
    { lower: null, upper: null, rate: null, grade: null, open: true, since: '9999-12-31', changed: DATE_TIMES[20] },
    { lower: -1, upper: 3, rate: -0.5, grade: '重大隐患', open: false, since: '2024-02-29', changed: null },
  ].map((row, index) => ({ id: index + 1, ...row })),
  nothing: [],
};

const SQL_TYPES: Record<GeneratedType, SqlType> = {
  number: 'numeric',
  boolean: 'boolean',
  text: 'text',
  date: 'date',
  dateTime: 'timestamptz',
  time: 'time',
};

const SUB_TABLE: Readonly<Record<string, GeneratedType>> = {
  q: 'number',
  Q: 'number',
  beta: 'number',
  safe: 'boolean',
  kind: 'text',
  made: 'date',
  sampleTime: 'dateTime',
  at: 'time',
};

function typed(names: Readonly<Record<GeneratedType, readonly string[]>>): Readonly<Record<string, GeneratedType>> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([type, keys]) => keys.map((key) => [key, type as GeneratedType])),
  );
}

const COLUMNS = typed(RECORD);
const ENTITY_COLUMNS = Object.fromEntries(Object.entries(ENTITIES).map(([key, names]) => [key, typed(names)]));
const quoted = (name: string) => `"${name}"`;

function tableRows(key: string): SqlRows {
  return {
    from: (alias) => `${key} as ${alias}`,
    orderBy: (alias) => `${alias}.id`,
    column(alias, name) {
      const type = ENTITY_COLUMNS[key]?.[name];
      return type === undefined ? undefined : { sql: `${alias}.${quoted(name)}`, type: SQL_TYPES[type] };
    },
  };
}

const column = (name: string) => {
  const type = COLUMNS[name];
  if (name === 'tags') return { sql: 't.tags', type: 'text[]' as const };
  return type === undefined ? undefined : { sql: `t.${quoted(name)}`, type: SQL_TYPES[type] };
};

const sqlEnvironment: SqlEnvironment = {
  column,
  member: (path) => column(path.join('.')),
  rows: (name) =>
    name === 'chemicals'
      ? jsonbRows(
          't.chemicals',
          Object.fromEntries(Object.entries(SUB_TABLE).map(([key, type]) => [key, SQL_TYPES[type]])),
        )
      : undefined,
  entity: (name) => (Object.hasOwn(TABLES, name) ? tableRows(name) : undefined),
  now: NOW,
  me: ME,
  settings: { limit: 2.5 },
  ranks: () => [{ key: '1', rank: 1 }],
  calendar: { holidays: new Set(), workdays: new Set() },
};

const scope = createScope({
  names: {
    ...Object.fromEntries(Object.entries(COLUMNS).filter(([name]) => !name.includes('.'))),
    deptId: { type: 'text', record: 'dept' },
    tags: { list: 'text' },
    chemicals: { type: { rows: 'chemicals' } },
  },
  records: { dept: { name: 'text' }, old: { amount: 'number', level: 'text' } },
  rows: { chemicals: SUB_TABLE },
  settings: { limit: { type: 'number' } },
  entities: Object.fromEntries(
    Object.entries(ENTITY_COLUMNS).map(([key, names]) => [
      key,
      { small: true, names: names as Record<string, ValueType> },
    ]),
  ),
  dictionaries: ['level'],
});

function environmentOf(row: Row): EvaluationEnvironment {
  return {
    names(name) {
      if (name === 'old') return { amount: row['old.amount'], level: row['old.level'] };
      if (name === 'deptId') return '1';
      return Object.hasOwn(row, name) ? row[name] : null;
    },
    reference: (path) => row[path.join('.')],
    now: NOW,
    me: ME,
    settings: { limit: 2.5 },
    calendar: { holidays: new Set(), workdays: new Set() },
    rank: (_, key) => (key === '1' ? 1 : null),
    lookup: (entity) => TABLES[entity] ?? [],
  };
}

function randomRows(count: number, seed: number): readonly Row[] {
  const { pick, chance } = createGenerator(seededRandom(seed));
  const value = (type: GeneratedType): unknown => {
    if (chance(0.2)) return null;
    if (type === 'number')
      return pick([...NUMBERS.filter((number) => Math.abs(number) < 1e6), 999, 1000, 10000.5, 20000]);
    if (type === 'boolean') return chance(0.5);
    if (type === 'date') return pick(DATES);
    if (type === 'dateTime') return pick(DATE_TIMES);
    return type === 'time' ? pick(TIMES) : pick([...TEXTS, '1', '1', '2']);
  };
  const values = (columns: Readonly<Record<string, GeneratedType>>) =>
    Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, value(type)]));
  return Array.from({ length: count }, (_, id) => ({
    id,
    ...values(COLUMNS),
    tags: pick(TAGS),
    chemicals: Array.from({ length: pick([0, 1, 3]) }, () => values(SUB_TABLE)),
  }));
}

const stored = (type: GeneratedType, place: string) =>
  type === 'dateTime' ? `${place}::timestamp at time zone 'Asia/Shanghai'` : `${place}::${SQL_TYPES[type]}`;

async function fill(
  client: pg.Client,
  table: string,
  columns: Readonly<Record<string, GeneratedType>>,
  rows: readonly Row[],
) {
  const names = Object.keys(columns);
  const ddl = Object.entries(columns).map(([name, type]) => `${quoted(name)} ${SQL_TYPES[type]}`);
  await client.query(`create table ${table} (id integer, ${[...ddl, 'tags text[]', 'chemicals jsonb'].join(', ')})`);
  const places = Object.values(columns).map((type, index) => stored(type, `$${index + 4}`));
  for (const row of rows) {
    await client.query(
      `insert into ${table} (id, tags, chemicals${names.map((name) => `, ${quoted(name)}`).join('')}) values ($1, $2, $3::jsonb${places.map((place) => `, ${place}`).join('')})`,
      [row.id, row.tags ?? null, JSON.stringify(row.chemicals ?? null), ...names.map((name) => row[name] ?? null)],
    );
  }
}

function casesOf(count: number, seed: number): readonly { readonly source: string; readonly node: ExpressionNode }[] {
  const generator = createGenerator(seededRandom(seed), {
    number: 0.5,
    boolean: 0.4,
    text: 0.4,
    date: 0.4,
    dateTime: 0.3,
  });
  const sources = [...DELIBERATE];
  while (sources.length < count) {
    const source = generator.make(generator.pick(['number', 'number', 'boolean', 'text', 'date', 'dateTime']));
    const isNested = Object.keys(TABLES).some((table) => source.includes(`'${table}'`));
    if (isNested && source.length < 1200) sources.push(source);
  }
  return sources.map((source) => {
    const parsed = parseExpression(source);
    if ('problems' in parsed) throw new Error(`${source}: ${parsed.problems[0]?.message}`);
    return { source, node: parsed.node };
  });
}

/** What a comparison found. */
interface AggregateComparison {
  readonly compared: number;
  /** The deepest nesting that was tried. */
  readonly faults: readonly string[];
}

/**
 * Makes expressions with aggregates over other entities, in each other up to the allowed depth, over sets with nulls,
 * ties and none at all, and compares what evaluation and PostgreSQL give for them.
 */
export async function compareAggregates(count: number, seed: number): Promise<AggregateComparison> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    await client.query("set timezone = 'America/New_York'; set datestyle = 'German'");
    const rows = randomRows(12, seed + 1);
    await fill(client, 't', COLUMNS, rows);
    for (const [key, columns] of Object.entries(ENTITY_COLUMNS)) await fill(client, key, columns, TABLES[key] ?? []);
    const environments = rows.map(environmentOf);
    const faults: string[] = [];
    let compared = 0;
    for (const { source, node } of casesOf(count, seed)) {
      faults.push(...checkExpression(node, scope).problems.map(({ message }) => `${source}: ${message}`));
      if (printExpression(node) !== printExpression(reparsed(node))) faults.push(`${source}: printed otherwise`);
      const fragment = compileExpressionSql(node, sqlEnvironment);
      const { text, values } = renderSql(asShownText(fragment, fragment.type));
      const answer = await client
        .query({ text: `select ${text} from t order by id`, values, rowMode: 'array' })
        .catch((error: Error) => error);
      if (answer instanceof Error) {
        faults.push(`${source}\n${text}\n${answer.message}`);
        continue;
      }
      for (const [index, environment] of environments.entries()) {
        const value = shownValue(evaluateExpression(node, environment));
        compared += 1;
        const found: unknown = answer.rows[index]?.[0];
        if (value === found) continue;
        faults.push(`${source}\n  row ${index}: evaluated ${value}, SQL ${String(found)}`);
        break;
      }
    }
    return { compared, faults: faults.slice(0, 10) };
  } finally {
    await client.end();
    await database.drop();
  }
}

function reparsed(node: ExpressionNode): ExpressionNode {
  const parsed = parseExpression(printExpression(node));
  if ('problems' in parsed) throw new Error(parsed.problems[0]?.message);
  return parsed.node;
}
