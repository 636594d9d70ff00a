import { targetOf } from '../model/entity-scope.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';

/** Lists of referring records: the field by which they are found refers to this record. */
export function lintRelated({ entity, sink }: LintedEntity, { entities }: LintWorld): void {
  for (const [key, list] of Object.entries(entity.detail?.related ?? {})) {
    const path = ['detail', 'related', key];
    const other = entities.get(list.entity)?.entity;
    if (other === undefined) continue;
    const field = Object.hasOwn(other.record.properties, list.field) ? other.record.properties[list.field] : undefined;
    if (field !== undefined && targetOf(field) !== entity.entity) {
      sink.error(
        [...path, 'field'],
        `“${other.title}”的字段“${list.field}”不引用${entity.title}`,
        '改为引用本实体的字段',
      );
    }
  }
}
