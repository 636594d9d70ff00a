import type { FieldModel } from '../model/entity-model.ts';
import type { LintedEntity } from './lint-context.ts';

/** Running totals stand on stored fields, and on pages that show the records in their order. */
export function lintRunning({ model, sink }: LintedEntity): void {
  for (const field of model.fields) {
    const { running } = field.property;
    if (running === undefined) continue;
    const path = ['record', 'properties', field.key, 'running'];
    for (const key of ['compute', 'cases', 'rollup'] as const) {
      if (field.property[key] !== undefined) {
        sink.error(path, `running 与 ${key} 只能写一个`, '删去其中一个');
      }
    }
    for (const key of [...(running.by ?? []), running.order]) {
      const named = model.field.get(key);
      if (named === undefined || named.column !== undefined) continue;
      sink.error(path, `“${named.title}”（${key}）没有存在数据库里，不能按它累计`, '改用存储的字段');
    }
    lintPages({ model, sink }, field, running);
  }
}

function lintPages(
  { model, sink }: Pick<LintedEntity, 'model' | 'sink'>,
  field: FieldModel,
  { by = [], order }: NonNullable<FieldModel['property']['running']>,
): void {
  for (const page of Object.values(model.pages)) {
    if (!page.columns.some((column) => column.field === field.key && !column.hidden)) continue;
    const first = page.sort.find((entry) => !by.includes(entry.field));
    if (first?.field === order) continue;
    sink.error(
      ['pages', page.code, 'sort'],
      `页面“${page.title}”显示累计“${field.title}”，却不按“${model.field.get(order)?.title ?? order}”排序，看起来会忽大忽小`,
      `写上 "sort": ["-${order}"]，或不显示该列`,
    );
  }
}
