import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { placesIn } from '../../../src/core/text/text-places.ts';
import type { RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import { isRow } from '../../../src/core/validation/row-values.ts';
import type { Reading } from './ports.ts';
import { readRowsOf } from './read-rows.ts';
import { type Row, textIds } from './record-row.ts';

const toldFields = new WeakMap<EntityModel, readonly (readonly [table: string | undefined, field: FieldModel])[]>();

/** Names of the records that rules of a record would name, `{checker}` in their words; empty where none does. */
export async function loadToldNames(tx: Reading, record: Row): Promise<Pick<RecordEnvironment, 'nameOf'>> {
  const { model, snapshot } = tx.call;
  const wanted = new Map<string, Set<string>>();
  for (const [table, { key, target = '' }] of told(model)) {
    const rows = table === undefined ? [record] : [record[table]].flat().filter(isRow);
    const ids = rows.flatMap((row) => textIds(row[key]));
    if (ids.length > 0) wanted.set(target, new Set([...(wanted.get(target) ?? []), ...ids]));
  }
  const names = new Map<string, string>();
  for (const [target, ids] of wanted) {
    const entity = snapshot.entities.get(target);
    const label = entity?.field.get(entity.label);
    const id = entity?.field.get('id');
    if (entity === undefined || label === undefined || id === undefined) continue;
    for (const row of await readRowsOf(tx, entity, { ids: [...ids], fields: [id, label] })) {
      const name = row[label.key];
      if (typeof name === 'string') names.set(`${target}/${row.id}`, name);
    }
  }
  return names.size === 0 ? {} : { nameOf: (target, id) => names.get(`${target}/${id}`) };
}

/** Fields that words of rules name and that hold records, those of sub-tables with their table. */
function told(model: EntityModel): readonly (readonly [string | undefined, FieldModel])[] {
  let known = toldFields.get(model);
  if (known === undefined) {
    const rules = [...model.formRules, ...model.fields.flatMap((field) => field.rules)];
    known = [
      ...namedIn(model.fields, rules).map((field) => [undefined, field] as const),
      ...model.fields.flatMap(({ key, columns = [] }) =>
        namedIn(
          columns,
          columns.flatMap((column) => column.rules),
        ).map((column) => [key, column] as const),
      ),
    ];
    toldFields.set(model, known);
  }
  return known;
}

function namedIn(fields: readonly FieldModel[], rules: readonly { readonly message: string }[]): readonly FieldModel[] {
  const names = new Set(rules.flatMap(({ message }) => placesIn(message)));
  return fields.filter(({ key, target }) => target !== undefined && names.has(key));
}
