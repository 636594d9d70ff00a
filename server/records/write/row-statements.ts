import { tableName } from '../../../src/compile/sql/plan-tables.ts';
import { quoteIdentifier } from '../../../src/core/expression/index.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { Row } from '../call/record-row.ts';

/** A statement with its values in order. */
interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const texts = new WeakMap<EntityModel, Map<string, string>>();

/** The text for these columns, made once: a record is written in few ways, many times. */
function textFor(model: EntityModel, kind: string, columns: readonly string[], make: () => string): string {
  const known = texts.get(model) ?? new Map<string, string>();
  texts.set(model, known);
  const key = `${kind} ${columns.join()}`;
  const text = known.get(key) ?? make();
  known.set(key, text);
  return text;
}

/** Inserts a row of an entity, by the columns that it names. */
export function insertStatement(model: EntityModel, row: Row): Statement {
  const columns = Object.keys(row);
  const text = textFor(model, 'insert', columns, () => {
    const places = columns.map((_, index) => `$${index + 1}`);
    return `insert into ${tableName(model.id)} (${columns.map(quoteIdentifier).join(', ')}) values (${places.join(', ')})`;
  });
  return { text, values: Object.values(row) };
}

/** Sets columns of a record. */
export function updateStatement(
  model: EntityModel,
  row: Row,
  of: { readonly tenantId: string; readonly id: string },
): Statement {
  const columns = Object.keys(row);
  const text = textFor(model, 'update', columns, () => {
    const set = columns.map((column, index) => `${quoteIdentifier(column)} = $${index + 1}`).join(', ');
    return `update ${tableName(model.id)} set ${set} where "tenantId" = $${columns.length + 1} and id = $${columns.length + 2}`;
  });
  return { text, values: [...Object.values(row), of.tenantId, of.id] };
}
