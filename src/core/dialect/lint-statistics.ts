import { targetOf } from '../model/entity-scope.ts';
import type { Entity } from './entity.generated.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';
import { suggestion } from './nearest.ts';

/** Blocks of other entities on the detail page: the block, the page it leads to, and the field that refers here. */
export function lintStatistics({ entity, sink }: LintedEntity, { entities }: LintWorld): void {
  for (const [key, placed] of Object.entries(entity.statistics?.details ?? {})) {
    const path = ['statistics', 'details', key];
    const other = entities.get(placed.entity)?.entity;
    if (other === undefined) {
      sink.error(
        [...path, 'entity'],
        `没有实体“${placed.entity}”${suggestion(placed.entity, entities.keys())}`,
        '改为已有的实体',
      );
      continue;
    }
    const blocks = Object.keys(other.statistics?.blocks ?? {});
    if (!blocks.includes(placed.block)) {
      sink.error(
        [...path, 'block'],
        `“${other.title}”没有统计块“${placed.block}”${suggestion(placed.block, blocks)}`,
        '改为它的统计块，或先在它的 statistics.blocks 中加上',
      );
    }
    const pages = Object.keys(other.pages ?? {});
    if (!pages.includes(placed.page)) {
      sink.error(
        [...path, 'page'],
        `“${other.title}”没有页面“${placed.page}”${suggestion(placed.page, pages)}`,
        '改为它的页面',
      );
    }
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
  if (field === undefined || targetOf(field) !== entity.entity) {
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
