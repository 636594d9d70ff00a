import { targetOf } from '../model/entity-scope.ts';
import type { Entity, Related } from './entity.generated.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';

/** Lists of referring records: the field by which they are found refers to this record, or to the one that it accompanies. */
export function lintRelated({ entity, sink }: LintedEntity, { entities }: LintWorld): void {
  for (const [key, list] of Object.entries(entity.detail?.related ?? {})) {
    const path = ['detail', 'related', key];
    const other = entities.get(list.entity)?.entity;
    if (other === undefined) continue;
    lintRows(sink, path, list, { entity, other });
    lintForm(sink, path, list, other);
    lintGrid(sink, path, list, other);
    const field = Object.hasOwn(other.record.properties, list.field) ? other.record.properties[list.field] : undefined;
    const target = field === undefined ? entity.entity : targetOf(field);
    // A companion has the id of what it accompanies: what refers to that refers to it.
    if (target !== entity.entity && target !== entity.companion) {
      const beside = entity.companion === undefined ? undefined : entities.get(entity.companion)?.entity;
      sink.error(
        [...path, 'field'],
        `“${other.title}”的字段“${list.field}”不引用${entity.title}`,
        beside === undefined ? '改为引用本实体的字段' : `改为引用本实体或它伴随的${beside.title}的字段`,
      );
    }
  }
}

/** Rows of a record stand on its page already. */
function lintRows(
  sink: LintedEntity['sink'],
  path: readonly string[],
  list: Related,
  { entity, other }: { readonly entity: Entity; readonly other: Entity },
): void {
  if (other.parent?.entity !== entity.entity || other.parent.field !== list.field) return;
  sink.error([...path, 'entity'], `“${other.title}”是${entity.title}的明细，详情页已经列出，会出现两次`, '删去');
}

/** What is entered beside the record: the page of the list has to let records be added or changed. */
function lintForm(sink: LintedEntity['sink'], path: readonly string[], list: Related, other: Entity): void {
  const page = Object.hasOwn(other.pages ?? {}, list.page) ? other.pages?.[list.page] : undefined;
  const { actions = [] } = page ?? {};
  if (page === undefined || actions.includes('add') || actions.includes('edit')) return;
  for (const keyword of ['form', 'grid'] as const) {
    if (list[keyword] === undefined) continue;
    sink.error(
      [...path, keyword],
      `页面“${page.title}”没有“add”和“edit”，“${list.title}”没有什么可录入`,
      `去掉 ${keyword}，或换一个可以新增、编辑的页面`,
    );
  }
}

/** What is entered in place is one value to a cell, and says another thing in each row. */
function lintGrid(sink: LintedEntity['sink'], path: readonly string[], list: Related, other: Entity): void {
  for (const [index, key] of (list.grid ?? []).entries()) {
    const field = Object.hasOwn(other.record.properties, key) ? other.record.properties[key] : undefined;
    if (key === list.field) {
      sink.error([...path, 'grid', index], `“${key}”在每一行都是当前记录，不用填写`, '删去');
    } else if (field?.items?.properties !== undefined || field?.endOf !== undefined || field?.end !== undefined) {
      sink.error([...path, 'grid', index], `“${field.title}”不能在一格里填写`, '删去，在表单里填写');
    }
  }
}
