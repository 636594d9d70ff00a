import { describe, expect, test } from 'vitest';
import {
  compileExpressionSql,
  type ExpressionNode,
  ExpressionTypeError,
  jsonbRows,
  OutOfReachError,
  parseExpression,
  quoteIdentifier,
  quoteText,
  renderSql,
  type SqlColumn,
  type SqlEnvironment,
  type SqlOptions,
  type SqlType,
} from './index.ts';

const TYPES: Record<string, SqlType> = {
  amount: 'numeric',
  whole: 'integer',
  level: 'text',
  done: 'boolean',
  issueDate: 'date',
  deadline: 'timestamptz',
  tags: 'text[]',
  files: 'json',
  'deptId.name': 'text',
  'old.level': 'text',
  place: 'json',
};

function column(name: string): SqlColumn | undefined {
  if (name === 'code') return { sql: 't."code"', type: 'text', notNull: true };
  if (name === 'old.none') return { sql: 't."old.none"', type: 'text', isNull: true };
  if (name === 'price') return { sql: 't."price"', type: 'numeric', precision: 12, scale: 2 };
  if (name === 'large') return { sql: 't."large"', type: 'numeric', precision: 60 };
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  return type === undefined ? undefined : { sql: `t."${name}"`, type };
}

const env: SqlEnvironment = {
  column,
  member: (path) => column(path.join('.')),
  rows: (name) =>
    name === 'chemicals' ? jsonbRows('t."chemicals"', { q: 'numeric', kind: 'text', labels: 'text[]' }) : undefined,
  now: '2026-05-01 12:00:00',
  me: {
    userId: '7',
    account: null,
    realName: null,
    deptId: null,
    deptIds: ['1', '2'],
    roles: ['admin'],
    tenantId: '1',
  },
  settings: { limit: 3, limits: [1, 2] },
};

function nodeOf(source: string): ExpressionNode {
  const result = parseExpression(source);
  if ('node' in result) return result.node;
  throw new Error(result.problems.map((problem) => problem.message).join());
}

function render(source: string, options: SqlOptions = {}): [string, unknown[]] {
  const { text, values } = renderSql(compileExpressionSql(nodeOf(source), env, options));
  return [text, values];
}

describe('as a value', () => {
  test.each<[string, string, unknown[]]>([
    ["level == '1'", 'coalesce(t."level" = $1::text, false)', ['1']],
    ["code == '1'", 't."code" = $1::text', ['1']],
    ['level == old.level', 't."level" is not distinct from t."old.level"', []],
    ['level == old.none', 't."level" is null', []],
    ['old.none != level', 't."level" is not null', []],
    ['code == old.none', 'false', []],
    ['level > old.none', 'false', []],
    ["coalesce(old.none, 'x') == code", 'coalesce(t."old.none", $1::text) = t."code"', ['x']],
    ["level != '1'", 't."level" is distinct from $1::text', ['1']],
    ['level == null', 't."level" is null', []],
    ['level == me.deptId', 't."level" is null', []],
    ['code != null', 'true', []],
    ['amount < null', 'false', []],
    ['amount > 5', 'coalesce(t."amount" > $1::numeric, false)', ['5']],
    ['whole > 5', 'coalesce(t."whole" > $1::integer, false)', ['5']],
    ['whole > 5.5', 'coalesce(t."whole"::numeric > $1::numeric, false)', ['5.5']],
    ["level < 'b'", 'coalesce(t."level" collate "C" < $1::text, false)', ['b']],
    ['not done', 'not coalesce(t."done", false)', []],
    ['price * whole', 't."price" * t."whole"::numeric', []],
    ['price / 3', 'div(t."price" * 1e30, $1::numeric) * 1e-30', ['3']],
    ['price / 0', 'null::numeric', []],
    ['amount + null', 'null::numeric', []],
    ['round(price, 1)', 'round(t."price", 1)', []],
    ["done ? '1' : level", 'case when t."done" then $1::text else t."level" end', ['1']],
    // Either branch may be without a value, and so may the whole.
    [
      '(done ? code : level) == code',
      'coalesce(case when t."done" then t."code" else t."level" end = t."code", false)',
      [],
    ],
    [
      "deadline in [now(), '2026-01-01 08:00:00']",
      `coalesce(t."deadline" = ($1::timestamp at time zone 'Asia/Shanghai') or t."deadline" = ($2::timestamp at time zone 'Asia/Shanghai'), false)`,
      ['2026-05-01 12:00:00', '2026-01-01 08:00:00'],
    ],
    [
      "period(issueDate, 'month') == level",
      `to_char(t."issueDate"::timestamp, 'YYYY-MM') is not distinct from t."level"`,
      [],
    ],
    ['year(deadline)', 'extract(year from (t."deadline" at time zone \'Asia/Shanghai\'))', []],
    ['length(level)', 'coalesce(length(t."level"), 0)', []],
    ["1 + setting('limit') * 2", '$1::numeric', ['7']],
    ["hasRole('admin')", 'true', []],
    ["'a'", '$1::text', ['a']],
    ['not (null in tags)', 'not false', []],
    ['not (code == null)', 'not false', []],
    ['not (level in [])', 'not false', []],
    ['level in tags', 'coalesce(t."level" = any(t."tags"), false)', []],
    ["amount in setting('limits')", 'coalesce(t."amount" = any($1::numeric[]), false)', [['1', '2']]],
    ['daysBetween(issueDate, now())', '$1::date - t."issueDate"', ['2026-05-01']],
    ["startOf(issueDate, 'week')", `(date_trunc('week', t."issueDate"::timestamp))::date`, []],
    ["period(issueDate, 'quarter')", `to_char(t."issueDate"::timestamp, 'YYYY-"Q"Q')`, []],
    ['large * large', 'case when abs(t."large" * t."large") <= 1e100::numeric then t."large" * t."large" end', []],
    [
      'sum(chemicals, q)',
      `coalesce((select sum(a2.v) from (select (r1.item__->>'q')::numeric as v from jsonb_array_elements(case when jsonb_typeof(t."chemicals") = 'array' then t."chemicals" end) with ordinality as r1(item__, place__)) as a2), 0)`,
      [],
    ],
  ])('%s', (source, text, values) => {
    expect(render(source)).toEqual([text, values]);
  });
});

describe('as a condition, bare and indexable', () => {
  test.each<[string, string, unknown[]]>([
    ["level == '1'", 't."level" = $1::text', ['1']],
    ["'1' == level", '$1::text = t."level"', ['1']],
    ["hasAll(tags, ['1', null, '2'])", 't."tags" @> $1::text[]', [['1', '2']]],
    ['hasAll(tags, [])', 'true', []],
    ["meets(tags, ['1'])", 't."tags" && $1::text[]', [['1']]],
    ["level == '1' and amount >= 5", '(t."level" = $1::text) and (t."amount" >= $2::numeric)', ['1', '5']],
    ['issueDate <= today()', 't."issueDate" <= $1::date', ['2026-05-01']],
    ["issueDate >= '2026-01-01'", 't."issueDate" >= $1::date', ['2026-01-01']],
    [
      'deadline < now() + days(1)',
      't."deadline" < ($1::timestamp at time zone \'Asia/Shanghai\')',
      ['2026-05-02 12:00:00'],
    ],
    ["level in ['1', '2', null]", 't."level" = any($1::text[])', [['1', '2']]],
    ["level in ['1']", 't."level" = $1::text', ['1']],
    ['level in me.deptIds', 't."level" = any($1::text[])', [['1', '2']]],
    ['level in []', 'false', []],
    ["'1' in tags", 't."tags" @> array[$1::text]', ['1']],
    ["contains(level, '50%_')", 't."level" like $1::text', ['%50\\%\\_%']],
    ["startsWith(level, 'a')", 't."level" like $1::text', ['a%']],
    ['done', 't."done"', []],
    ["not (level == '1')", 'not coalesce(t."level" = $1::text, false)', ['1']],
    ["deptId.name == '一车间'", 't."deptId.name" = $1::text', ['一车间']],
  ])('%s', (source, text, values) => {
    expect(render(source, { position: 'condition' })).toEqual([text, values]);
  });
});

describe('rows of a sub-table', () => {
  const from = `jsonb_array_elements(case when jsonb_typeof(t."chemicals") = 'array' then t."chemicals" end) with ordinality as r1(item__, place__)`;

  test.each<[string, string]>([
    [
      'newest(chemicals, q, kind)',
      `(select (r1.item__->>'q')::numeric from ${from} order by (r1.item__->>'kind') collate "C" desc nulls last, r1.place__ desc limit 1)`,
    ],
    ['newest(chemicals, q, 1)', `(select (r1.item__->>'q')::numeric from ${from} order by r1.place__ desc limit 1)`],
    [
      'count(chemicals, kind == old.level)',
      `(select count(*) from ${from} where ((r1.item__->>'kind') is not distinct from t."old.level"))`,
    ],
    [
      'all(chemicals, kind == old.level)',
      `not exists (select 1 from ${from} where (not ((r1.item__->>'kind') is not distinct from t."old.level")))`,
    ],
    [
      'count(chemicals, kind == parent.level)',
      `(select count(*) from ${from} where ((r1.item__->>'kind') is not distinct from t."level"))`,
    ],
  ])('%s', (source, text) => {
    expect(render(source)).toEqual([text, []]);
  });

  test('a list in a cell is read as a list', () => {
    expect(render("count(chemicals, 'a' in labels)")).toEqual([
      `(select count(*) from ${from} where ((case when jsonb_typeof(r1.item__->'labels') = 'array' then (select array_agg(e.v::text order by e.o) from jsonb_array_elements_text(r1.item__->'labels') with ordinality as e(v, o)) end) @> array[$1::text]))`,
      ['a'],
    ]);
  });
});

test('the end of a period in the plant’s zone, and no year beyond 9999', () => {
  expect(render("endOf(deadline, 'month')")[0]).toBe(
    `(select case when v1.v < date '10000-01-01' then v1.v end from (select (date_trunc('month', (t."deadline" at time zone 'Asia/Shanghai')::timestamp) + interval '1 month' - interval '1 second') as v offset 0) as v1)`,
  );
});

test('a distance takes both coordinates of both places', () => {
  const [text] = render('distance(place, place)');
  expect(text).toContain(
    'power(cos(g1.y2) * sin(g1.x2 - g1.x1), 2) + power(cos(g1.y1) * sin(g1.y2) - sin(g1.y1) * cos(g1.y2) * cos(g1.x2 - g1.x1), 2)',
  );
  expect(text).toContain('sin(g1.y1) * sin(g1.y2) + cos(g1.y1) * cos(g1.y2) * cos(g1.x2 - g1.x1)');
});

test('a name keeps its quotes as a name', () => {
  expect([quoteIdentifier('a"b'), quoteText("a'b")]).toEqual(['"a""b"', "'a''b'"]);
});

test('text needs no collation where the database orders by code point', () => {
  const fragment = compileExpressionSql(
    nodeOf("level < 'b'"),
    { ...env, codePointCollation: true },
    { position: 'condition' },
  );
  expect(renderSql(fragment).text).toBe('t."level" < $1::text');
});

test('parameters are numbered from where the caller is', () => {
  const fragment = compileExpressionSql(nodeOf("level == '1' and amount > 5"), env, { position: 'condition' });
  expect(renderSql(fragment, 4).text).toBe('(t."level" = $4::text) and (t."amount" > $5::numeric)');
});

test('the result takes the type of its place', () => {
  expect(render('deadline + hours(1)', { as: 'timestamptz' })[0]).toMatch(
    /^\(\(select case .* at time zone 'Asia\/Shanghai'\)$/,
  );
  expect(render('today()', { as: 'date' })).toEqual(['$1::date', ['2026-05-01']]);
  for (const source of ['amount > 1', 'amount < null', 'code == null']) {
    expect(compileExpressionSql(nodeOf(source), env)).toMatchObject({ type: 'boolean', nullable: false });
  }
});

test('products that may leave 1e100 or forty decimals are guarded, others are not', () => {
  expect(render('price * price * price * price')[0]).not.toMatch(/trunc|1e100/);
  expect(render('amount * amount * amount')[0]).toBe('trunc((t."amount" * t."amount") * t."amount", 40)');
  expect(render('price * price * price * price * price * price * price * price * price * price * price')[0]).toContain(
    '1e100',
  );
});

test('a long sum needs no guard', () => {
  const terms = Array<string>(300).fill('amount').join(' + ');
  expect(render(terms)[0]).not.toContain('1e100');
});

describe('refusals', () => {
  test.each([
    'nothing',
    'constructor',
    'deptId.toString',
    'sum(gas, 1)',
    'sum(chemicals, parent.nothing)',
    'toString()',
    'level + 1',
    'issueDate < amount',
  ])('%s', (source) => {
    expect(() => render(source)).toThrow(ExpressionTypeError);
  });

  test.each([
    ["lookup('gasLimit', upper, true)", 'lookup'],
    ["exists('gasLimit', true)", 'exists'],
    ["awaiting(me, 'delay')", 'awaiting'],
    ['isHoliday(issueDate)', 'isHoliday'],
    ['workdays(issueDate, today())', 'workdays'],
    ["rank('peril-level', level)", 'rank'],
  ])('%s says that it is not yet alive', (source, name) => {
    expect(() => render(source)).toThrow(OutOfReachError);
    expect(() => render(source)).toThrow(`此处无法取得：${name}`);
  });

  test('a zone that could leave its quotes', () => {
    expect(() => compileExpressionSql(nodeOf('deadline < now()'), { ...env, zone: "x'; drop" })).toThrow(
      ExpressionTypeError,
    );
  });
});
