import type { Entity } from '../dialect/entity.generated.ts';
import type { BuiltFields } from './built-fields.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import type { FieldModel, PublishedModel } from './entity-model.ts';

/**
 * Field types that anybody may read: none of them names people or other records. Of an upload the files are read, while the
 * record is published, and neither their names nor who brought them.
 */
const READ: readonly string[] = [
  'input',
  'serial',
  'textarea',
  'number',
  'select',
  'radio',
  'date',
  'time',
  'dateDuration',
  'timeDuration',
  'upload',
];

/** What anybody reads of a record; a field that not everybody may read is reported and left out. */
export function buildPublished(
  entity: Entity,
  built: BuiltFields,
  compiler: ExpressionCompiler,
): PublishedModel | undefined {
  const { published: source, permissions } = entity;
  if (source === undefined) return undefined;
  const { sink } = compiler;
  const fields: FieldModel[] = [];
  for (const [index, key] of source.fields.entries()) {
    const field = built.field.get(key);
    if (field === undefined) continue;
    if (isRead(field) && permissions?.fields?.[key] === undefined) fields.push(field);
    else {
      const fix = `改为不受权限和遮盖限制的 ${READ.join('、')} 字段`;
      sink.error(['published', 'fields', index], `“${field.title}”不能不登录就公开`, fix);
    }
  }
  const by: FieldModel[] = [];
  for (const [index, key] of (source.by ?? []).entries()) {
    const field = built.field.get(key);
    if (field === undefined) continue;
    if (field.target !== undefined && field.column !== undefined) by.push(field);
    else sink.error(['published', 'by', index], `“${field.title}”不是引用，不能按它一起公开`, '改为引用其他业务的字段');
  }
  const when = compiler.compile(source.when, ['published', 'when'], built.scopes.value, 'boolean');
  if (when === undefined) return undefined;
  const strange = when.serverOnly || when.references.some((name) => name.includes('.'));
  if (strange || when.references.length === 0) {
    sink.error(['published', 'when'], '公开哪些记录只能由记录自己的字段决定', "如 status == 'released'");
    return undefined;
  }
  return { fields, by, when };
}

function isRead({ type, property, multiple }: FieldModel): boolean {
  return (
    (!multiple || type.group === 'file') &&
    property.mask === undefined &&
    property.writeOnly !== true &&
    READ.includes(type.type)
  );
}
