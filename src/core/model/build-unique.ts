import type { Entity } from '../dialect/entity.generated.ts';
import type { BuiltFields } from './built-fields.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import type { EntityModel, FieldModel } from './entity-model.ts';
import { compileStoredCondition } from './stored-condition.ts';

/** Functions that mean the same in every session of the database, as an index wants it. */
const UNCHANGING: ReadonlySet<string> = new Set([
  'isNull',
  'isEmpty',
  'includes',
  'size',
  'length',
  'contains',
  'startsWith',
  'coalesce',
  'upper',
  'lower',
  'abs',
]);

const LIMITS = {
  me: false,
  functions: UNCHANGING,
  refuses: ({ title, key, column }: FieldModel) =>
    /^(text|numeric|integer|boolean)/.test(column?.kind ?? '')
      ? undefined
      : `“${title}”（${key}）的值不能用在唯一的条件里`,
  fix: "只用本记录存储的字段（文本、数字、是否、选项）和常量，如 not (status in ['5', '6'])",
} as const;

/** Rules of uniqueness, each with the condition of the records among which it holds. */
export function buildUnique(entity: Entity, built: BuiltFields, compiler: ExpressionCompiler): EntityModel['unique'] {
  return Object.entries(entity.unique ?? {}).map(([key, unique]) => ({
    key,
    fields: unique.fields,
    ignoreCase: unique.ignoreCase === true,
    where: compileStoredCondition(compiler, built, unique.where, ['unique', key, 'where'], LIMITS),
    message: unique.else,
    messageFrom: compiler.compile(unique.elseFrom, ['unique', key, 'elseFrom'], built.scopes.value, 'text'),
  }));
}
