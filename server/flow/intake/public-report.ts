import { createHash, createHmac } from 'node:crypto';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import { isEmptyValue } from '../../../src/core/validation/record-environment.ts';
import { isRecordId } from '../../../src/core/validation/text-checks.ts';
import type { PublicState } from '../../../src/core/wire/public.ts';
import { wallClockOfStored } from '../../ground/database/wall-clock.ts';
import type { EntityServices } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { saveRecord } from '../../records/write/save.ts';
import { transact } from '../../records/write/transact.ts';
import { fireTransition } from '../../records/write/transition.ts';
import type { OpenLink } from './public-link.ts';
import { MOST_PICTURES, takePictures, wasAccepted } from './public-pictures.ts';

/** No letter that could be taken for another, or for a digit. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 12;

/** Hours' worth of reports that may wait; more than that nobody reads. */
const MOST_WAITING = 10;

/** What somebody sends: values of the fields that the entity takes, and ids of pictures. */
interface SentReport {
  readonly values: Row;
  readonly pictures: readonly string[];
  /** By which a report that is sent once more is known. */
  readonly sendKey: string;
}

/** Reads what was sent, strictly: nothing but what the entity takes. Throws a fault for each key that is wrong. */
export function readReport(link: OpenLink, body: unknown): SentReport {
  const { values, pictures = [], key } = (typeof body === 'object' && body !== null ? body : {}) as Row;
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw invalidInput([{ pointer: '/values', msg: say('请填写上报内容') }]);
  }
  if (typeof key !== 'string' || !/^[A-Za-z0-9-]{16,64}$/.test(key)) {
    throw invalidInput([{ pointer: '/key', msg: say('提交标识有误，请刷新页面后重试') }]);
  }
  const fields = new Map(link.intake.fields.map((field) => [field.key, field]));
  const faults = Object.keys(values).flatMap((name) =>
    fields.has(name) ? [] : [{ pointer: fieldPointer(name), msg: say('不认识的字段：{field}', { field: name }) }],
  );
  const given = values as Row;
  for (const field of fields.values()) {
    if (field.required && isEmptyValue(given[field.key])) faults.push(missing(field));
  }
  if (!Array.isArray(pictures) || pictures.length > MOST_PICTURES || !pictures.every(isRecordId)) {
    faults.push({ pointer: '/pictures', msg: say('照片最多{count}张', { count: MOST_PICTURES }) });
  }
  if (faults.length > 0) throw invalidInput(faults);
  return { values: given, pictures: pictures as readonly string[], sendKey: key };
}

const missing = (field: FieldModel) => ({
  pointer: fieldPointer(field.key),
  msg: say('请输入{title}', { title: field.title }),
});

/** The code of a report that was sent before under the same key; undefined for a new one. */
export async function sentBefore(
  services: EntityServices,
  link: OpenLink,
  { sendKey }: SentReport,
): Promise<string | undefined> {
  const [row] = await services.database.withTenant(link.tenantId, (db) =>
    db.query<{ recordId: string }>(
      `select "recordId" from platform."publicReport" where "linkId" = $1 and "sendKey" = $2`,
      [link.id, sendKey],
    ),
  );
  return row === undefined ? undefined : codeOf(services, link.tenantId, row.recordId);
}

/** Makes a record of what was sent, of nobody's, and gives the code by which its sender asks after it. */
export async function receiveReport(services: EntityServices, link: OpenLink, report: SentReport): Promise<string> {
  const { call, intake, tenantId } = link;
  return transact(call, async (tx) => {
    await requireRoom(tx.db, link);
    const recordId = await saveRecord(tx, report.values);
    const code = codeOf(services, tenantId, recordId);
    await tx.db.execute(
      `insert into platform."publicReport"
         ("tenantId", "recordId", "entityKey", "linkId", "codeHash", "sendKey", "createTime")
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [tenantId, recordId, call.model.key, link.id, digestOf(code), report.sendKey, call.context.clock.now()],
    );
    await takePictures(tx, link, recordId, report.pictures);
    await tx.db.execute(`update platform."publicLink" set sent = sent + 1 where id = $1`, [link.id]);
    if (intake.fire !== undefined) await fireTransition(tx, recordId, intake.fire, {});
    return code;
  });
}

/** Refuses more than anybody would read. */
async function requireRoom(
  db: { query<R>(text: string, values: readonly unknown[]): Promise<R[]> },
  { intake, model, tenantId }: OpenLink,
): Promise<void> {
  const accept = model.transitions[intake.accept];
  const states = (accept?.from ?? []).flatMap((state) => model.states[state]?.id ?? []);
  const most = intake.perHour * MOST_WAITING;
  const [row] = await db.query<{ waiting: number }>(
    `select count(*)::int as waiting from (
       select 1 from data."${model.id}" where "tenantId" = $1 and "isDeleted" = 0 and status = any($2) limit $3
     ) found`,
    [tenantId, states, most],
  );
  if ((row?.waiting ?? 0) >= most) throw new AnlanError('publicFull');
}

function codeOf({ keys }: EntityServices, tenantId: string, recordId: string): string {
  const digest = createHmac('sha256', keys.key('public code', tenantId)).update(recordId).digest();
  return [...digest.subarray(0, LENGTH)].map((byte) => LETTERS[byte % LETTERS.length] ?? '').join('');
}

const digestOf = (code: string): string => createHash('sha256').update(code).digest('base64url');

/** How far a report has come, and nothing else of it. */
export async function reportState(services: EntityServices, link: OpenLink, given: unknown): Promise<PublicState> {
  const code = typeof given === 'string' ? given.toUpperCase().replace(/[^A-Z0-9]/g, '') : '';
  const { model, snapshot, call, tenantId } = link;
  return services.database.withTenant(tenantId, async (db) => {
    const [row] = await db.query<{ recordId: string; created: string; status: string | null }>(
      `select r."recordId", r."createTime"::text as created, d.status from platform."publicReport" r
       left join data."${model.id}" d on d."tenantId" = r."tenantId" and d.id = r."recordId" and d."isDeleted" = 0
       where r."linkId" = $1 and r."codeHash" = $2`,
      [link.id, digestOf(code)],
    );
    if (row === undefined) throw new AnlanError('notFound', { what: say('查询码') });
    const state = Object.values(model.states).find(({ id }) => id === row.status);
    const taken = await wasAccepted({ call, db }, row.recordId);
    // What is being registered is nobody's draft to its sender.
    const said = taken === true && state?.draft === true ? say('已受理') : (state?.title ?? say('已结束'));
    return { state: said, sent: wallClockOfStored(row.created, snapshot.timeZone).slice(0, 16) };
  });
}
