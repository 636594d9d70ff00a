import type { FieldTypeDefinition } from '../core/field-type.ts';
import { fieldTypes } from './definitions.generated.ts';

export type { FieldTypeName } from './definitions.generated.ts';
/** The registry that models are built with: shipped types, and those from outside (`registerFieldType`). */
export { fieldTypes };

const shipped: ReadonlySet<string> = new Set(Object.keys(fieldTypes));

/**
 * Adds a field type from outside to the registry, in place of an earlier one of its name. Throws with a Chinese message
 * where the name is a shipped type's or cannot stand in `field`.
 */
export function registerFieldType(definition: FieldTypeDefinition): void {
  const { type } = definition;
  if (shipped.has(type)) throw new Error(`字段类型“${type}”是平台自带的，请换一个名称`);
  if (!/^[a-z][A-Za-z0-9]*$/.test(type)) throw new Error(`字段类型的名称“${type}”须以小写字母开头，只含字母和数字`);
  (fieldTypes as Record<string, FieldTypeDefinition>)[type] = definition;
}
