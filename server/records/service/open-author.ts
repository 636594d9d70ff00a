import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { fieldContext } from '../../../src/core/validation/record-environment.ts';
import type { OpenedAuthor } from '../../../src/core/wire/opened-author.ts';
import { foundRow, platform } from '../../ground/database/platform-queries.ts';
import { choicesOf } from '../../metadata/choices.ts';
import { writeAudit } from '../audit/audit.ts';
import { isSealed } from '../call/author.ts';
import { openText } from '../call/envelope.ts';
import type { Tx } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';
import { recordTitle } from '../call/record-title.ts';
import type { StoredRecord } from '../call/stored-record.ts';
import { titledRow } from '../call/titled-row.ts';
import { loadActorFacts, mayOpenAuthor } from '../read/abilities.ts';
import { referenceLabels } from '../read/check-references.ts';
import { lockRecord } from '../read/read-record.ts';
import { logRefusedWrite } from '../write/log-refusal.ts';
import { sealedAbout } from '../write/seal-author.ts';
import type {} from '../write/sealed-author-table.ts';
import { transact } from '../write/transact.ts';
import { type Handler, namedIds, requiredId } from './handler.ts';

/** Shortest and longest reason for opening, in characters. */
const REASON = { least: 4, most: 500 } as const;

interface SealedAuthor {
  readonly userId: string;
  readonly deptId: string | null;
  readonly fields: Row;
}

/**
 * Opens who wrote an anonymous record, for those whom the entity names, against a reason; who opened it and why stands in
 * the log and the record's history. The answer is kept nowhere, so the call takes no idempotency key.
 */
export const openAuthor: Handler<OpenedAuthor> = async (call, { operation }, args) => {
  const given = { ...(typeof args.body === 'object' ? (args.body as Row) : {}), ...args.query };
  return transact(call, async (tx) => {
    const stored = await lockRecord(tx, requiredId(given));
    await requireOpening(tx, stored);
    const reason = readReason(given.reason);
    const author = await unseal(tx, stored.id);
    await writeAudit(tx, {
      recordId: stored.id,
      recordTitle: recordTitle(call, await titledRow(tx, stored.values), stored.id),
      action: 'openAuthor',
      changes: [],
      remark: reason,
    });
    return describe(tx, author);
  }).catch(async (error: unknown) => {
    if (error instanceof AnlanError) await logRefusedWrite(call, operation, namedIds(args), error);
    throw error;
  });
};

async function requireOpening(tx: Tx, stored: StoredRecord): Promise<void> {
  const { call } = tx;
  if (!isSealed(stored.values)) {
    throw new AnlanError('guardFailed', { detail: say('该{model}不是匿名的', { model: call.model.title }) });
  }
  if (call.internal || mayOpenAuthor(call, stored.values, await loadActorFacts(tx))) return;
  throw new AnlanError('forbidden', { action: say('查看匿名提交人') });
}

function readReason(value: unknown): string {
  const reason = typeof value === 'string' ? value.trim() : '';
  const { least, most } = REASON;
  if (reason.length >= least && reason.length <= most) return reason;
  throw invalidInput([{ pointer: '/reason', msg: say('请写明查看的理由，{least}至{most}个字', { least, most }) }]);
}

async function unseal({ call, db }: Tx, id: string): Promise<SealedAuthor> {
  const { tenantId } = call.context;
  const row = await foundRow(
    db,
    platform
      .selectFrom('sealedAuthor')
      .select('envelope')
      .where((sealed) => sealed.and({ tenantId, entityId: call.model.id, recordId: id })),
  );
  const key = call.services.keys.key('author', tenantId);
  const text = row === undefined ? undefined : openText(key, row.envelope, sealedAbout(call, id));
  if (text === undefined) {
    throw new AnlanError('guardFailed', {
      detail: say('封存的内容打不开，请联系管理员从备份恢复数据文件夹里的 seal-key'),
    });
  }
  return JSON.parse(text) as SealedAuthor;
}

async function describe(tx: Tx, { userId, deptId, fields }: SealedAuthor): Promise<OpenedAuthor> {
  const { call, db } = tx;
  const { model, snapshot } = call;
  const [names] = await db.query<{ person: string | null; dept: string | null }>(
    `select (select u."realName" from data."user" u where u."tenantId" = $1 and u.id = $2) as person,
       (select d."deptName" from data.dept d where d."tenantId" = $1 and d.id = $3) as dept`,
    [call.context.tenantId, userId, deptId],
  );
  const labels = await referenceLabels(tx, [fields, {}]);
  const hidden = Object.entries(fields).flatMap(([key, value]) => {
    const field = model.field.get(key);
    if (field === undefined || (value ?? null) === null) return [];
    const context = fieldContext(field, { choices: (asked) => choicesOf(snapshot, asked) }, labels(field, value));
    return [{ field: key, title: field.title, text: field.type.format(value, context) }];
  });
  const base = (key: string, text: string | null | undefined) =>
    (text ?? null) === null ? [] : [{ field: key, title: model.field.get(key)?.title ?? key, text: String(text) }];
  return { fields: [...base('createUser', names?.person), ...base('createDept', names?.dept), ...hidden] };
}
