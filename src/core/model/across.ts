import type { Property } from '../dialect/entity.generated.ts';
import type { ExpressionCompiler } from './compile-expression.ts';

type Path = readonly (string | number)[];

/** Types of columns whose text a cell of a spreadsheet holds as it is. */
const TEXTS: ReadonlySet<string> = new Set(['input', 'textarea']);

/** Reports rows that cannot stand across: columns that are no texts, choices that are not yes and no, rows that need more. */
export function checkAcross({ sink }: ExpressionCompiler, { title, items }: Property, path: Path): void {
  const { across, properties = {}, required = [] } = items ?? {};
  if (across === undefined) return;
  const at = [...path, 'items', 'across'];
  for (const key of ['by', 'cell'] as const) {
    const column = properties[across[key]];
    if (column !== undefined && !TEXTS.has(column.field)) {
      sink.error([...at, key], `“${title}”横排的列要是文本，“${column.title}”不是`, '改为 input 或 textarea 的列');
    }
  }
  const tick = properties[across.tick ?? ''];
  if (tick !== undefined && tick.dict === undefined && tick.options === undefined) {
    sink.error(
      [...at, 'tick'],
      `“${tick.title}”不是选项，不能用表格里的一列说明是哪几行`,
      '改为取值 1、0 的选项列，或去掉 tick',
    );
  }
  const carried = [across.by, across.cell, across.tick];
  const lost = required.filter((key) => !carried.includes(key));
  if (lost.length > 0) {
    const names = lost.map((key) => `“${properties[key]?.title ?? key}”`).join('、');
    sink.error(at, `横排的表格里填不了必填的列${names}`, '去掉 across，或把这些列改为选填');
  }
}
