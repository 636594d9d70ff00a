import type { Entity } from '../dialect/entity.generated.ts';
import type { BuiltFields } from './built-fields.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import type { FieldModel } from './entity-model.ts';
import { compileStoredCondition } from './stored-condition.ts';

const LIMITS = {
  me: true,
  refuses: ({ title, key, type, property, columns }: FieldModel) =>
    columns !== undefined || type.group === 'file' || type.type === 'password' || property.writeOnly === true
      ? `“${title}”（${key}）的值不能决定权限`
      : undefined,
  fix: '只用本记录存储的字段和 me，如 user == me.userId；要按别的记录定，先用效果把它写到本记录上',
} as const;

/** Checks the conditions of the rows that roles may write: they are asked of what is stored and of what is to be. */
export function checkWriteScopes(entity: Entity, built: BuiltFields, compiler: ExpressionCompiler): void {
  for (const [role, scope] of Object.entries(entity.permissions?.write ?? {})) {
    if (typeof scope === 'string') continue;
    compileStoredCondition(compiler, built, scope.where, ['permissions', 'write', role, 'where'], LIMITS);
  }
}

/** Checks the conditions of field rights, and that no page is sorted by what they let read in some records only. */
export function checkFieldRights(entity: Entity, built: BuiltFields, compiler: ExpressionCompiler): void {
  const { sink } = compiler;
  const conditional = new Set<string>();
  for (const [key, rights] of Object.entries(entity.permissions?.fields ?? {})) {
    for (const [index, { when }] of rights.entries()) {
      if (when === undefined) continue;
      conditional.add(key);
      compileStoredCondition(compiler, built, when, ['permissions', 'fields', key, index, 'when'], LIMITS);
    }
  }
  for (const [code, page] of Object.entries(entity.pages ?? {})) {
    for (const [index, order] of (page.sort ?? []).entries()) {
      const key = order.replace(/^-/, '');
      if (!conditional.has(key)) continue;
      sink.error(
        ['pages', code, 'sort', index],
        `页面按“${built.field.get(key)?.title ?? key}”（${key}）排序，但它只在一部分记录里可读，次序会泄露其余的值`,
        '换一个人人可读的字段排序，或去掉该字段权限上的 when',
      );
    }
  }
}
