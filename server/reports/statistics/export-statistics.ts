import type { OperationModel } from '../../../src/core/model/entity-model.ts';
import { withAside } from '../../../src/core/text/punctuate.ts';
import { say } from '../../../src/core/text/say.ts';
import type { Counted, StatisticsBlock, StatisticsColumn } from '../../../src/core/wire/statistics.ts';
import { writeAudit } from '../../records/audit/audit.ts';
import { requireAction } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { textArgument } from '../../records/call/text-argument.ts';
import { pageOf } from '../../records/list/list.ts';
import { createGate } from '../spreadsheet/gate.ts';
import { madeFile, StreamAnswer, XLSX } from '../spreadsheet/stream-answer.ts';
import { addRow, addSheet, type OpenWorkbook, openWorkbook, sheetName } from '../spreadsheet/workbook.ts';
import { readStatistics } from './statistics.ts';

const gate = createGate(2);

/** Characters of what a person says of his filters. */
const SAID = 2_000;

/**
 * The blocks as a workbook, a sheet for each, with a last one that says of what, for whom and when. Needs the button
 * `export`, and is logged. `said` is what the filters are in the person's words.
 */
export async function exportStatistics(
  call: EntityCall,
  operation: OperationModel,
  args: Readonly<Record<string, unknown>>,
): Promise<StreamAnswer> {
  requireAction(call, 'export', say('导出'));
  const { said, ...asked } = args;
  const { blocks } = await readStatistics(call, operation, asked);
  const page = pageOf(asked);
  const title = (page === undefined ? undefined : call.model.pages[page]?.title) ?? call.model.title;
  const content = await gate(() =>
    madeFile(async (path) => {
      const workbook = openWorkbook(path, true);
      writeBlocks(workbook, blocks);
      writeOrigin(call, workbook, title, (textArgument(said) ?? '').slice(0, SAID));
      await workbook.commit();
    }),
  );
  await logExport(call, blocks);
  return new StreamAnswer(XLSX, `${title}-${call.now.slice(0, 10).replaceAll('-', '')}.xlsx`, content);
}

function writeBlocks(workbook: OpenWorkbook, blocks: readonly StatisticsBlock[]): void {
  const names = new Set<string>();
  for (const block of blocks) {
    const name = freeName(block.title, names);
    if (block.dimension === undefined) writeFigures(workbook, name, block);
    else writeRows(workbook, name, block, block.dimension.title);
  }
}

// Excel takes no two sheets of one name, whatever their case.
function freeName(title: string, taken: Set<string>): string {
  const whole = sheetName(title);
  let name = whole;
  for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${whole.slice(0, 28)} ${count}`;
  taken.add(name.toLowerCase());
  return name;
}

/** An empty cell where there is nothing. */
const cellsOf = (values: readonly Counted[]): (number | string)[] => values.map((value) => value ?? '');

const formatOf = ({ scale }: StatisticsColumn): string => `#,##0${scale === 0 ? '' : `.${'0'.repeat(scale)}`}`;

const headOf = ({ title, unit }: StatisticsColumn): string => (unit === '' ? title : withAside(title, unit));

function writeRows(workbook: OpenWorkbook, name: string, block: StatisticsBlock, dimension: string): void {
  const below = block.below === undefined ? [] : [{ heading: block.below.title, width: 24, format: undefined }];
  const earlier = block.compare ?? [];
  const sheet = addSheet(workbook, name, [
    { heading: dimension, width: 24, format: undefined },
    ...below,
    ...block.columns.map((column) => ({ heading: headOf(column), width: 14, format: formatOf(column) })),
    ...earlier.flatMap((which) =>
      block.columns.map((column) => ({
        heading: withAside(headOf(column), which === 'before' ? say('上期') : say('上年同期')),
        width: 16,
        format: formatOf(column),
      })),
    ),
  ]);
  const whole = below.map(() => say('合计'));
  for (const row of block.rows) {
    for (const part of row.below ?? []) addRow(sheet, [row.label, part.label, ...cellsOf(part.values)]);
    const before = earlier.flatMap((which) =>
      (row.earlier?.[which] ?? row.values.map(() => null)).map((one) => one ?? ''),
    );
    addRow(sheet, [row.label, ...whole, ...cellsOf(row.values), ...before]);
  }
  if (block.left !== undefined) addRow(sheet, [say('另有{count}项未列出', { count: block.left })]);
  addRow(sheet, [say('合计'), ...below.map(() => ''), ...cellsOf(block.total)]);
  sheet.commit();
}

function writeFigures(workbook: OpenWorkbook, name: string, block: StatisticsBlock): void {
  const sheet = addSheet(workbook, name, [
    { heading: say('指标'), width: 24, format: undefined },
    { heading: say('数值'), width: 14, format: undefined },
    { heading: say('单位'), width: 10, format: undefined },
  ]);
  for (const [index, { title, unit }] of block.columns.entries())
    addRow(sheet, [title, block.total[index] ?? '', unit]);
  sheet.commit();
}

function writeOrigin(call: EntityCall, workbook: OpenWorkbook, title: string, said: string): void {
  const sheet = addSheet(workbook, say('统计说明'), [
    { heading: say('项目'), width: 16, format: undefined },
    { heading: say('内容'), width: 60, format: undefined },
  ]);
  addRow(sheet, [say('统计'), title]);
  addRow(sheet, [say('筛选条件'), said === '' ? say('无') : said]);
  addRow(sheet, [say('导出时间'), call.now]);
  addRow(sheet, [say('导出人'), call.context.caller.realName]);
  sheet.commit();
}

async function logExport(call: EntityCall, blocks: readonly StatisticsBlock[]): Promise<void> {
  await call.services.database.transaction(call.context.tenantId, (db) =>
    writeAudit(
      { call, db },
      {
        recordId: '',
        recordTitle: call.model.title,
        action: 'export',
        changes: [],
        remark: say('导出统计：{titles}', { titles: blocks.map(({ title }) => title).join('、') }),
      },
    ),
  );
}
