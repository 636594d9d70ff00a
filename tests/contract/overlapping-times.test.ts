import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
import {
  compileExpressionSql,
  type EvaluationEnvironment,
  evaluateExpression,
  jsonbRows,
  parseExpression,
  renderSql,
  type SqlEnvironment,
} from '../../src/core/expression/index.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

/** Texts that are times of day, to the minute or the second, and what people leave in such a field besides. */
const TEXTS = ['00:00', '00:00:00', '06:00', '06:00:00', '06:30', '12:15:30', '22:00', '23:59', '23:59:59'];
const NO_TIMES = [null, null, '', '6:00', '早班', '06:00 ', '06-00'];
const TIMES = ['00:00:00', '06:00:00', '06:30:00', '12:15:30', '22:00:00', '23:59:59'];

const NOW = '2026-05-01 12:34:56';
const ME = { userId: '', account: '', realName: '', deptId: null, deptIds: [], roles: [], tenantId: '645967' };
const calendar = { holidays: new Set<string>(), workdays: new Set<string>() };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** Sets of one to four rows with a time each at which they begin and end. */
function setsOf(count: number, seed: number) {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const text = () => pick(random() < 0.2 ? NO_TIMES : TEXTS);
  const time = () => (random() < 0.15 ? null : pick(TIMES));
  return Array.from({ length: count }, () =>
    Array.from({ length: pick([1, 2, 2, 3, 4]) }, () => ({ from: text(), to: text(), begin: time(), end: time() })),
  );
}

it.each(['overlapping(slots, from, to)', 'overlapping(slots, begin, end)'])(
  '%s says the same of times of day in PostgreSQL and beside it',
  async (source) => {
    const parsed = parseExpression(source);
    if ('problems' in parsed) throw new Error(parsed.problems[0]?.message);
    const columns = { from: 'text', to: 'text', begin: 'time', end: 'time' } as const;
    const environment: SqlEnvironment = {
      ...{ now: NOW, me: ME, settings: {}, calendar, ranks: () => [], entity: () => undefined },
      ...{ column: () => undefined, member: () => undefined },
      rows: (name) => (name === 'slots' ? jsonbRows('t.slots', columns) : undefined),
    };
    const sets = setsOf(1_500, 20_261_130);
    const { text, values } = renderSql(compileExpressionSql(parsed.node, environment));
    const { rows } = await client.query<{ found: boolean }>(
      `select ${text} as found from jsonb_array_elements($${values.length + 1}::jsonb) with ordinality as t(slots, place) order by place`,
      [...values, JSON.stringify(sets)],
    );
    const evaluated = sets.map((slots) => {
      const names: EvaluationEnvironment = {
        ...{ now: NOW, me: ME, settings: {}, calendar, rank: () => null, lookup: () => [], reference: () => null },
        names: (name) => (name === 'slots' ? slots : null),
      };
      return evaluateExpression(parsed.node, names);
    });
    const different = sets.filter((_, at) => evaluated[at] !== rows[at]?.found);
    expect(different.slice(0, 5)).toEqual([]);
    // Both answers are many.
    const overlapping = evaluated.filter((one) => one === true).length;
    expect(overlapping).toBeGreaterThan(300);
    expect(sets.length - overlapping).toBeGreaterThan(300);
  },
);
