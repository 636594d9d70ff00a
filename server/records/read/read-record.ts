import { accessNodes, type RowAccess } from '../../../src/compile/sql/access-conditions.ts';
import { compileDetailQuery } from '../../../src/compile/sql/list-query.ts';
import { liveNodes } from '../../../src/compile/sql/live-sql.ts';
import type { PlacedQuery } from '../../../src/compile/sql/query.ts';
import { dependenceOf } from '../../../src/compile/sql/record-sql.ts';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { computeRecord } from '../../../src/core/validation/compute-record.ts';
import type { RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import type { OpenSteps } from '../../access/permission/field-access.ts';
import { rowAccessOf, rowAccessSignature } from '../../access/permission/row-access.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { writeAudit } from '../audit/audit.ts';
import type { EntityCall, Reading } from '../call/ports.ts';
import { prepareEnvironment } from '../call/prepare-environment.ts';
import { queryInput, runQuery } from '../call/query-input.ts';
import { createRowReader, isSecret, type Row } from '../call/record-row.ts';
import { recordTitle } from '../call/record-title.ts';
import type { StoredRecord } from '../call/stored-record.ts';
import { titledRow } from '../call/titled-row.ts';
import { createAbilities, loadAbove, loadActorFacts } from './abilities.ts';
import { coverFields } from './answer-record.ts';
import { storedAccess } from './field-conditions.ts';
import { lockWithTargets } from './lock-targets.ts';
import { loadOpenSteps } from './open-steps.ts';
import { isSettling } from './settling.ts';

const queriesOf = new WeakMap<MetadataSnapshot, Map<string, PlacedQuery>>();

function detailQuery(
  call: EntityCall,
  fields: readonly FieldModel[],
  access: RowAccess,
  options: { readonly lock?: boolean; readonly removed?: boolean; readonly labels: boolean },
): PlacedQuery {
  const shape = { model: call.model, fields, access, labels: options.labels };
  const { clock, person } = dependenceOf([...liveNodes(fields, call.model), ...accessNodes(access)]);
  // What the clock or the person decides is compiled for each call.
  if (clock !== 'none' || person) return { ...compileDetailQuery(shape, call.world, options), name: undefined };
  let held = queriesOf.get(call.snapshot);
  if (held === undefined) {
    held = new Map();
    queriesOf.set(call.snapshot, held);
  }
  const key = `${call.model.key}|${fields.map((field) => field.key).join()}|${rowAccessSignature(access)}|${JSON.stringify(options)}`;
  let query = held.get(key);
  if (query === undefined) {
    query = compileDetailQuery(shape, call.world, options);
    held.set(key, query);
  }
  return query;
}

/** Rows of the entity that the person may see. */
export function accessOf(call: EntityCall): RowAccess {
  return call.internal ? 'all' : rowAccessOf(call.model, call.context.caller, call.snapshot);
}

/** Rows below a record that is seen which the person sees: all of them where their entity says nothing else. */
export function rowsSeenBelow(child: EntityCall): RowAccess {
  const access = accessOf(child);
  return typeof access !== 'string' && 'parent' in access ? (access.rows ?? 'all') : access;
}

function notFound(model: EntityModel): AnlanError {
  return new AnlanError('notFound', { what: model.title });
}

function storedFields(model: EntityModel): FieldModel[] {
  return model.fields.filter((field) => field.column !== undefined && !isSecret(field));
}

/** What is known of a write before its record is locked. */
interface ComingWrite {
  /** Values that the record is about to have. Default none. */
  readonly given?: Row;
  /** Whether nothing that is counted follows from them: those that count it need not be locked. Default not. */
  readonly uncounted?: boolean;
}

/**
 * The record for writing, locked until the transaction ends, and before it those that count it. Throws notFound where
 * there is none or the person may not see it, forbidden where it belongs to the platform and not to the tenant.
 */
export async function lockRecord(
  tx: Reading,
  id: string,
  { given = {}, uncounted = false }: ComingWrite = {},
): Promise<StoredRecord> {
  const { call } = tx;
  const fields = storedFields(call.model);
  const access = accessOf(call);
  const input = queryInput(call, { id });
  const find = async (lock: boolean) =>
    (await runQuery(tx.db, detailQuery(call, fields, access, { lock, labels: false }), input))[0];
  const row = await lockWithTargets(tx, id, uncounted ? 'uncounted' : given, () => find(true));
  if (row === undefined) {
    if (call.model.scope !== 'tenant' && (await find(false)) !== undefined)
      throw new AnlanError('forbidden', { action: say('修改平台共享数据') });
    throw notFound(call.model);
  }
  createRowReader(fields, call.snapshot, false)(row);
  const stored = storedOf(row);
  if (!call.fieldRights.stepped || call.internal) return stored;
  return { ...stored, steps: (await loadOpenSteps(tx, [id]))(id) };
}

/** Values of a removed record. Throws notFound where there is none or the person would not see it. */
export async function readRemoved(tx: Reading, id: string): Promise<Row> {
  return (await removedRecord(tx, id, false)).values;
}

/** A removed record, locked; what counts it is the caller's to lock before. Throws as `readRemoved`. */
export function lockRemoved(tx: Reading, id: string): Promise<StoredRecord> {
  return removedRecord(tx, id, true);
}

async function removedRecord(tx: Reading, id: string, lock: boolean): Promise<StoredRecord> {
  const { call } = tx;
  const fields = storedFields(call.model);
  const query = detailQuery(call, fields, accessOf(call), { lock, removed: true, labels: false });
  const [row] = await runQuery(tx.db, query, queryInput(call, { id }));
  if (row === undefined) throw notFound(call.model);
  createRowReader(fields, call.snapshot, false)(row);
  return storedOf(row);
}

function storedOf(row: Row): StoredRecord {
  const { tenantId, ...values } = row;
  return {
    id: String(row.id),
    version: Number(row.version),
    status: typeof row.status === 'string' ? row.status : null,
    tenantId: String(tenantId),
    values,
  };
}

/** The record with its live fields, and the environment that computed them. */
export async function computeStored(
  tx: Reading,
  stored: StoredRecord,
): Promise<{ values: Row; environment: RecordEnvironment }> {
  const environment = await prepareEnvironment(tx, stored.values, { stored: stored.values });
  return { values: computeRecord(tx.call.model, stored.values, environment), environment };
}

/**
 * The record as an answer carries it, uploads still as ids; undefined where the person may not see it.
 * @param shown `whole` where what lists mask is given to whoever may read it, which is noted in the log. Default masked.
 * @param uncovered is given the row with all its values, for decisions of the platform, before those go that the person
 * may not see.
 */
export async function readRecord(
  tx: Reading,
  id: string,
  access: RowAccess = accessOf(tx.call),
  shown: 'masked' | 'whole' = 'masked',
  uncovered?: (row: Row) => void,
): Promise<Row | undefined> {
  const { call } = tx;
  const { model } = call;
  const fields = model.fields.filter((field) => !isSecret(field) && (field.live || field.column !== undefined));
  const query = detailQuery(call, fields, access, { labels: true });
  const [row] = await runQuery(tx.db, query, queryInput(call, { id }));
  if (row === undefined) return undefined;
  createRowReader(fields, call.snapshot, true)(row);
  const facts = await loadActorFacts(tx);
  row.abilities = createAbilities(call, facts, await loadAbove(tx, [row]))(row);
  if (await isSettling(tx, id)) row.settling = true;
  const steps = await loadOpenSteps(tx, [id]);
  if (shown === 'whole') await logLook(tx, row, steps(id));
  uncovered?.({ ...row });
  coverFields(call, fields, [row], steps, shown);
  return row;
}

/** Notes who was given what lists mask; nothing where the record has no such value or the person may not read it. */
async function logLook(tx: Reading, row: Row, steps: OpenSteps): Promise<void> {
  const { call } = tx;
  if (call.internal) return;
  const looked = call.model.fields.filter((field) => {
    const access = field.property.maskInLists === true && storedAccess(call, field, row, steps);
    return (access === 'read' || access === 'write') && (row[field.key] ?? null) !== null;
  });
  if (looked.length === 0) return;
  const id = String(row.id);
  const entry = {
    recordId: id,
    recordTitle: recordTitle(call, await titledRow(tx, row), id),
    action: 'look',
    changes: [],
    remark: looked.map(({ title }) => title).join('、'),
  };
  await writeAudit(tx, entry);
  const { homeTenantId, tenantId } = call.context.caller;
  if (homeTenantId === tenantId) return;
  // What a person of the platform saw inside a company stands in the platform's own log too.
  const own = { ...call, context: { ...call.context, tenantId: homeTenantId } };
  await call.services.database.transaction(homeTenantId, (home) =>
    writeAudit(
      { call: own, db: home },
      { ...entry, remark: `${say('企业{tenantId}', { tenantId })}；${entry.remark}` },
    ),
  );
}

/** The same, or notFound. */
export async function requireRecord(
  tx: Reading,
  id: string,
  shown: 'masked' | 'whole' = 'masked',
  uncovered?: (row: Row) => void,
): Promise<Row> {
  const { call } = tx;
  const row = await readRecord(tx, id, accessOf(call), shown, uncovered);
  if (row === undefined) throw notFound(call.model);
  return row;
}
