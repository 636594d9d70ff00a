import { tableName } from '../../../src/compile/sql/plan-tables.ts';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { quoteIdentifier } from '../../../src/core/expression/index.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { joined, say, spoken } from '../../../src/core/text/say.ts';
import { holds } from '../../../src/core/validation/record-environment.ts';
import type { Connection } from '../../ground/database/database.ts';
import { callFor, withCall } from '../call/entity-call.ts';
import type { EntityCall, Reading } from '../call/ports.ts';
import { prepareEnvironment } from '../call/prepare-environment.ts';
import { recordTitle } from '../call/record-title.ts';
import type { StoredRecord } from '../call/stored-record.ts';
import { type Above, type ChildVerb, isWriter, loadAbove as loadAboveRecords, loadActorFacts } from './abilities.ts';
import { lockTargets } from './lock-targets.ts';
import { lockRecord } from './read-record.ts';

const VERB_TITLES: Readonly<Record<ChildVerb, string>> = spoken({ create: '新增', edit: '编辑', remove: '删除' });

/** Children of an entity whose rows people may save: those written by transitions alone left out. */
export function savedChildren(call: EntityCall): readonly EntityModel[] {
  return call.model.children.flatMap((key) => {
    const child = call.snapshot.entities.get(key);
    return child === undefined || child.readOnly || child.appendOnly ? [] : [child];
  });
}

/** Locks a record and first what stands above it, so that two writers below one record always wait at the same place. */
async function lockChain(tx: Reading, model: EntityModel, id: string): Promise<void> {
  const { db } = tx;
  const above = model.parent === undefined ? undefined : tx.call.snapshot.entities.get(model.parent.entity);
  const parentId = above === undefined ? undefined : await parentIdOf(db, model, id);
  if (above !== undefined && parentId !== undefined) await lockChain(tx, above, parentId);
  await lockTargets(withCall(tx, callFor(tx.call, model)), [id]);
  await db.query(`select id from ${tableName(model.id)} where "tenantId" = $1 and id = $2 for update`, [
    db.tenantId,
    id,
  ]);
}

/** Id of the record above a row; undefined where there is no such row. */
export async function parentIdOf(connection: Connection, model: EntityModel, id: string): Promise<string | undefined> {
  const field = model.field.get(model.parent?.field ?? '');
  if (field === undefined) return undefined;
  const [row] = await connection.query<{ above: string | null }>(
    `select ${quoteIdentifier(field.id)} as above from ${tableName(model.id)} where "tenantId" = $1 and id = $2`,
    [connection.tenantId, id],
  );
  return row?.above ?? undefined;
}

/** The record above a row, locked with all above it. Throws notFound where the person does not see it. */
export async function lockAbove(tx: Reading, parentId: string): Promise<Above> {
  const { call } = tx;
  const model = call.snapshot.entities.get(call.model.parent?.entity ?? '');
  if (model === undefined) throw new AnlanError('notFound', { what: say('上级记录') });
  const above = callFor(call, model);
  await lockChain(withCall(tx, above), model, parentId);
  const stored: StoredRecord = await lockRecord(withCall(tx, above), parentId);
  return {
    call: above,
    id: parentId,
    values: stored.values,
    records: await loadAboveRecords(withCall(tx, above), [stored.values]),
  };
}

/** Locks what stands above a row that is written by its id; undefined for an entity of its own. */
export async function lockAboveRow(tx: Reading, id: string): Promise<Above | undefined> {
  const { call } = tx;
  if (call.model.parent === undefined) return undefined;
  const parentId = await parentIdOf(tx.db, call.model, id);
  if (parentId === undefined) throw new AnlanError('notFound', { what: call.model.title });
  return lockAbove(tx, parentId);
}

/** Refuses what the parent's state or the rights on it do not allow. */
export async function requireWriteBelow(tx: Reading, verb: ChildVerb, above: Above): Promise<void> {
  const { call } = tx;
  if (call.internal) return;
  const write = call.model.parent?.[verb];
  if (write === undefined || (above.fresh === true && write.who === undefined && write.when === undefined)) return;
  const state = typeof above.values.status === 'string' ? above.call.model.states[above.values.status] : undefined;
  // Whoever is named on a record that he has no page to see writes nothing below it, and hears nothing of its state.
  const isBlind = !above.call.granted.has('view') && !call.granted.has('view');
  const facts = await loadActorFacts(withCall(tx, above.call), call.model);
  if (isBlind || !isWriter(call, write, verb, above, facts)) {
    if (
      write.who === undefined &&
      write.when === undefined &&
      state?.edit === false &&
      above.call.granted.has('edit')
    ) {
      throw new AnlanError('guardFailed', {
        detail: say('“{state}”的{model}不能{verb}{model2}', {
          state: state.title,
          model: above.call.model.title,
          verb: VERB_TITLES[verb],
          model2: call.model.title,
        }),
      });
    }
    throw new AnlanError('forbidden', { action: joined(VERB_TITLES[verb], call.model.title) });
  }
  // The right comes first: whoever has none hears nothing of the parent's state.
  if (write.when !== undefined) {
    const environment = await prepareEnvironment(withCall(tx, above.call), above.values, { expressions: [write.when] });
    if (!holds(write.when, above.values, environment)) {
      throw new AnlanError('guardFailed', { detail: closedBelow(above, verb, call.model) });
    }
  }
}

/** That rows of a record stay as they are, with its name and state where it has them. */
function closedBelow({ call, values }: Above, verb: ChildVerb, below: EntityModel) {
  const { model } = call;
  const words = { model: model.title, verb: VERB_TITLES[verb], model2: below.title };
  const state = typeof values.status === 'string' ? model.states[values.status] : undefined;
  const name = model.field.get(model.label)?.target === undefined ? recordTitle(call, values, '') : '';
  if (state === undefined || name === '') return say('当前{model}不能{verb}{model2}', words);
  return say('{model}“{name}”为“{state}”，不能{verb}{model2}', { ...words, name, state: state.title });
}
