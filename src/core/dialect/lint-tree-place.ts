import { entityAbove } from '../model/tree-place.ts';
import type { Entity } from './entity.generated.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';

const PATH = ['detail', 'tree'];

/** The place in the tree beside the page: a page of the entity's own, a reference to what has a place, a tag to show. */
export function lintTreePlace(linted: LintedEntity, world: LintWorld): void {
  const { entity, model, sink } = linted;
  const place = entity.detail?.tree;
  if (place === undefined) return;
  if (!Object.hasOwn(entity.pages ?? {}, place.page)) {
    sink.error(
      [...PATH, 'page'],
      `页面“${place.page}”不是${entity.title}的页面，打不开它的记录`,
      '改为本实体的一个页面',
    );
  }
  if (place.of !== undefined) lintAbove(linted, place.of, world);
  const tag = place.tag === undefined ? undefined : model.field.get(place.tag);
  if (tag === undefined || tag.key === 'status') return;
  if (tag.property.dict === undefined && tag.property.options === undefined) {
    sink.error([...PATH, 'tag'], `“${tag.title}”没有可选项，不能作标签`, '改为有字典或选项的字段，或 status');
  }
}

function lintAbove({ entity, sink }: LintedEntity, of: string, { entities }: LintWorld): void {
  const path = [...PATH, 'of'];
  const property = Object.hasOwn(entity.record.properties, of) ? entity.record.properties[of] : undefined;
  if (property === undefined) return;
  if (property.field !== 'reference' || property.ref === undefined || property.multiple === true) {
    sink.error(path, `“${property.title ?? of}”不是引用一条记录的字段，没有上级`, '改为引用一条记录的字段');
    return;
  }
  const above = entities.get(property.ref.entity)?.entity;
  if (above === undefined) return;
  if (above.detail?.tree === undefined) {
    sink.error(path, `“${above.title}”没有 detail.tree，不在树里`, `在“${above.title}”里写上 detail.tree`);
    return;
  }
  const passed = new Set<string>();
  for (let at: Entity | undefined = above; at !== undefined && !passed.has(at.entity); at = next(at, entities)) {
    passed.add(at.entity);
  }
  // Records of one entity may stand below each other; entities may not go round.
  if (above.entity !== entity.entity && passed.has(entity.entity)) {
    sink.error(path, '树的上级绕成一圈，没有最上面的记录', '去掉其中一处的 of');
  }
}

function next(entity: Entity, entities: LintWorld['entities']): Entity | undefined {
  const place = entity.detail?.tree;
  const key = place === undefined ? undefined : entityAbove(entity, place);
  return key === undefined ? undefined : entities.get(key)?.entity;
}
