import type { ExpressionNode } from '../expression/index.ts';
import type { EntityModel, FieldModel, ModelExpression } from '../model/entity-model.ts';
import type { LintedEntity } from './lint-context.ts';

type Place = readonly (string | number)[];

/**
 * Warns where an optional number may fall out of a `min` or `max`: they skip what is null, so that the result is the other
 * argument, and not null as with other arithmetic. An expression that asks for the field by `isNull` has thought of it.
 */
export function lintOptional({ model, sink }: LintedEntity): void {
  const warn = (at: Place, expression: ModelExpression | undefined, fields: EntityModel['field']): void => {
    for (const key of expression === undefined ? [] : lost(expression.node, fields)) {
      sink.warning(
        at,
        `“${fields.get(key)?.title ?? key}”（${key}）可以不填，不填时 min、max 会跳过它，只取其余的值`,
        `把它列入 required，或写成 isNull(${key}) ? null : …`,
      );
    }
  };
  const look = (field: FieldModel, fields: EntityModel['field'], path: Place): void => {
    warn([...path, 'compute'], field.compute, fields);
    warn([...path, 'defaultFrom'], field.defaultFrom, fields);
    for (const [index, one] of (field.cases ?? []).entries()) {
      warn([...path, 'cases', index, 'when'], one.when, fields);
    }
    const columns = new Map((field.columns ?? []).map((column) => [column.key, column]));
    for (const column of columns.values()) look(column, columns, [...path, 'items', 'properties', column.key]);
  };
  for (const field of model.fields) if (!field.base) look(field, model.field, ['record', 'properties', field.key]);
  for (const { key: transition, set } of Object.values(model.transitions)) {
    for (const [key, value] of Object.entries(set)) warn(['transitions', transition, 'set', key], value, model.field);
  }
}

/** Keys of optional fields that make a whole argument of a `min` or `max` null, and are not asked for by `isNull`. */
function lost(node: ExpressionNode, fields: EntityModel['field']): readonly string[] {
  const found = new Set<string>();
  const asked = new Set<string>();
  const walk = (child: ExpressionNode): void => {
    if (child.kind === 'call') {
      const [first] = child.arguments;
      if (child.name === 'isNull' && first?.kind === 'name') asked.add(first.name);
      if (child.name === 'min' || child.name === 'max') {
        for (const argument of child.arguments) for (const key of nulling(argument)) found.add(key);
      }
      // What stands in rows has names of its own.
      for (const argument of child.arguments) walk(argument);
      return;
    }
    for (const part of Object.values(child) as unknown[]) {
      for (const inner of Array.isArray(part) ? part : [part]) {
        if (typeof inner === 'object' && inner !== null && 'kind' in inner) walk(inner as ExpressionNode);
      }
    }
  };
  walk(node);
  return [...found].filter((key) => {
    const field = fields.get(key);
    // Of dates the earliest of those that are given is what is meant.
    if (field?.valueType !== 'number' || asked.has(key) || field.base || field.required) return false;
    return !field.computed && field.property.default === undefined && field.defaultFrom === undefined;
  });
}

/** Names whose null makes the value null: of the argument itself and of its arithmetic. */
function nulling(node: ExpressionNode): readonly string[] {
  if (node.kind === 'name') return [node.name];
  if (node.kind === 'unary') return nulling(node.operand);
  if (node.kind === 'binary') return [...nulling(node.left), ...nulling(node.right)];
  return [];
}
