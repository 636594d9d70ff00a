import { targetOf } from '../model/entity-scope.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';

/** Lists of referring records: the field by which they are found refers to this record, or to the one that it accompanies. */
export function lintRelated({ entity, sink }: LintedEntity, { entities }: LintWorld): void {
  for (const [key, list] of Object.entries(entity.detail?.related ?? {})) {
    const path = ['detail', 'related', key];
    const other = entities.get(list.entity)?.entity;
    if (other === undefined) continue;
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
