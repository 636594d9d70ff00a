import type { EntityModel, FieldModel, ModelExpression } from '../../core/model/entity-model.ts';

/** Which parts of a form a change of one field reaches; read by field key. */
export interface Linkage {
  /** Fields whose visibility, requiredness or disabledness reads the field, or that of a sub-table's columns, in the order of the record. */
  readonly states: ReadonlyMap<string, readonly string[]>;
  /** Computed fields that read the field directly or through others, in the order of evaluation. */
  readonly computed: ReadonlyMap<string, readonly string[]>;
  /** Fields whose default follows the field. */
  readonly defaults: ReadonlyMap<string, readonly string[]>;
  /** Sub-tables with a column whose default follows the field of the record above. */
  readonly rowDefaults: ReadonlyMap<string, readonly string[]>;
  /** Fields that offer only choices below the field's value. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
}

/** Builds the index of an entity's expressions by the fields they read. */
export function compileLinkage(model: EntityModel): Linkage {
  const states = new Map<string, string[]>();
  const direct = new Map<string, string[]>();
  const defaults = new Map<string, string[]>();
  const rowDefaults = new Map<string, string[]>();
  const choices = new Map<string, string[]>();
  const add = (index: Map<string, string[]>, expression: ModelExpression | undefined, reader: string): void =>
    addReaders(index, expression?.references ?? [], reader);
  const sections = new Map(model.sections.flatMap((section) => section.fields.map((key) => [key, section] as const)));
  for (const field of model.fields) {
    for (const expression of stateExpressions(field)) add(states, expression, field.key);
    add(states, sections.get(field.key)?.visible, field.key);
    add(defaults, field.defaultFrom, field.key);
    if (field.property.parentField !== undefined) addReaders(choices, [field.property.parentField], field.key);
    add(direct, field.compute, field.key);
    for (const branch of field.cases ?? []) add(direct, branch.when, field.key);
    for (const column of field.columns ?? []) {
      addReaders(states, parentNames(stateExpressions(column)), field.key);
      if (!column.computed) {
        addReaders(rowDefaults, parentNames([column.defaultFrom]), field.key);
        continue;
      }
      addReaders(direct, [field.key, ...parentReferences(column)], field.key);
    }
  }
  return { states, defaults, rowDefaults, choices, computed: closure(direct, model.computeOrder) };
}

function addReaders(index: Map<string, string[]>, names: readonly string[], reader: string): void {
  for (const read of names) {
    const readers = index.get(read);
    if (readers === undefined) index.set(read, [reader]);
    else if (!readers.includes(reader)) readers.push(reader);
  }
}

/** Fields of the record that a computed column reads; its own table's columns are behind the table's key. */
function parentReferences(column: FieldModel): readonly string[] {
  return parentNames([column.compute, ...(column.cases ?? []).map((branch) => branch.when)]);
}

function parentNames(expressions: readonly (ModelExpression | undefined)[]): readonly string[] {
  return expressions.flatMap((expression) =>
    (expression?.references ?? []).flatMap((name) =>
      name.startsWith('parent.') ? [name.slice('parent.'.length)] : [],
    ),
  );
}

function stateExpressions(field: FieldModel): readonly (ModelExpression | undefined)[] {
  return [field.visible, field.requiredWhen, field.disabledWhen];
}

/** All computed fields behind each field, in the order of evaluation. */
function closure(
  direct: ReadonlyMap<string, readonly string[]>,
  order: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>();
  for (const key of direct.keys()) {
    const reached = new Set<string>();
    const visit = (read: string): void => {
      for (const reader of direct.get(read) ?? []) {
        if (reached.has(reader)) continue;
        reached.add(reader);
        visit(reader);
      }
    };
    visit(key);
    all.set(
      key,
      order.filter((field) => reached.has(field)),
    );
  }
  return all;
}
