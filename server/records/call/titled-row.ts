import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { MOST_NAMES } from '../../../src/core/model/entity-scope.ts';
import type { Reading } from './ports.ts';
import { readValuesOf } from './read-rows.ts';
import type { Row } from './record-row.ts';
import { recordTitle } from './record-title.ts';

/**
 * The row with what it is called, where its entity takes its name from the record that a reference names: as lists and
 * details tell it, under `<field>Label`. The same row where it has the name already, or one of its own.
 */
export async function titledRow(tx: Reading, row: Row, model: EntityModel = tx.call.model, depth = 0): Promise<Row> {
  const { snapshot } = tx.call;
  const field = model.field.get(model.label);
  const target = field?.target === undefined ? undefined : snapshot.entities.get(field.target);
  const id = row[model.label];
  const label = `${model.label}Label`;
  if (target === undefined || typeof id !== 'string' || typeof row[label] === 'string') return row;
  if (depth === MOST_NAMES) return row;
  const fields = [target.label, ...target.labelDetail].flatMap((key) => target.field.get(key) ?? []);
  const named = await readValuesOf(tx, target, id, fields);
  if (named === undefined) return row;
  return {
    ...row,
    [label]: recordTitle({ model: target, snapshot }, await titledRow(tx, named, target, depth + 1), id),
  };
}
