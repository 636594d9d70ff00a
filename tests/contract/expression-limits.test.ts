import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import { MAX_DEPTH, MAX_OPERATORS } from '../../src/core/expression/index.ts';
import { expectLinear } from '../fixtures/growth.ts';
import { buildFixtureModels } from '../fixtures/metadata.ts';
import { promised } from '../fixtures/patience.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';
import { type Walked, walk } from '../fixtures/walk-expressions.ts';

const chain = (operand: string, operator: string) => (count: number) =>
  Array<string>(count + 1)
    .fill(operand)
    .join(operator);

/** Each shape that a tree may grow in, with as many operators as asked for. */
const SHAPES: Readonly<Record<string, (operators: number) => string>> = {
  ...Object.fromEntries(['+', '-', '*', '/', '%'].map((operator) => [operator, chain('n', operator)])),
  ...Object.fromEntries([' and ', ' or '].map((operator) => [operator.trim(), chain('f', operator)])),
  'mixed signs': (count) => `n${Array.from({ length: count }, (_, at) => ['+n', '-n', '*n'][at % 3]).join('')}`,
  'mixed words': (count) => `f${Array.from({ length: count }, (_, at) => (at % 2 ? ' and f' : ' or f')).join('')}`,
  'else if': (count) => `${'o?n:'.repeat(count)}n`,
  'if in if': (count) => `${'f?'.repeat(count)}n${':n'.repeat(count)}`,
  'a chain in brackets': (count) => `${'abs('.repeat(MAX_DEPTH)}${chain('n', '+')(count)}${')'.repeat(MAX_DEPTH)}`,
  'brackets along a chain': (count) => {
    const deep = Math.floor(MAX_DEPTH / 2);
    return `${'n-(n*('.repeat(deep)}${chain('n', '+')(count - 2 * deep)}${'))'.repeat(deep)}`;
  },
};
const TOO_MANY = `一个表达式最多 ${MAX_OPERATORS} 个运算符，请拆成几个计算字段`;

/** Walks in a thread whose stack is half of what a main thread has: browsers and deep callers have less than Node. */
function walkWithLittleStack(sources: readonly string[]): Promise<readonly Walked[]> {
  const worker = new Worker(new URL('../fixtures/walk-expressions.ts', import.meta.url), {
    workerData: sources,
    resourceLimits: { stackSizeMb: 0.5 },
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

describe('an expression as long as it may be', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('passes everything that walks it in half the stack, and PostgreSQL', async () => {
    const walked = await walkWithLittleStack(Object.values(SHAPES).map((shape) => shape(MAX_OPERATORS)));
    for (const [index, name] of Object.keys(SHAPES).entries()) {
      const { problems, text = '', values = [], value } = walked[index] ?? { problems: [] };
      expect(problems, name).toEqual([]);
      const from = `from (values (2::numeric, true, false)) t(n, f, o)`;
      const { rows } = await client.query(`select (${text}) as value ${from}`, [...values]);
      const found: unknown = rows[0]?.value;
      expect(typeof found === 'string' ? Number(found) : found, name).toBe(value);
    }
  });

  it.each(Object.entries(SHAPES))('is refused with its place where it is longer: %s', (_, shape) => {
    for (const more of [1, 5]) {
      const { problems } = walk(shape(MAX_OPERATORS + more).slice(0, 4000));
      expect(problems).toEqual([{ message: expect.stringMatching(/^第 \d+ 个字符：/), at: expect.any(Number) }]);
      expect(problems[0]?.message).toContain(TOO_MANY);
    }
  });

  it('1,990 terms, which were an exception, are a sentence', () => {
    expect(walk(chain('n', '+')(1989)).problems).toEqual([{ message: `第 602 个字符：${TOO_MANY}`, at: 601 }]);
  });

  it.each(Object.entries(SHAPES))('costs no more than in proportion to its length: %s', async (_, shape) => {
    // A counter of its own in each source keeps it from the cache of parsed ones.
    let fresh = 0;
    await expectLinear(
      (size) => {
        fresh += 1;
        const sources = Array.from({ length: 8 }, (_, at) => `${shape(size)}${' '.repeat(8 * fresh + at)}`);
        return () => sources.map((source) => walk(source));
      },
      { largest: MAX_OPERATORS },
    );
  });
});

describe('what a query puts in for live fields', () => {
  const live = (compute: string): Property => ({ title: '值', field: 'calculate', type: 'number', compute });
  const built = (properties: Record<string, Property>): (() => unknown) => {
    const entity: Entity = {
      dialect: 1,
      entity: 'chained',
      title: '链',
      api: { service: 'safety', base: 'chained' },
      record: {
        type: 'object',
        properties: { name: { title: '名称', field: 'input', type: 'string' }, ...properties },
      },
      pages: { chained: { title: '链' } },
      permissions: { scope: { everyone: 'tenant' } },
    };
    return () => buildFixtureModels({ entities: { chains: [entity] }, shipped: [] });
  };
  const chained = (links: number, link: (before: string) => string) =>
    Object.fromEntries([
      ['v0', live('daysBetween(today(), today())')],
      ...Array.from({ length: links }, (_, index) => [`v${index + 1}`, live(link(`v${index}`))] as const),
    ]);

  it('is not doubled without end by fields that read each other twice', () => {
    expect(built(chained(8, (before) => `${before} + ${before}`))).not.toThrow();
    const started = process.cpuUsage();
    expect(built(chained(60, (before) => `${before} + ${before}`))).toThrow(
      /代入所读的实时计算字段后最多 20000 项，现有 \d+ 项/,
    );
    const { user } = process.cpuUsage(started);
    expect(user / 1000).toBeLessThan(promised(5000));
  });

  it('is not as deep as all its links together', () => {
    expect(built(chained(3, (before) => `${before}${' + 1'.repeat(100)}`))).not.toThrow();
    expect(built(chained(9, (before) => `${before}${' + 1'.repeat(100)}`))).toThrow(/最多 400 层，现有 \d+ 层/);
  });

  it('has no more branches than can stand in each other', () => {
    const branches = (count: number): Property => ({
      title: '档',
      field: 'calculate',
      type: 'string',
      options: { a: { title: '甲', order: 1 } },
      cases: [...Array.from({ length: count }, (_, at) => ({ when: `name == '${at}'`, value: 'a' })), { value: 'a' }],
    });
    expect(built({ grade: branches(390) })).not.toThrow();
    expect(built({ grade: branches(700) })).toThrow(/最多 400 层，现有 \d+ 层/);
  });
});
