import type { Entity, Guard } from '../dialect/entity.generated.ts';
import { type ExpressionScope, isRowsType } from '../expression/index.ts';
import { type ExpressionCompiler, reportUnknown } from './compile-expression.ts';
import type { GuardModel, ModelExpression } from './entity-model.ts';
import { entityNames, joinNames, type NameTable, propertyNames } from './entity-scope.ts';
import type { ModelWorld } from './model-world.ts';

type Path = readonly (string | number)[];

/** Compiles guards; one with a problem is left out. */
export function buildGuards(
  compiler: ExpressionCompiler,
  guards: readonly Guard[] | undefined,
  path: Path,
  scope: ExpressionScope,
): readonly GuardModel[] {
  return (guards ?? []).flatMap((guard, index) => buildGuard(compiler, guard, [...path, index], scope) ?? []);
}

/** Compiles a guard that stands alone; undefined for one with a problem. */
export function buildGuard(
  compiler: ExpressionCompiler,
  guard: Guard,
  path: Path,
  scope: ExpressionScope,
): GuardModel | undefined {
  const when = compiler.compile(guard.when, [...path, 'when'], scope, 'boolean');
  const messageFrom = compiler.compile(guard.elseFrom, [...path, 'elseFrom'], scope, 'text');
  return when === undefined ? undefined : { when, message: guard.else, messageFrom };
}

/** Compiles a map of field to expression for fields that `names` knows. */
export function buildSet(
  compiler: ExpressionCompiler,
  set: Readonly<Record<string, string>> | undefined,
  path: Path,
  names: NameTable,
  scope: ExpressionScope,
): Readonly<Record<string, ModelExpression>> {
  const built: Record<string, ModelExpression> = {};
  for (const [key, source] of Object.entries(set ?? {})) {
    const entry = names.entry(key);
    if (entry === undefined) {
      reportUnknown(compiler.sink, [...path, key], '字段', key, names.keys());
      continue;
    }
    // Rows are taken over whole, as they stand in a field of another record.
    const type = isRowsType(entry.type) ? 'object' : entry.type;
    const expression = compiler.compile(source, [...path, key], scope, type);
    if (expression !== undefined) built[key] = expression;
  }
  return built;
}

/** What a transition proposes: fields of the entity it writes, then those it asks for. */
export function proposalNames(world: ModelWorld, entity: Entity, key: string): NameTable {
  const transition = entity.transitions?.[key];
  const asked = Object.keys(transition?.fields ?? {});
  const properties = Object.entries(entity.record.properties).filter(([field]) => asked.includes(field));
  const fields = propertyNames(world, Object.fromEntries(properties));
  const written = transition?.writes === undefined ? undefined : world.entity(transition.writes);
  return written === undefined ? fields : joinNames(entityNames(world, written), fields);
}
