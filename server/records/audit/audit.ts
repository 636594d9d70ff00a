import { tableName } from '../../../src/compile/sql/plan-tables.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { isShownToAll } from '../../../src/core/model/open-to-all.ts';
import { SITE_CHANGE } from '../../../src/core/site/site-mark.ts';
import { say, spoken } from '../../../src/core/text/say.ts';
import { fieldContext, type RecordValues } from '../../../src/core/validation/record-environment.ts';
import { sameValue } from '../../../src/core/validation/same-value.ts';
import { maskValue } from '../../access/permission/field-access.ts';
import { insertRows } from '../../ground/database/insert-rows.ts';
import { AUDIT_ENTITY } from '../../metadata/audit-entity.ts';
import { choicesOf } from '../../metadata/choices.ts';
import { actingOn, asAlias } from '../call/author.ts';
import type { EntityCall, Reading } from '../call/ports.ts';
import { columnValue, isSecret, type Row } from '../call/record-row.ts';
import { storing } from '../call/stored.ts';
import { DEVICE_CHANGE, deviceChanges } from './device-change.ts';

/** One changed field of an audit row: values as stored, and as people read them at that time. */
export interface AuditChange {
  /** Permanent id of the field. */
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly fromText: string;
  readonly toText: string;
}

/** Id of the entry that says in whose place a vote was given; no field has such an id. */
export const BEHALF_CHANGE = '@inPlaceOf';

/** What stands for the value of a password. */
const CONCEALED = '******';

/** What differs between two records, field by field; computed and secret fields included, secret values never. */
export function changesBetween(
  call: EntityCall,
  before: RecordValues,
  after: RecordValues,
  labels: (field: FieldModel, value: unknown) => string | readonly string[] | undefined = () => undefined,
): AuditChange[] {
  return storing(call, (over) => differences(over, before, after, labels));
}

function differences(
  call: EntityCall,
  before: RecordValues,
  after: RecordValues,
  labels: (field: FieldModel, value: unknown) => string | readonly string[] | undefined,
): AuditChange[] {
  return call.model.fields.flatMap((field) => {
    if ((field.base && field.key !== 'status') || (field.live && field.column === undefined)) return [];
    const from = before[field.key] ?? null;
    const to = after[field.key] ?? null;
    if (sameValue(from, to)) return [];
    const head = { id: field.id, key: field.key, title: field.title };
    if (isSecret(field)) {
      const concealed = (value: unknown) => (value === null ? null : CONCEALED);
      return [
        { ...head, from: concealed(from), to: concealed(to), fromText: '', toText: to === null ? '' : CONCEALED },
      ];
    }
    const text = (value: unknown): string =>
      field.type.format(
        value,
        fieldContext(field, { choices: (asked) => choicesOf(call.snapshot, asked) }, labels(field, value)),
      );
    // The log is a list too.
    const noted = (value: unknown) => (field.property.maskInLists === true ? maskValue(field, value) : value);
    return [{ ...head, from: noted(from), to: noted(to), fromText: text(noted(from)), toText: text(noted(to)) }];
  });
}

/** Longest summary of a log row, in characters. */
const SUMMARY_LENGTH = 8000;

/** What changed, for whoever reads the log: of fields that are kept from some only that they did. */
function summaryOf(
  { model, snapshot }: Pick<EntityCall, 'model' | 'snapshot'>,
  changes: readonly AuditChange[],
): string {
  const open = new Set(
    model.fields.flatMap((field) => (isShownToAll(snapshot.entities, model, field) ? field.id : [])),
  );
  // In whose place somebody voted stands in the remark.
  const lines = changes
    .filter((change) => change.id !== BEHALF_CHANGE)
    .map(({ id, title, fromText, toText }) =>
      open.has(id) || id === SITE_CHANGE || id === DEVICE_CHANGE
        ? `${title}：${fromText || say('空')} → ${toText || say('空')}`
        : say('{title}：有变更', { title }),
    );
  const whole = lines.join('；');
  return whole.length > SUMMARY_LENGTH ? `${whole.slice(0, SUMMARY_LENGTH - 1)}…` : whole;
}

/** One act on one record. */
interface AuditEntry {
  readonly recordId: string;
  readonly recordTitle: string;
  /** `insert`, `update`, `remove`, `restore`, or the key of a transition. */
  readonly action: string;
  readonly changes: readonly AuditChange[];
  /** What the summary says in front of the changes (an opinion, the reason of a refusal). Default nothing. */
  readonly remark?: string;
  /** What the act was about where that is no entity of the call (a task that does not exist). */
  readonly entity?: { readonly key: string; readonly title: string };
}

const STANDARD_ACTIONS: Readonly<Record<string, string>> = spoken({
  insert: '新增',
  update: '修改',
  rows: '修改明细',
  remove: '删除',
  restore: '撤销删除',
  refused: '操作被拒绝',
  print: '打印',
  export: '导出',
  import: '导入',
  look: '查看完整信息',
  openAuthor: '查看匿名提交人',
  watch: '开始观看',
  watched: '结束观看',
  'approval:pass': '审批通过',
  'approval:reject': '审批驳回',
  'approval:revoke': '撤回申请',
  'approval:terminate': '终止审批',
  'approval:transfer': '转办',
  'approval:addSigner': '加签',
  'approval:cancel': '审批取消',
  'approval:refused': '审批操作被拒绝',
});

/** What an action of the log is called: the standard ones, else the transition's title. */
export function actionTitle(model: EntityModel, action: string): string {
  return STANDARD_ACTIONS[action] ?? model.transitions[action]?.title ?? action;
}

/**
 * As whom an act is logged: under the pseudonym where the record is the person's own anonymous one, whatever he did with
 * it, and for a refused new one, which may have become one at the next try.
 */
async function loggedAs(tx: Reading, { recordId }: AuditEntry): Promise<Reading> {
  const { call, db } = tx;
  if (call.model.anonymous === undefined || call.context.caller.behind !== undefined) return tx;
  if (recordId === '') return { ...tx, call: asAlias(call) };
  const [row] = await db.query<{ createUser: string | null }>(
    `select "createUser" from ${tableName(call.model.id)} where "tenantId" = $1 and id = $2`,
    [call.context.tenantId, recordId],
  );
  return row === undefined ? tx : actingOn(tx, { createUser: row.createUser });
}

/** Fields of the log that a row says something of. */
const LOGGED = [
  'entityTitle',
  'actionTitle',
  'summary',
  'time',
  'userId',
  'account',
  'entityKey',
  'recordId',
  'recordTitle',
  'action',
  'ip',
  'requestId',
  'cause',
  'changes',
] as const;

const typesOf = new WeakMap<EntityModel, Readonly<Record<string, string>>>();

/** Columns of the log that are written, each with its type. */
function columnTypes(log: EntityModel): Readonly<Record<string, string>> {
  const known = typesOf.get(log);
  if (known !== undefined) return known;
  const types: Record<string, string> = {};
  for (const key of LOGGED) {
    const field = log.field.get(key);
    if (field?.column === undefined) continue;
    types[field.id] = field.column.kind;
  }
  Object.assign(types, {
    id: 'text',
    tenantId: 'text',
    createUser: 'text',
    createDept: 'text',
    createTime: 'timestamptz',
  });
  typesOf.set(log, types);
  return types;
}

/**
 * Writes who did what, from where and what changed, inside the transaction that does it. Nothing is written where the
 * metadata has no log (tests of single entities).
 */
export async function writeAudit(given: Reading, entry: AuditEntry): Promise<void> {
  const log = given.call.snapshot.entities.get(AUDIT_ENTITY);
  if (log === undefined) return;
  const tx = await loggedAs(given, entry);
  const { call, db } = tx;
  const { context, at, now } = call;
  const { caller } = context;
  const changes = [...entry.changes, ...deviceChanges(call)];
  const worded = storing(call, (over) => ({
    entityTitle: entry.entity?.title ?? over.model.title,
    actionTitle: actionTitle(over.model, entry.action),
    summary: [entry.remark, summaryOf(over, changes)].filter(Boolean).join('；').slice(0, SUMMARY_LENGTH),
  }));
  const values: Readonly<Record<(typeof LOGGED)[number], unknown>> = {
    ...worded,
    time: now,
    userId: caller.userId === '' ? null : caller.userId,
    account: caller.account,
    entityKey: entry.entity?.key ?? call.model.key,
    recordId: entry.recordId,
    recordTitle: entry.recordTitle.slice(0, 255),
    action: entry.action,
    ip: context.ip,
    requestId: context.requestId,
    cause: call.cause?.slice(0, 500) ?? null,
    changes,
  };
  const columns = Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const field = log.field.get(key);
      return field?.column === undefined ? [] : [[field.id, columnValue(field, value, call.snapshot.timeZone)]];
    }),
  );
  const row = {
    ...columns,
    id: call.services.ids.next(),
    tenantId: context.tenantId,
    createUser: caller.userId === '' ? null : caller.userId,
    createDept: caller.deptId === '' ? null : caller.deptId,
    createTime: at.toISOString(),
  };
  const insert = (rows: readonly Row[]) => insertRows(db, tableName(log.id), columnTypes(log), rows);
  const { batch } = tx;
  if (batch === undefined) await insert([row]);
  else batch.later('audit', row, insert);
}
