import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { wallClockOfStored } from '../../ground/database/wall-clock.ts';
import { AUDIT_ENTITY } from '../../metadata/audit-entity.ts';
import { actionTitle } from '../audit/audit.ts';
import type { Reading } from '../call/ports.ts';
import type { StoredRecord } from '../call/stored-record.ts';

interface LastStep {
  readonly time: string;
  readonly userId: string | null;
  readonly account: string | null;
  readonly userName: string | null;
  readonly action: string;
}

/**
 * The refusal of a step that does not begin where the record stands: how it stands, and who brought it there when, since
 * whoever took the step from his list of tasks saw it stand elsewhere.
 */
export async function staleStep(tx: Reading, stored: StoredRecord, transition: TransitionModel): Promise<AnlanError> {
  const { model, internal, snapshot } = tx.call;
  const title = (stored.status === null ? undefined : model.states[stored.status]?.title) ?? say('当前状态');
  const detail = say('“{title}”的{model}不能{transition}', {
    title,
    model: model.title,
    transition: transition.title,
  });
  const last = internal || !snapshot.entities.has(AUDIT_ENTITY) ? undefined : await lastStep(tx, stored.id);
  if (last === undefined) return new AnlanError('guardFailed', { detail });
  const who = last.userName ?? (last.userId === null ? say('系统') : (last.account ?? ''));
  const told = say('{who}已于{time}“{step}”', {
    who,
    time: wallClockOfStored(last.time, snapshot.timeZone).slice(0, 16),
    step: actionTitle(model, last.action),
  });
  return new AnlanError('guardFailed', { detail: `${detail}${say('，')}${told}` });
}

/** The last entry of the log that changed the state of a record. */
async function lastStep({ call, db }: Reading, recordId: string): Promise<LastStep | undefined> {
  const [row] = await db.query<LastStep>(
    `select l.time::text, l."userId", l.account, l.action,
       (select u."realName" from data."user" u where u."tenantId" = l."tenantId" and u.id = l."userId") as "userName"
     from data."auditLog" l
     where l."tenantId" = $1 and l."entityKey" = $2 and l."recordId" = $3 and l.changes @> '[{"key": "status"}]'
     order by l."createTime" desc, l.id desc limit 1`,
    [db.tenantId, call.model.key, recordId],
  );
  return row;
}
