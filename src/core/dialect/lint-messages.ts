import { baseProperties } from '../model/base-fields.ts';
import { targetOf } from '../model/entity-scope.ts';
import type { Property } from './entity.generated.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';
import { walkedPlaces } from './walk/walked.ts';

/** Types of values that a message can say in a few words. */
const SAID: readonly string[] = ['text', 'number', 'boolean', 'date', 'dateTime', 'time'];

/** Values that messages say are ones that everybody sees and that read as words. */
export function lintMessages({ entity, sink }: LintedEntity, { registry }: LintWorld): void {
  const fields: Readonly<Record<string, Property>> = { ...entity.record.properties, ...baseProperties(entity) };
  walkedPlaces(entity)({
    key({ path, marks }, name, _, { over, rows }) {
      if (marks.fills === undefined) return;
      const table = over === 'row' ? ((rows ?? {}) as Readonly<Record<string, Property>>) : fields;
      const property = Object.hasOwn(table, name) ? table[name] : undefined;
      if (property === undefined) return;
      const isRow = over === 'row';
      if (isGuarded(property) || (!isRow && entity.permissions?.fields?.[name] !== undefined)) {
        const fix = `去掉“{${name}}”，或改写成人人可见的字段`;
        sink.error(path, `“${property.title}”脱敏或不是人人可见，提示里不能写出它的值`, fix);
      } else if (!isSaid(property)) {
        const fix = `去掉“{${name}}”，提示里可写文本、数值、日期、选项、人员`;
        sink.error(path, `“${property.title}”的值不能写进一句话`, fix);
      }
    },
  });

  function isSaid(property: Property): boolean {
    if (property.field === 'orgSelect' && property.org === 'user') return true;
    if (targetOf(property) !== undefined || property.items?.properties !== undefined) return false;
    const definition = Object.hasOwn(registry, property.field) ? registry[property.field] : undefined;
    const type = definition?.expressionType(property);
    if (definition === undefined || definition.group === 'file' || type === undefined) return false;
    const item = typeof type === 'object' && 'list' in type ? type.list : type;
    return typeof item === 'string' && SAID.includes(item);
  }
}

function isGuarded(property: Property): boolean {
  return property.mask !== undefined || property.maskInLists === true || property.writeOnly === true;
}
