import type { ExpressionScope } from '../expression/index.ts';
import type { FieldModel } from './entity-model.ts';
import type { NameTable } from './entity-scope.ts';

/** Scopes in which an entity's expressions are read. */
export interface EntityScopes {
  /** Names of the record itself. */
  readonly names: NameTable;
  /** Fields, base fields, `me`, and `parent` of a child: what decides values. */
  readonly value: ExpressionScope;
  /** The same with `old`: what decides whether a change is allowed. */
  readonly change: ExpressionScope;
  /** Special records besides `old` and `row`: `parent` of a child. */
  readonly records: Readonly<Record<string, NameTable>>;
  /** The same with `row` as given: what a transition proposes. */
  proposal(row: NameTable): ExpressionScope;
}

/** Fields of an entity and what was found out while they were built. */
export interface BuiltFields {
  readonly fields: readonly FieldModel[];
  readonly field: ReadonlyMap<string, FieldModel>;
  readonly computeOrder: readonly string[];
  readonly scopes: EntityScopes;
}
