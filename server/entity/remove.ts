import { tableName } from '../../src/compile/sql/plan-tables.ts';
import { columnSql } from '../../src/compile/sql/record-sql.ts';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import { quoteIdentifier } from '../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import { holds } from '../../src/core/validation/record-environment.ts';
import type { Connection } from '../database/database.ts';
import { settleFiles } from './check-record.ts';
import { callFor, type EntityCall, requireAction } from './entity-call.ts';
import { computeStored, lockRecord, type StoredRecord } from './read-record.ts';
import { markRemoved, recordTitle, updateRecord } from './write-row.ts';

/** Removes records logically, each only where its state, its guards and those who refer to it let it go. */
export async function removeRecords(call: EntityCall, connection: Connection, ids: readonly string[]): Promise<void> {
  requireAction(call, 'delete');
  // Always in the same order, so that two removals of the same records do not wait for each other.
  for (const id of [...ids].sort()) await removeOne(call, connection, id);
}

async function removeOne(call: EntityCall, connection: Connection, id: string): Promise<void> {
  const { model } = call;
  const stored = await lockRecord(call, connection, id);
  const state = stored.status === null ? undefined : model.states[stored.status];
  if (state?.remove === false && !call.internal) {
    throw new AnlanError('guardFailed', { detail: `“${state.title}”的${model.title}不能删除` });
  }
  const { values, environment } = await computeStored(call, connection, stored);
  for (const guard of model.removeGuards) {
    if (!call.internal && !holds(guard.when, values, environment)) {
      throw new AnlanError('guardFailed', { detail: guard.message });
    }
  }
  for (const { entity, field } of referrers(call, model))
    await releaseReference(call, connection, stored, entity, field);
  const { flow } = call.services;
  await flow?.approvals?.cancel(call, connection, id, '记录已删除');
  await flow?.timers?.drop(call, connection, id);
  await markRemoved(call, connection, stored);
  await settleFiles(call, connection, id, stored.values, {});
}

/** Fields of all entities that refer to records of this one. People stay named where they acted, also when they left. */
function referrers(call: EntityCall, model: EntityModel): { entity: EntityModel; field: FieldModel }[] {
  return [...call.snapshot.entities.values()].flatMap((entity) =>
    entity.fields
      .filter(
        (field) =>
          !field.base && field.target === model.key && !(field.property.ref === undefined && model.key === 'user'),
      )
      .filter((field) => field.column?.kind === 'text' || field.column?.kind === 'text[]')
      .map((field) => ({ entity, field })),
  );
}

interface Referrer {
  readonly id: string;
  readonly label: string | null;
}

async function releaseReference(
  call: EntityCall,
  connection: Connection,
  stored: StoredRecord,
  entity: EntityModel,
  field: FieldModel,
): Promise<void> {
  const clears = field.property.ref?.onRemove === 'clear';
  const column = `t.${quoteIdentifier(field.id)}`;
  const condition = field.column?.kind === 'text[]' ? `${column} @> array[$2]` : `${column} = $2`;
  const label = entity.field.get(entity.label);
  const title = (label === undefined ? undefined : columnSql(label, 't')?.sql) ?? 't.id';
  const rows = await connection.query<Referrer>(
    `select t.id, ${title}::text as label from ${tableName(entity.id)} t
     where t."tenantId" = $1 and ${condition} and t."isDeleted" = 0 limit ${clears ? 10_000 : 1}`,
    [stored.tenantId, stored.id],
  );
  const [first] = rows;
  if (first === undefined) return;
  if (!clears) {
    throw new AnlanError('stillReferenced', {
      title: recordTitle(call, stored.values, stored.id),
      by: `${entity.title}“${first.label ?? first.id}”`,
    });
  }
  const platform = { ...callFor(call, entity), internal: true };
  for (const { id } of rows) {
    const referring = await lockRecord(platform, connection, id);
    const value = referring.values[field.key];
    const rest = Array.isArray(value) ? value.filter((entry) => entry !== stored.id) : [];
    const next = { ...referring.values, [field.key]: rest.length > 0 ? rest : null };
    await updateRecord(platform, connection, referring, next, 'update');
  }
}
