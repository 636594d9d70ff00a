import type { LintedEntity } from './lint-context.ts';

/** A list at which somebody sits: only where there is a list, and over a figure whose records can be opened. */
export function lintLive({ model, sink }: LintedEntity): void {
  for (const { code, title, kind, live } of Object.values(model.pages)) {
    if (live === undefined) continue;
    const path = ['pages', code, 'live'];
    if (kind.records !== 'rows') {
      sink.error(path, `页面“${title}”不是记录的列表，没有人守在前面`, '去掉 live，或让页面是列表');
    }
    const { measures = {}, blocks = {} } = model.source.statistics ?? {};
    const measure = Object.hasOwn(measures, live.measure) ? measures[live.measure] : undefined;
    const block = Object.hasOwn(blocks, live.block) ? blocks[live.block] : undefined;
    if (measure !== undefined && (measure.kind ?? 'count') !== 'count') {
      sink.error([...path, 'measure'], `“${measure.title}”不是条数，点不开对应的记录`, '改为计数的指标');
    } else if (measure !== undefined && block !== undefined && block.measures?.includes(live.measure) === false) {
      sink.error(
        [...path, 'measure'],
        `统计块“${block.title}”里没有“${measure.title}”`,
        '把它加到这个统计块，或改用别的块',
      );
    }
  }
}
