import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { evaluateOver, holds, storedValue } from '../../../src/core/validation/record-environment.ts';
import { platform, touched } from '../../ground/database/platform-queries.ts';
import { withCall } from '../call/entity-call.ts';
import type { EntityCall, Tx } from '../call/ports.ts';
import { prepareEnvironment } from '../call/prepare-environment.ts';
import { readRowsOf } from '../call/read-rows.ts';
import type { Row } from '../call/record-row.ts';
import type { Above } from '../read/abilities.ts';
import { copyUploads } from './copy-uploads.ts';
import { prepareNew, storeNew } from './new-record.ts';

/**
 * Inserts a row below a record for each row of the library that `where` takes, as the platform: rights do not matter,
 * only types are checked. Which rows were made so is remembered, for `lockRows`.
 * Gives the id of each row made by that of the library's.
 */
export async function seedRows(tx: Tx, above: Above): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>();
  const { call, db } = tx;
  const { model, snapshot } = call;
  const { seed, field } = model.parent ?? {};
  const library = snapshot.entities.get(seed?.from ?? '');
  if (seed === undefined || field === undefined || library === undefined) return made;
  const internal: EntityCall = { ...call, internal: true };
  const others = { parent: above.values, outer: above.values };
  const beside = { parent: above.call.model, outer: above.call.model };
  const expressions = [...(seed.where === undefined ? [] : [seed.where]), ...Object.values(seed.map ?? {})];
  const libraryCall: EntityCall = { ...internal, model: library };
  for (const row of inShownOrder(library, await readRowsOf(withCall(tx, internal), library))) {
    const environment = await prepareEnvironment(withCall(tx, libraryCall), row, {
      others,
      beside,
      expressions,
      only: true,
    });
    if (seed.where !== undefined && !holds(seed.where, row, environment)) continue;
    const given: Row = { [field]: above.id };
    for (const target of model.fields) {
      if (target.base || target.key === field || target.computed) continue;
      if (seed.map === undefined) {
        if (Object.hasOwn(row, target.key)) given[target.key] = row[target.key];
        continue;
      }
      const expression = seed.map[target.key];
      if (expression !== undefined) given[target.key] = storedValue(evaluateOver(expression, row, environment), target);
    }
    const id = call.services.ids.next();
    const status = model.initialState ?? null;
    const own = await copyUploads(withCall(tx, internal), id, given, {}, Object.keys(given));
    const values = await prepareNew(withCall(tx, internal), { id, status, given: own, stage: 'types', others });
    await storeNew(withCall(tx, internal), id, values);
    await touched(
      db,
      platform.insertInto('seededRow').values({ tenantId: db.tenantId, entity: model.id, id, source: String(row.id) }),
    );
    made.set(String(row.id), id);
  }
  return made;
}

/** Rows of a library as its own page lists them: ids of shipped rows follow nothing that a person would read by. */
function inShownOrder(library: EntityModel, rows: readonly Row[]): readonly Row[] {
  const sort = Object.values(library.pages)[0]?.sort ?? [];
  return [...rows].sort((one, other) => {
    for (const { field, descending } of sort) {
      const [left, right] = [one[field], other[field]];
      if (left === right) continue;
      const before =
        typeof left === 'number' && typeof right === 'number' ? left < right : String(left) < String(right);
      return before === descending ? 1 : -1;
    }
    return 0;
  });
}
