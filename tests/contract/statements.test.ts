import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { createPlatformTables } from '../../server/assembly/platform-tables.ts';
import { applyDatabasePlan } from '../../server/ground/database/apply-plan.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
import { judgedSqlWorld } from '../../server/metadata/judge/judge-statements.ts';
import { prepareStatements } from '../../server/metadata/judge/prepare-statements.ts';
import type { MetadataFile } from '../../server/metadata/metadata-files.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { statementsOf } from '../../src/compile/sql/statements.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { FUNCTIONS, type FunctionName } from '../../src/core/expression/index.ts';
import { patient } from '../fixtures/patience.ts';
import type { TestDatabase } from '../fixtures/postgres.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  database = createPlatformDatabase({ appUrl: own.appUrl, ownerUrl: own.ownerUrl, connections: 2 });
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
});

afterAll(async () => {
  await database?.close();
  await own?.drop();
});

/** A row with a stored and a live column of each kind; `now` makes the second one live. */
const rowFields = {
  amount: { title: '数量', field: 'number', type: 'number', scale: 2 },
  liveAmount: {
    title: '现数量',
    field: 'calculate',
    type: 'number',
    scale: 2,
    compute: 'amount + daysBetween(at, today())',
  },
  at: { title: '时间', field: 'date', type: 'string', format: 'date-time' },
  liveAt: {
    title: '现时间',
    field: 'calculate',
    type: 'string',
    format: 'date-time',
    compute: 'at < now() ? at : now()',
  },
  kind: {
    title: '种类',
    field: 'radio',
    type: 'string',
    options: { a: { title: '甲', order: 10 }, b: { title: '乙', order: 20 } },
  },
  liveKind: {
    title: '现种类',
    field: 'calculate',
    type: 'string',
    options: { a: { title: '甲', order: 10 }, b: { title: '乙', order: 20 } },
    cases: [{ when: 'at < now()', value: 'a' }, { value: 'b' }],
  },
} as const;

const entity = (key: string, properties: object, more: object = {}): Entity =>
  ({
    dialect: 1,
    entity: key,
    title: key === 'trainSign' ? '签到' : '培训',
    api: { service: 'safety', base: `demo/${key}` },
    record: { type: 'object', properties },
    import: { none: '测试' },
    ...more,
  }) as unknown as Entity;

const FUNCTION_NAMES = Object.keys(FUNCTIONS) as FunctionName[];

/** Calls of every function over rows, each with a stored and with a live column, by what they give. */
function calls(
  side: 'stored' | 'live',
): readonly { readonly source: string; readonly gives: 'number' | 'boolean' | 'other' }[] {
  const name = (plain: string) =>
    side === 'stored' ? plain : `live${plain.slice(0, 1).toUpperCase()}${plain.slice(1)}`;
  const amount = name('amount');
  const at = name('at');
  const kind = name('kind');
  const holds = `${kind} in ['a', 'b']`;
  const arguments_: Readonly<Record<string, readonly [string, 'number' | 'boolean' | 'other']>> = {
    sum: [`trainSign, ${amount}`, 'number'],
    count: [`trainSign, ${holds}`, 'number'],
    avg: [`trainSign, ${amount}`, 'number'],
    minOf: [`trainSign, ${amount}`, 'number'],
    maxOf: [`trainSign, ${at}`, 'other'],
    any: [`trainSign, ${holds}`, 'boolean'],
    all: [`trainSign, ${amount} > 1`, 'boolean'],
    latest: [`trainSign, ${at}, ${kind}`, 'other'],
    valuesOf: [`trainSign, ${kind}, ${holds}`, 'other'],
    overlapping: [`trainSign, ${amount}, ${amount} + 1, ${holds}`, 'boolean'],
    exists: [`'trainSign', plan == parent.id and ${holds}`, 'boolean'],
    total: [`'trainSign', ${amount}, plan == parent.id`, 'number'],
    first: [`'trainSign', ${kind}, plan == parent.id`, 'other'],
    newest: [`'trainSign', ${kind}, at, plan == parent.id`, 'other'],
  };
  const overEntity: typeof arguments_ = {
    sum: [`'trainSign', ${amount}, plan == parent.id`, 'number'],
    count: [`'trainSign', plan == parent.id and ${holds}`, 'number'],
    avg: [`'trainSign', ${amount}, plan == parent.id`, 'number'],
    minOf: [`'trainSign', ${amount}, plan == parent.id`, 'number'],
    maxOf: [`'trainSign', ${at}, plan == parent.id`, 'other'],
    overlapping: [`'trainSign', ${kind}, ${kind}, plan == parent.id`, 'boolean'],
    any: [`'trainSign', plan == outer.id and ${holds}`, 'boolean'],
    all: [`'trainSign', ${amount} > 1, plan == parent.id`, 'boolean'],
    valuesOf: [`'trainSign', ${kind}, plan == parent.id`, 'other'],
  };
  return [...Object.entries(arguments_), ...Object.entries(overEntity)].map(([call, [list, gives]]) => {
    if (call === 'latest') return { source: `count(latest(${list})) > 0`, gives: 'boolean' };
    if (call === 'valuesOf') return { source: `size(${call}(${list}))`, gives: 'number' };
    if (gives === 'other') return { source: `isNull(${call}(${list}))`, gives: 'boolean' };
    return { source: `${call}(${list})`, gives };
  });
}

/** Places of an entity's file whose expressions become SQL. */
const PLACES = {
  computed: (source: string, gives: string) =>
    entity('trainPlan', {
      name: { title: '名称', field: 'input', type: 'string' },
      found: {
        title: '结果',
        field: 'calculate',
        ...(gives === 'number'
          ? { type: 'number', compute: source }
          : { type: 'string', options: { y: { title: '是', order: 10 } }, cases: [{ when: source, value: 'y' }] }),
      },
    }),
  page: (source: string, gives: string) =>
    entity(
      'trainPlan',
      { name: { title: '名称', field: 'input', type: 'string' } },
      {
        pages: {
          trainPlan: { title: '培训', columns: ['name'], where: gives === 'number' ? `${source} > 0` : source },
        },
      },
    ),
  scope: (source: string, gives: string) =>
    entity(
      'trainPlan',
      { name: { title: '名称', field: 'input', type: 'string' } },
      { permissions: { scope: { worker: { where: gives === 'number' ? `${source} > 0` : source } } } },
    ),
  measure: (source: string, gives: string) =>
    entity(
      'trainPlan',
      { name: { title: '名称', field: 'input', type: 'string' } },
      {
        statistics: {
          measures: { m: { title: '指标', kind: 'count', where: gives === 'number' ? `${source} > 0` : source } },
        },
      },
    ),
};

const sign = entity(
  'trainSign',
  { plan: { title: '培训', field: 'reference', type: 'string', ref: { entity: 'trainPlan' } }, ...rowFields },
  { parent: { entity: 'trainPlan', field: 'plan' } },
);

function filesOf(...entities: readonly Entity[]): MetadataFile[] {
  return entities.map((one, index) => {
    const content = JSON.stringify(one);
    const file = `schemas/areas/demo/${one.entity}.entity.json`;
    return { kind: 'entity', key: one.entity, area: 'demo', file, content, hash: `${index} ${content}` };
  });
}

const cases = (['stored', 'live'] as const).flatMap((side) =>
  calls(side).flatMap(({ source, gives }) =>
    Object.entries(PLACES).map(([place, make]) => [side, place, source, make(source, gives)] as const),
  ),
);

describe('what lint lets pass the database can run', () => {
  it('tries every function over rows', () => {
    const over = FUNCTION_NAMES.filter((name) => FUNCTIONS[name].aggregate === true);
    const tried = calls('stored').map(({ source }) => /\w+(?=\((?:'?trainSign))/.exec(source)?.[0]);
    // `lookup` reads small entities, `within` trees: their columns are stored or refused as those of `first` are.
    expect([...new Set([...tried, 'lookup', 'within'])].sort()).toEqual([...over].sort());
  });

  it('refuses live columns of rows, and runs stored ones', { timeout: patient(120_000) }, async () => {
    const [first] = cases;
    if (first === undefined) throw new Error('no cases');
    const tables = checkWorld(filesOf(first[3], sign));
    expect(tables.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    await applyDatabasePlan(database, [...tables.models.values()]);
    const wrong: string[] = [];
    let refused = 0;
    for (const [side, place, source, plan] of cases) {
      const { models, parsed, problems } = checkWorld(filesOf(plan, sign));
      const errors = problems.filter(({ severity, file }) => severity === 'error' && file.includes('trainPlan'));
      if (errors.length > 0) {
        refused += 1;
        if (side === 'stored') wrong.push(`${place} ${source}: ${errors[0]?.message}`);
        if (side === 'live' && !errors.some(({ message }) => message.includes('读取时才算出'))) {
          wrong.push(`${place} ${source}: ${errors[0]?.message}`);
        }
        continue;
      }
      const found = await prepareStatements(database, '000000', [...models.values()], judgedSqlWorld(models, parsed));
      for (const problem of found.problems) wrong.push(`${place} ${source}: ${problem.message}`);
      if (side === 'live') wrong.push(`${place} ${source}: not refused`);
    }
    expect(wrong).toEqual([]);
    expect(refused).toBe(cases.length / 2);
  });

  it('prepares every statement of what is shipped on empty tables', { timeout: patient(300_000) }, async () => {
    const { models, parsed } = checkWorld(readMetadataFiles('schemas'), { texts: false });
    await applyDatabasePlan(database, [...models.values()]);
    const world = judgedSqlWorld(models, parsed);
    const { problems, prepared } = await prepareStatements(database, '000000', [...models.values()], world);
    console.info(`${prepared} statements of ${models.size} entities`);
    expect(problems).toEqual([]);
    expect(prepared).toBe([...models.values()].reduce((sum, model) => sum + statementsOf(model, world).length, 0));
  });
});
