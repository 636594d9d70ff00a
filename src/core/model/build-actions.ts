import type { Entity } from '../dialect/entity.generated.ts';
import { buildOffered } from './build-flow.ts';
import type { BuiltFields } from './built-fields.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import type { ModelExpression } from './entity-model.ts';

const isOfPerson = (name: string): boolean => name.startsWith('me.');

/** For which records the entity's own buttons show, by action; those that show for all have no entry. */
export function buildActionConditions(
  { actions = {} }: Entity,
  built: BuiltFields,
  compiler: ExpressionCompiler,
): Readonly<Record<string, ModelExpression>> {
  const conditions: Record<string, ModelExpression> = {};
  for (const [key, { when }] of Object.entries(actions)) {
    const condition = buildOffered(compiler, when, ['actions', key, 'when'], built, isOfPerson);
    if (condition !== undefined) conditions[key] = condition;
  }
  return conditions;
}
