import { AnlanError, invalidInput } from '../../../../src/core/errors/catalogue.ts';
import type { EntityModel } from '../../../../src/core/model/entity-model.ts';
import { say } from '../../../../src/core/text/say.ts';
import { asPlatform, requireAction, withModel } from '../../call/entity-call.ts';
import { heldIds } from '../../call/held-files.ts';
import type { EntityCall, Tx } from '../../call/ports.ts';
import type { StoredRecord } from '../../call/stored-record.ts';
import { isInWriteScope } from '../../read/abilities.ts';
import { checkReferences } from '../../read/check-references.ts';
import { lockAbove, parentIdOf, requireWriteBelow } from '../../read/child-call.ts';
import { lockTargets } from '../../read/lock-targets.ts';
import { lockRecord, lockRemoved, readRemoved } from '../../read/read-record.ts';
import { afterWriteBelow, settleFlow } from '../after-write.ts';
import { refuseSleeping } from '../check-record.ts';
import { markRestored, updateRecord } from '../write-row.ts';
import { type Removal, takeRemovals, UNDO_MINUTES } from './removal.ts';

/**
 * Takes back the removal of records by the same person, all of them or none: they are as they were, with the rows that
 * went with them, their files, the references to them, their timers and whoever is called for them.
 */
export async function restoreRecords(tx: Tx, ids: readonly string[]): Promise<void> {
  const { call } = tx;
  refuseSleeping(call);
  if (call.model.parent === undefined) requireAction(call, 'delete');
  const removals = await takeRemovals(tx, ids);
  if (removals.length < ids.length) {
    throw new AnlanError('notRestorable', { minutes: String(UNDO_MINUTES) });
  }
  if (removals.some(({ ended }) => ended > 0)) throw refusal(say('删除时进行中的审批已结束，不能撤销删除'));
  for (const removal of removals) await restore(tx, removal);
}

const refusal = (detail: string) => new AnlanError('guardFailed', { detail });

async function restore(tx: Tx, { removed, cleared }: Removal): Promise<void> {
  const [root, ...below] = [...removed].reverse();
  if (root === undefined) return;
  const parentId = await parentIdOf(tx.db, tx.call.model, root.id);
  const above = parentId === undefined ? undefined : await lockAbove(tx, parentId);
  if (above !== undefined) await requireWriteBelow(tx, 'remove', { ...above, row: await readRemoved(tx, root.id) });
  await restoreRow(tx, root, (values) => above !== undefined || isInWriteScope(tx.call, 'delete', values));
  for (const row of below) await restoreRow(asPlatform(withModel(tx, entityOf(tx.call, row.entity))), row);
  for (const reference of cleared) await restoreReference(tx, reference);
  if (above !== undefined) await afterWriteBelow(tx, above.id);
}

/** The entity of a permanent id; it may have gone meanwhile. */
function entityOf({ snapshot }: EntityCall, id: string): EntityModel {
  const model = [...snapshot.entities.values()].find((entity) => entity.id === id);
  if (model === undefined) throw new AnlanError('formChanged');
  return model;
}

async function restoreRow(
  tx: Tx,
  { id, version }: Removal['removed'][number],
  isOwn: (values: StoredRecord['values']) => boolean = () => true,
): Promise<void> {
  const { call } = tx;
  const { model, services } = call;
  await lockTargets(tx, [], [await readRemoved(tx, id)]);
  const stored = await lockRemoved(tx, id);
  if (stored.version !== version || !isOwn(stored.values)) {
    throw refusal(say('{model}在删除之后又有改变，不能撤销删除', { model: model.title }));
  }
  // People stay named where they acted, also when they left.
  const named = model.fields.filter(({ base, target }) => base !== true && target !== 'user');
  const faults = [
    ...(await checkReferences(tx, named, stored.values)),
    ...(await services.platform.recordFaults(tx.db, { entityKey: model.key, id, values: stored.values })),
  ];
  if (faults.length > 0) throw invalidInput(faults);
  await markRestored(tx, stored);
  const held = heldIds(model.fields, stored.values);
  if (!(await services.files.reclaimFiles(tx.db, held, { entityKey: model.key, recordId: id }))) {
    throw refusal(say('{model}的附件已不在，不能撤销删除', { model: model.title }));
  }
  const { values } = await lockRecord(asPlatform(tx), id);
  await settleFlow(tx, { id, from: stored.status, values }, true, true);
}

/** Gives a record its reference back where nothing else has taken the place. */
async function restoreReference(
  given: Tx,
  { entity, id, field, gone, place }: Removal['cleared'][number],
): Promise<void> {
  const model = entityOf(given.call, entity);
  const key = model.fields.find((one) => one.id === field)?.key;
  if (key === undefined) return;
  const tx = asPlatform(withModel(given, model));
  const referring = await lockRecord(tx, id).catch(missing);
  if (referring === undefined) return;
  const value = referring.values[key];
  if (place === null && (value ?? null) !== null) return;
  const rest: readonly unknown[] = Array.isArray(value) ? value : [];
  const next = place === null ? gone : rest.includes(gone) ? rest : rest.toSpliced(place, 0, gone);
  await updateRecord(tx, referring, { ...referring.values, [key]: next }, 'update');
}

/** A record that has gone meanwhile needs nothing back. */
function missing(error: unknown): undefined {
  if (error instanceof AnlanError && error.status === 404) return undefined;
  throw error;
}
