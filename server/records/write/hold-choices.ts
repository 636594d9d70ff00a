import { TOP_TENANT } from '../../../src/compile/sql/plan-tables.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { joined, say } from '../../../src/core/text/say.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import { ITEMS_ENTITY } from '../../../src/core/wire/held-item.ts';
import { holdItems, type ItemName } from '../../ground/database/held-items.ts';
import { choicesOf, choiceTitles } from '../../metadata/choices.ts';
import type { Reading } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';

/** A place of a record that holds an item of a dictionary. */
interface Choice extends ItemName {
  readonly field: FieldModel;
  readonly pointer: string;
  readonly title: string;
}

const nameOf = ({ code, key }: ItemName): string => `item ${code} ${key}`;

/** Items that fields and the rows of sub-tables hold. */
function choicesIn(fields: readonly FieldModel[], values: Row, pointer = '', title = ''): Choice[] {
  return fields.flatMap((field): Choice[] => {
    const value = values[field.key];
    const at = `${pointer}${fieldPointer(field.key)}`;
    const name = title === '' ? field.title : joined(title, field.title);
    const { columns } = field;
    if (columns !== undefined) {
      const rows: readonly unknown[] = Array.isArray(value) ? value : [];
      return rows.flatMap((row, index) =>
        typeof row === 'object' && row !== null
          ? choicesIn(columns, row as Row, `${at}/${index}`, say('{name}第{number}行', { name, number: index + 1 }))
          : [],
      );
    }
    const code = field.property.dict;
    if (code === undefined) return [];
    const keys: readonly unknown[] = Array.isArray(value) ? value : [value];
    return keys.flatMap((key) => (typeof key === 'string' ? [{ field, pointer: at, title: name, code, key }] : []));
  });
}

/**
 * Holds the dictionary items that a record comes to name until the transaction ends, and tells which were taken away
 * since the metadata was read, in this process or another. What stood there already is held by the stored record.
 * @param changed fields that may hold other items than before.
 */
export async function goneChoices(
  tx: Reading,
  changed: readonly FieldModel[],
  values: Row,
  before: Row = {},
): Promise<WireFault[]> {
  const { call, db, locked } = tx;
  if (!call.snapshot.entities.has(ITEMS_ENTITY)) return [];
  const stored = changed.filter(({ column }) => column !== undefined);
  const stood = new Set(choicesIn(stored, before).map(nameOf));
  const fresh = choicesIn(stored, values).filter((choice) => !stood.has(nameOf(choice)));
  const asked = new Map(fresh.map((choice) => [nameOf(choice), choice]));
  for (const name of asked.keys()) if (locked?.has(name) === true) asked.delete(name);
  if (asked.size === 0) return [];
  const gone = new Set((await holdItems(db, [db.tenantId, TOP_TENANT], [...asked.values()])).map(nameOf));
  for (const name of asked.keys()) if (!gone.has(name)) locked?.set(name, {});
  return fresh.flatMap((choice) => {
    if (!gone.has(nameOf(choice))) return [];
    const item = choiceTitles(choicesOf(call.snapshot, choice.field) ?? []).get(choice.key) ?? choice.key;
    return [
      {
        pointer: choice.pointer,
        msg: say('{title}所选的“{item}”已被删除，请重新选择', { title: choice.title, item }),
      },
    ];
  });
}
