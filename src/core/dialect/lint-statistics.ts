import { targetOf } from '../model/entity-scope.ts';
import type { Entity } from './entity.generated.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';

/** Blocks of other entities on the detail page: their entity counts, and the field refers to this record. */
export function lintStatistics({ entity, sink }: LintedEntity, { entities }: LintWorld): void {
  for (const [key, placed] of Object.entries(entity.statistics?.details ?? {})) {
    const path = ['statistics', 'details', key];
    const other = entities.get(placed.entity)?.entity;
    if (other === undefined) continue;
    if (!answersStatistics(other)) {
      sink.error(
        [...path, 'entity'],
        `“${other.title}”没有接口回答统计`,
        '在它的 api.operations 中加一个 "does": "statistics" 的接口',
      );
    }
    lintReference({ entity, sink }, other, placed, [...path, 'field']);
  }
}

function lintReference(
  { entity, sink }: Pick<LintedEntity, 'entity' | 'sink'>,
  other: Entity,
  placed: { readonly field: string; readonly page: string },
  path: readonly string[],
): void {
  const properties = other.record.properties;
  const field = Object.hasOwn(properties, placed.field) ? properties[placed.field] : undefined;
  if (field === undefined) return;
  if (targetOf(field) !== entity.entity) {
    sink.error(path, `“${other.title}”的字段“${placed.field}”不引用${entity.title}`, '改为引用本实体的字段');
    return;
  }
  const filters = other.pages?.[placed.page]?.filters;
  if (filters !== undefined && !filters.includes(placed.field)) {
    sink.error(path, `“${other.title}”的页面“${placed.page}”不按“${placed.field}”筛选`, '在该页面的 filters 中加上它');
  }
}

function answersStatistics({ api }: Entity): boolean {
  return Object.values(api.operations ?? {}).some((one) => typeof one !== 'string' && one.does === 'statistics');
}
