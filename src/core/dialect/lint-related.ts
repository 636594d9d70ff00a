import { targetOf } from '../model/entity-scope.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';
import { suggestion } from './nearest.ts';

/** Lists of referring records: their entity, the page that shows them, and the field that refers to this record. */
export function lintRelated({ entity, sink }: LintedEntity, { entities }: LintWorld): void {
  for (const [key, list] of Object.entries(entity.detail?.related ?? {})) {
    const path = ['detail', 'related', key];
    const other = entities.get(list.entity)?.entity;
    if (other === undefined) {
      sink.error(
        [...path, 'entity'],
        `没有实体“${list.entity}”${suggestion(list.entity, entities.keys())}`,
        '改为已有的实体',
      );
      continue;
    }
    const pages = Object.keys(other.pages ?? {});
    if (!pages.includes(list.page)) {
      sink.error(
        [...path, 'page'],
        `“${other.title}”没有页面“${list.page}”${suggestion(list.page, pages)}`,
        '改为它的页面',
      );
    }
    const field = Object.hasOwn(other.record.properties, list.field) ? other.record.properties[list.field] : undefined;
    if (field === undefined || targetOf(field) !== entity.entity) {
      sink.error(
        [...path, 'field'],
        `“${other.title}”的字段“${list.field}”不引用${entity.title}`,
        '改为引用本实体的字段',
      );
    }
  }
}
