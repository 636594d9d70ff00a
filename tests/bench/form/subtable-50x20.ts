import type { Browser } from 'playwright';
import { type Bench, type BenchRow, progress } from '../harness/bench.ts';
import { openBrowser, servePage } from '../harness/browser.ts';
import { pressKeys } from '../harness/keys.ts';
import { median, percentile, rounded } from '../harness/statistics.ts';
import type { TableSide } from '../pages/table-page.tsx';
import { TABLE_COLUMNS, TABLE_ROWS } from './table-mix.ts';

const ROUNDS = 5;
const SIDES: readonly TableSide[] = ['hand', 'generated'];
/** Most milliseconds from a key to its paint, at the 95th percentile. */
const STROKE_LIMIT = 50;
/** Most milliseconds that a paste of 100 rows of 20 columns may take. */
const PASTE_LIMIT = 1000;

interface Visit {
  readonly mount: number;
  readonly strokes: readonly number[];
  readonly paste: number;
}

/**
 * A table of 50 rows and 20 columns, generated from metadata, against the same table written by hand with antd's
 * Form.List: time to mount, and from real keys in a text, a number that a calculation reads and a cell of the last row
 * until they are painted. Keystrokes have a limit of their own, 50 ms at p95, and a paste a second.
 */
export const bench: Bench = {
  name: 'subtable-50x20',
  async *run() {
    progress('正在构建测量页面 …');
    const page = await servePage('table');
    const browser = await openBrowser();
    try {
      const visits: Record<TableSide, Visit[]> = { hand: [], generated: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        progress(`第 ${round + 1} / ${ROUNDS} 轮`);
        for (let turn = 0; turn < SIDES.length; turn += 1) {
          const side = SIDES[(round + turn) % SIDES.length] ?? 'hand';
          visits[side].push(await visit(browser, page.url, side));
        }
      }
      const { hand, generated } = visits;
      yield row('subtable-50x20-mount', generated, hand, (one) => [one.mount]);
      const strokes = row('subtable-50x20', generated, hand, (one) => one.strokes);
      yield strokes;
      const pastes = generated.map((one) => one.paste);
      progress(`粘贴 ${TABLE_ROWS * 2} 行 20 列到绘制完成的中位数 ${rounded(median(pastes))} ms`);
      if (strokes.p95 > STROKE_LIMIT) {
        throw new Error(`击键到绘制的 p95 为 ${strokes.p95} ms，超过 ${STROKE_LIMIT} ms`);
      }
      if (median(pastes) > PASTE_LIMIT) throw new Error(`粘贴超过 ${PASTE_LIMIT} ms`);
    } finally {
      await browser.close();
      await page.close();
    }
  },
};

function row(
  name: string,
  ours: readonly Visit[],
  hand: readonly Visit[],
  sample: (visit: Visit) => readonly number[],
): BenchRow {
  const [own, other] = [ours.flatMap(sample), hand.flatMap(sample)];
  return {
    bench: name,
    ratio: rounded(median(own) / median(other)),
    p50: rounded(median(own)),
    p95: rounded(percentile(own, 0.95)),
    unit: 'ms',
    against: `手写 antd Form.List ${rounded(median(other))} ms（p95 ${rounded(percentile(other, 0.95))}）`,
  };
}

const PIECE = Array.from({ length: TABLE_ROWS * 2 }, (_, index) =>
  TABLE_COLUMNS.map(({ kind }) =>
    kind === 'input'
      ? `粘贴${index}`
      : kind === 'select'
        ? '乙类'
        : kind === 'date'
          ? '2026-03-04'
          : kind === 'checkbox'
            ? '是'
            : '12.5',
  ).join('\t'),
).join('\n');

async function visit(browser: Browser, url: string, side: TableSide): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(url);
    await page.waitForFunction(() => window.table !== undefined);
    // The first one loads what a table needs.
    await page.evaluate(async (side) => {
      await window.table.mount(side);
      await window.table.clear();
    }, side);
    const mount = await page.evaluate((side) => window.table.mount(side), side);
    const counts = await page.evaluate(() => window.table.counts());
    if (counts.rows !== TABLE_ROWS || counts.cells !== TABLE_ROWS * TABLE_COLUMNS.length) {
      throw new Error(`子表不全：${JSON.stringify(counts)}`);
    }
    const strokes: number[] = [];
    // The first keys of a page compile what each key needs.
    for (const [at, column, text, counts] of [
      [2, 'c0', 'abc', false],
      [2, 'c1', '12', false],
      [3, 'c0', 'abcdefghij', true],
      [25, 'c1', '1234567', true],
      [TABLE_ROWS - 1, 'c7', 'klmnopqrst', true],
    ] as const) {
      await page.evaluate(([side, at, column]) => window.table.focus(side, at, column), [side, at, column] as const);
      // A cell becomes an input once it has the focus.
      await page.waitForFunction(
        ([at, column]) => document.activeElement?.matches(`tr[data-row="${at}"] td[data-column="${column}"] input`),
        [at, column] as const,
      );
      await pressKeys(page, ['End', ...text]);
      const measured = await page.evaluate(() => window.table.strokes());
      if (measured.length !== text.length) throw new Error(`${text.length} 次击键只测到 ${measured.length} 次`);
      if (counts) strokes.push(...measured);
    }
    const paste = side === 'hand' ? 0 : await page.evaluate((piece) => window.table.paste(piece), PIECE);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return { mount, strokes, paste };
  } finally {
    await page.close();
  }
}
