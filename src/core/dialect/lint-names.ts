import { namingField, targetOf } from '../model/entity-scope.ts';
import type { Entity, Property } from './entity.generated.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';

/**
 * What is called as another record is shown by that one's name, but has no text of its own: where its records are chosen
 * nothing finds them by what is typed, unless something told behind the name does.
 */
export function lintNames({ entity, sink }: LintedEntity, { entities }: LintWorld): void {
  const key = namingField(entity);
  const naming = propertyOf(entity, key);
  if (naming === undefined || targetOf(naming) === undefined) return;
  const isSearched = (detail: string): boolean => propertyOf(entity, detail)?.quickSearch === true;
  if (entity.labelDetail?.some(isSearched) === true) return;
  for (const { entity: other } of entities.values()) {
    const choosing = Object.entries(other.record.properties).find(
      ([field, { ref }]) => ref?.entity === entity.entity && other.parent?.field !== field,
    );
    if (choosing === undefined) continue;
    sink.error(
      ['label'],
      `“${other.title}”的字段“${choosing[0]}”要选${entity.title}，而它的名称“${key}”是引用，按输入的文字查不到`,
      '在 labelDetail 里写上一个带 quickSearch 的文字字段，如编号',
    );
    return;
  }
}

function propertyOf({ record: { properties } }: Entity, key: string): Property | undefined {
  return Object.hasOwn(properties, key) ? properties[key] : undefined;
}
