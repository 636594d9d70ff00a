import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FieldTypeDefinition } from '../../src/core/field-type.ts';
import { registerFieldType } from '../../src/field-types/definitions.ts';

/** Where field types from outside stand, a folder each. */
const FIELD_TYPES_FOLDER = join(import.meta.dirname, '..', '..', 'extensions', 'field-types');

/**
 * Registers the field types of a folder, before any metadata is read; their names. Throws with a Chinese message where one
 * cannot be loaded: entities that use it would be refused one by one, and the reason would not be seen.
 */
export async function loadFieldTypes(folder: string = FIELD_TYPES_FOLDER): Promise<readonly string[]> {
  if (!existsSync(folder)) return [];
  const names: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    const file = join(folder, name, 'definition.ts');
    if (!existsSync(file)) continue;
    try {
      const { definition } = (await import(pathToFileURL(file).href)) as { readonly definition?: FieldTypeDefinition };
      if (definition === undefined) throw new Error('没有导出 definition');
      registerFieldType(definition);
      names.push(definition.type);
    } catch (error) {
      throw new Error(`字段类型 ${file} 不能使用：${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
  return names;
}
