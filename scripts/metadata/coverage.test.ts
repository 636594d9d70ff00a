import { describe, expect, it, vi } from 'vitest';
import { type AskedPage, askedPages, cover, type Product, printCoverage, readProduct, run } from './coverage.ts';

const asked = (code: string): AskedPage => ({
  code,
  title: code,
  area: 'demo',
  path: `/demo/${code}`,
  entities: [code],
});

const product: Product = {
  pages: new Map([
    ['whole', { made: 'metadata', entity: 'whole' }],
    ['bare', { made: 'metadata', entity: 'bare' }],
    ['drawn', { made: 'screen' }],
    ['later', { made: 'coming' }],
  ]),
  entities: new Map([
    ['whole', { states: 3, transitions: 2, base: 'safety/whole' }],
    ['bare', { states: 2, transitions: 0, base: 'safety/who' }],
  ]),
  tests: [
    { file: 'tests/contract/a.test.ts', text: "call('safety/whole/page')" },
    { file: 'tests/e2e/stories/b.spec.ts', text: "goto('/demo/drawn')" },
    { file: 'tests/contract/c.test.ts', text: "call('safety/whom'), read('/demo/barely')" },
  ],
  rows: new Map([['whole', 7]]),
};

describe('the coverage', () => {
  const [whole, bare, drawn, later, missing] = cover(['whole', 'bare', 'drawn', 'later', 'none'].map(asked), product);

  it('counts states, transitions, tests and rows of the entity that serves a page', () => {
    expect(whole).toMatchObject({
      made: 'metadata',
      entity: 'whole',
      states: 3,
      transitions: 2,
      contracts: ['tests/contract/a.test.ts'],
      stories: [],
      rows: 7,
      gaps: [],
    });
  });

  it('names what is missing, and takes no longer name for a shorter one', () => {
    expect(bare?.gaps).toEqual(['没有测试', '没有演示数据', '有状态而没有流转']);
  });

  it('tells pages made by hand from those that are not built', () => {
    expect(drawn).toMatchObject({ made: 'screen', stories: ['tests/e2e/stories/b.spec.ts'], gaps: [] });
    expect(later).toMatchObject({ made: 'coming', gaps: ['还没有做'] });
    expect(missing).toMatchObject({ made: 'missing', gaps: ['没有页面'] });
    const printed = printCoverage([drawn, later, missing].flatMap((page) => page ?? []));
    expect(printed).toContain('demo：3 页，2 页有缺口');
    expect(printed).toMatch(
      /drawn drawn · 手写 .*\n.*later later · 未做 .*缺：还没有做\n.*none none · 没有 .*缺：没有页面/,
    );
  });

  it('finds no gap in base management and contractors, and refuses an area that nobody asks for', async () => {
    const told = vi.spyOn(console, 'log').mockImplementation(() => {});
    const refused = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect([await run(['base', 'contractor']), told.mock.calls.join('\n').match(/缺：.*/g)]).toEqual([0, null]);
    expect(await run(['basis'])).toBe(1);
    expect(refused.mock.calls.join()).toContain('没有名为“basis”的领域');
    vi.restoreAllMocks();
  });

  it('asks for each page once, and finds the address of each that is built in the menu', () => {
    const codes = askedPages().map(({ code }) => code);
    expect(codes).toHaveLength(new Set(codes).size);
    const { pages } = readProduct();
    expect(codes.filter((code) => pages.has(code)).length).toBeGreaterThan(80);
  });
});
