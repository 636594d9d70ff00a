import { describe, expect, it } from 'vitest';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import type { WirePage } from '../../src/core/wire/contract.ts';
import { formatFigure, type StatisticsBlock } from '../../src/core/wire/statistics.ts';
import { type ProductClient, signIn } from '../fixtures/product-client.ts';
import { callOf, shippedModels } from '../fixtures/shipped-models.ts';

const { models } = await shippedModels();
const counted = models.filter(
  ({ source }) => source.statistics !== undefined && source.statistics.blocks !== undefined,
);

interface Checked {
  readonly name: string;
  readonly figure: number;
  readonly rows: number;
}

/** Pages on which an entity's blocks stand, and the list to which their figures lead. */
function placesOf(model: EntityModel) {
  const placed = Object.keys(model.source.statistics?.pages ?? {});
  const views = Object.values(model.pages).flatMap(({ code, kind }) => (kind.view === 'statistics' ? [code] : []));
  const lists = Object.values(model.pages).filter(({ kind, hidden }) => kind.view === 'list' && !hidden);
  return { pages: [...new Set([...placed, ...views])], list: model.source.statistics?.list ?? lists[0]?.code ?? '' };
}

async function answered<T>(client: ProductClient, model: EntityModel, kind: 'statistics' | 'page', query: object) {
  const [method, path] = callOf(model, kind) ?? ['', ''];
  const { page, ...rest } = query as Record<string, string>;
  const sent = method === 'GET' ? { query: { ...rest, page } } : { query: { page }, json: rest };
  const answer = await client.call<T>(method, path, sent);
  expect([path, query, answer.status, answer.body.msg]).toEqual([path, query, 200, answer.body.msg]);
  return answer.body.data;
}

async function figuresOf(client: ProductClient, model: EntityModel, page: string, list: string): Promise<Checked[]> {
  const { blocks } = await answered<{ blocks: StatisticsBlock[] }>(client, model, 'statistics', { page });
  const found: Checked[] = [];
  for (const block of blocks) {
    for (const { key, values } of [{ key: undefined, values: block.total }, ...block.rows]) {
      for (const [index, { key: measure, counts }] of block.columns.entries()) {
        const figure = values[index] ?? -1;
        if (!counts || figure === 0) continue;
        const name = formatFigure({ page, block: block.key, measure, key });
        const query = { page: list, figure: name, size: '1', exact: 'true' };
        const { total } = await answered<WirePage<unknown>>(client, model, 'page', query);
        found.push({ name, figure, rows: total });
      }
    }
  }
  return found;
}

/** Times that a page is asked while the demo plant is still being written, and conditions on the clock move on. */
const ATTEMPTS = 6;

/** How many figures a page has, and those whose list has another number of rows whenever both are asked. */
async function checkedPage(client: ProductClient, model: EntityModel, page: string, list: string) {
  for (let attempt = 1; ; attempt += 1) {
    const checked = await figuresOf(client, model, page, list);
    const wrong = checked.filter(({ figure, rows }) => figure !== rows);
    if (wrong.length === 0 || attempt === ATTEMPTS) return { figures: checked.length, wrong };
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  }
}

let figures = 0;

describe('the shipped statistics', () => {
  it('stand on pages of five entities at least', () => {
    expect(counted.filter((model) => placesOf(model).pages.length > 0).length).toBeGreaterThanOrEqual(5);
  });

  const cases = counted.flatMap((model) => {
    const { pages, list } = placesOf(model);
    return pages.map((page) => [model.key, page, model, list] as const);
  });

  it.each(cases)('list as many %s behind each figure of page %s as it says', async (_, page, model, list) => {
    // Whoever sees the whole company, and somebody whose own department it is.
    const accounts = [
      ['safety', 'safetyOfficer'],
      ['manager', 'deptManager'],
    ] as const;
    const grants = model.pages[page]?.grants ?? {};
    for (const [account, role] of accounts) {
      // Some pages are the safety department's alone.
      if (![role, 'everyone'].some((code) => grants[code]?.includes('view'))) continue;
      const answer = await checkedPage(await signIn(account), model, page, list);
      expect([account, answer.wrong]).toEqual([account, []]);
      figures += answer.figures;
    }
  });

  it('have been many', () => {
    expect(figures).toBeGreaterThan(100);
  });
});
