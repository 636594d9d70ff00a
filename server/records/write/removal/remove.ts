import { tableName } from '../../../../src/compile/sql/plan-tables.ts';
import { nameSql } from '../../../../src/compile/sql/record-name.ts';
import { AnlanError } from '../../../../src/core/errors/catalogue.ts';
import { quoteIdentifier } from '../../../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../../../src/core/model/entity-model.ts';
import { say } from '../../../../src/core/text/say.ts';
import { computeRecord } from '../../../../src/core/validation/compute-record.ts';
import { holds } from '../../../../src/core/validation/record-environment.ts';
import { actingOn } from '../../call/author.ts';
import { type CompanionModel, companionsOf, isCompanion, madeWithAnother } from '../../call/companions.ts';
import { asPlatform, callFor, requireAction, withCall, withModel } from '../../call/entity-call.ts';
import { foreignRow } from '../../call/foreign-row.ts';
import type { EntityCall, Reading, Tx } from '../../call/ports.ts';
import { prepareEnvironment } from '../../call/prepare-environment.ts';
import { recordTitle } from '../../call/record-title.ts';
import type { StoredRecord } from '../../call/stored-record.ts';
import { titledRow } from '../../call/titled-row.ts';
import { isInWriteScope } from '../../read/abilities.ts';
import { guardError } from '../../read/check-guards.ts';
import { lockAboveRow, requireWriteBelow } from '../../read/child-call.ts';
import { lockTargets } from '../../read/lock-targets.ts';
import { lockRecord } from '../../read/read-record.ts';
import { isSeeded } from '../../read/seeded-rows.ts';
import { afterWriteBelow } from '../after-write.ts';
import { applyTransition } from '../apply-transition.ts';
import { settleFiles } from '../check-record.ts';
import { refuseUsedItem } from '../choice-uses.ts';
import { EMPTY_PROPOSAL } from '../read-proposal.ts';
import { replaceItem } from '../replace-item.ts';
import { markRemoved, updateRecord } from '../write-row.ts';
import { emptyRemoval, keepRemoval, noteCleared, noteRemoved, type Removal } from './removal.ts';

/**
 * Removes records logically, each only where its state, its guards and those who refer to it let it go.
 * @param to key of the item that takes the place of a removed one of a dictionary. Default: it must be held by no record.
 */
export async function removeRecords(tx: Tx, ids: readonly string[], to?: string): Promise<void> {
  const { call } = tx;
  if (isCompanion(call.model)) {
    requireAction(call, 'edit');
    throw madeWithAnother(call, call.model, say('删除'));
  }
  if (call.model.parent === undefined) requireAction(call, 'delete');
  await lockTargets(tx, ids);
  // Always in the same order, so that two removals of the same records do not wait for each other.
  for (const [turn, id] of [...ids].sort().entries()) {
    const removal = emptyRemoval();
    const above = await lockAboveRow(tx, id);
    if (above !== undefined) {
      await requireWriteBelow(tx, 'remove', { ...above, row: (await lockRecord(tx, id)).values });
    } else await requireOwnRow(tx, id);
    if (to !== undefined) await replaceItem(tx, (await lockRecord(tx, id)).values, to);
    await removeBelow(tx, id, removal);
    if (above !== undefined) await afterWriteBelow(tx, above.id);
    // Records that were given another item instead do not go back to the one that was removed.
    if (to === undefined) await keepRemoval(tx, id, removal, turn);
  }
}

/** Refuses a record that the person sees and may not write. */
async function requireOwnRow(tx: Reading, id: string): Promise<void> {
  const { call } = tx;
  if (call.internal || call.model.permissions.write === undefined) return;
  const { values } = await lockRecord(tx, id);
  if (!isInWriteScope(call, 'delete', values)) throw foreignRow(call, say('删除'));
}

/**
 * Removes one record with all that belongs to it; rights are the caller's to check, what is above it locked.
 * @param removal takes in what is done, for the way back. Default it is not kept.
 */
export async function removeBelow(given: Tx, id: string, removal: Removal = emptyRemoval()): Promise<void> {
  const stored = await lockRecord(given, id);
  const tx = actingOn(given, stored.values);
  const { call } = tx;
  const { model } = call;
  const state = stored.status === null ? undefined : model.states[stored.status];
  if (state?.remove === false && !call.internal) {
    throw new AnlanError('guardFailed', {
      detail: say('“{state}”的{model}不能删除', { state: state.title, model: model.title }),
    });
  }
  if (model.parent?.lockRows === true && !call.internal && (await isSeeded(tx.db, call.model, id))) {
    const title = recordTitle(call, await titledRow(tx, stored.values), id);
    throw new AnlanError('guardFailed', {
      detail: say('{model}“{title}”是规定的内容，不能删除', { model: model.title, title }),
    });
  }
  const retiring = model.retire?.when === undefined ? [] : [model.retire.when];
  const expressions = [...model.removeGuards.map((guard) => guard.when), ...retiring];
  const environment = await prepareEnvironment(tx, stored.values, { stored: stored.values, expressions });
  const values = computeRecord(model, stored.values, environment);
  for (const guard of model.removeGuards) {
    if (!call.internal && !holds(guard.when, values, environment)) {
      const over = { record: values, stored: stored.values };
      throw await guardError(tx, guard, over, environment);
    }
  }
  const { retire } = model;
  if (!call.internal && retire?.when !== undefined && holds(retire.when, values, environment)) {
    const transition = model.transitions[retire.transition];
    if (transition === undefined) throw new AnlanError('unknownCall');
    await applyTransition(tx, stored, transition, EMPTY_PROPOSAL);
    return;
  }
  await removeOne(tx, stored, removal);
}

/** Removes a locked record whose removal has been allowed, and with it the rows that belong to it. */
async function removeOne(tx: Tx, stored: StoredRecord, removal: Removal): Promise<void> {
  const { call } = tx;
  const { model, services } = call;
  for (const key of model.children) await removeChildren(tx, stored.id, key, removal);
  for (const companion of companionsOf(call)) await removeCompanion(tx, companion, stored.id, removal);
  for (const referrer of referrers(call, model)) await releaseReference(tx, stored, referrer, removal);
  await refuseUsedItem(tx, stored.values);
  await services.platform.recordFaults(tx.db, { entityKey: model.key, id: stored.id, values: undefined });
  await markRemoved(tx, stored);
  noteRemoved(removal, model, stored);
  await settleFiles(tx, stored.id, stored.values, {});
  removal.ended += await services.parts.approvals.cancel(tx, stored.id, () => say('记录已删除'));
  await services.parts.timers.drop(tx, stored.id);
  await services.parts.turns.drop(tx, stored.id);
}

/** Removes the record that stands beside one; where it was not made yet there is nothing to do. */
async function removeCompanion(tx: Tx, model: CompanionModel, id: string, removal: Removal): Promise<void> {
  const own = asPlatform(withModel(tx, model));
  const rows = await tx.db.query<{ id: string }>(
    `select id from ${tableName(model.id)} where "tenantId" = $1 and id = $2 and "isDeleted" = 0`,
    [tx.db.tenantId, id],
  );
  for (const row of rows) await removeOne(own, await lockRecord(own, row.id), removal);
}

async function removeChildren(tx: Tx, id: string, key: string, removal: Removal): Promise<void> {
  const { call, db } = tx;
  const child = call.snapshot.entities.get(key);
  const field = child?.field.get(child.parent?.field ?? '');
  if (child === undefined || field === undefined || child.appendOnly) return;
  const platform: EntityCall = { ...callFor(call, child), internal: true };
  const rows = await db.query<{ id: string }>(
    `select id from ${tableName(child.id)} where "tenantId" = $1 and ${quoteIdentifier(field.id)} = $2 and "isDeleted" = 0
     order by id`,
    [db.tenantId, id],
  );
  const below = withCall(tx, platform);
  for (const row of rows) await removeOne(below, await lockRecord(below, row.id), removal);
}

/** Fields of all entities that refer to records of this one. People stay named where they acted, also when they left. */
function referrers(call: EntityCall, model: EntityModel): { entity: EntityModel; field: FieldModel }[] {
  return [...call.snapshot.entities.values()].flatMap((entity) =>
    entity.fields
      .filter(
        (field) =>
          // What belongs to the record goes with it.
          !(entity.parent?.entity === model.key && entity.parent.field === field.key) &&
          !(entity.companion?.of === model.key && entity.companion.field === field.key) &&
          !field.base &&
          field.target === model.key &&
          !(field.property.ref === undefined && model.key === 'user'),
      )
      .filter((field) => field.column?.kind === 'text' || field.column?.kind === 'text[]')
      .map((field) => ({ entity, field })),
  );
}

interface Referrer {
  readonly id: string;
  readonly label: string | null;
}

/** Records that are freed of a reference by one question. */
const FREED_AT_ONCE = 1_000;

async function releaseReference(
  tx: Tx,
  stored: StoredRecord,
  { entity, field }: { readonly entity: EntityModel; readonly field: FieldModel },
  removal: Removal,
): Promise<void> {
  const clears = field.property.ref?.onRemove === 'clear';
  for (;;) {
    const rows = await referrersOf(tx, stored, { entity, field }, clears ? FREED_AT_ONCE : 1);
    const [first] = rows;
    if (first === undefined) return;
    if (!clears) {
      throw new AnlanError('stillReferenced', {
        title: recordTitle(tx.call, await titledRow(tx, stored.values), stored.id),
        by: say('{model}“{title}”', { model: entity.title, title: first.label ?? first.id }),
      });
    }
    const own = asPlatform(withModel(tx, entity));
    for (const { id } of rows) await clearReference(own, { id, field, gone: stored.id }, removal);
  }
}

/** Records that refer to one by a field, the first of them. */
function referrersOf(
  tx: Tx,
  { tenantId, id }: StoredRecord,
  { entity, field }: { readonly entity: EntityModel; readonly field: FieldModel },
  most: number,
): Promise<Referrer[]> {
  const column = `t.${quoteIdentifier(field.id)}`;
  const condition = field.column?.kind === 'text[]' ? `${column} @> array[$2]` : `${column} = $2`;
  const label = entity.field.get(entity.label);
  const title =
    (label === undefined ? undefined : nameSql(label, 't', (key) => tx.call.snapshot.entities.get(key))) ?? 't.id';
  return tx.db.query<Referrer>(
    `select t.id, ${title} as label from ${tableName(entity.id)} t
     where t."tenantId" = $1 and ${condition} and t."isDeleted" = 0 limit ${most}`,
    [tenantId, id],
  );
}

async function clearReference(
  tx: Tx,
  { id, field, gone }: { readonly id: string; readonly field: FieldModel; readonly gone: string },
  removal: Removal,
): Promise<void> {
  const referring = await lockRecord(tx, id);
  noteCleared(removal, tx.call.model, field, referring, gone);
  const value = referring.values[field.key];
  const rest = Array.isArray(value) ? value.filter((entry) => entry !== gone) : [];
  await updateRecord(tx, referring, { ...referring.values, [field.key]: rest.length > 0 ? rest : null }, 'update');
}
