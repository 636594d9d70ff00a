import { ANONYMOUS, isAlias } from '../../../src/core/model/alias.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import type { EntityCall } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';

/**
 * Puts 匿名 wherever records name somebody by his pseudonym, and for what is sealed of an anonymous record: one word for
 * all, so that two records do not tell whether they have one author.
 */
export function coverAuthors(call: EntityCall, fields: readonly FieldModel[], rows: readonly Row[]): void {
  const { anonymous } = call.model;
  const people = fields.filter(({ target }) => target === 'user');
  const sealed = fields.filter(({ key }) => anonymous?.sealed.has(key) === true);
  for (const row of rows) {
    const isSealed = isAlias(row.createUser);
    for (const field of people) if (isAlias(row[field.key])) cover(row, field);
    if (!isSealed) continue;
    for (const field of sealed) if (field.key !== 'updateUser') cover(row, field);
  }
}

function cover(row: Row, { key, target, multiple, base }: FieldModel): void {
  if (target === undefined) {
    row[key] = null;
    return;
  }
  row[key] = multiple && !base ? [ANONYMOUS] : ANONYMOUS;
  row[`${key}Label`] = multiple && !base ? [say('匿名')] : say('匿名');
}

/** The id by which a person is told outside records: that of nobody for a pseudonym. */
export function toldPerson<Id extends string | null>(id: Id): Id | typeof ANONYMOUS {
  return isAlias(id) ? ANONYMOUS : id;
}
