import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { AUDIT_ENTITY } from '../../metadata/audit-entity.ts';
import type { Reading } from '../call/ports.ts';
import type { StoredRecord } from '../call/stored-record.ts';
import { isNotedOpen } from './open-field.ts';
import { readRecord } from './read-record.ts';

/**
 * Refuses a save over a newer version with what the record is now and what others changed since. The platform itself
 * need not name a version.
 */
export async function checkVersion(tx: Reading, stored: StoredRecord, given: unknown): Promise<void> {
  if ((given === undefined || given === null || given === '') && tx.call.internal) return;
  const version = typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : given;
  if (typeof version !== 'number' || !Number.isInteger(version)) {
    throw invalidInput([{ pointer: '/version', msg: say('缺少版本号，请刷新后再试') }]);
  }
  if (version === stored.version) return;
  const current = await readRecord(tx, stored.id);
  const changed = await changesSince(tx, stored, version);
  const who = String(current?.updateUserLabel ?? say('其他人'));
  throw new AnlanError('staleVersion', { who }, { data: { current, changed } });
}

interface LoggedChange {
  readonly id: string;
  readonly title: string;
  readonly fromText: string;
  readonly toText: string;
}

/** What others changed: each write raises the version by one and makes one log row. */
async function changesSince(tx: Reading, stored: StoredRecord, version: number) {
  const { call } = tx;
  const count = stored.version - version;
  if (count <= 0 || !call.snapshot.entities.has(AUDIT_ENTITY)) return [];
  const rows = await tx.db.query<{ changes: LoggedChange[] | null; account: string | null; by: string | null }>(
    `select l.changes, l.account, (select u."realName" from data."user" u where u."tenantId" = l."tenantId" and u.id = l."userId") as by
     from data."auditLog" l where l."tenantId" = $1 and l."entityKey" = $2 and l."recordId" = $3
       and l."isDeleted" = 0 and l.changes <> '[]'::jsonb order by l."createTime" desc, l.id desc limit $4`,
    [call.context.tenantId, call.model.key, stored.id, Math.min(count, 50)],
  );
  const visible = new Map(call.model.fields.map((field) => [field.id, field]));
  return rows.flatMap((row) =>
    (row.changes ?? []).flatMap((change) => {
      const field = visible.get(change.id);
      if (field === undefined || !isNotedOpen(call, field)) return [];
      const by = row.by ?? row.account ?? '';
      return [{ field: field.key, title: change.title, from: change.fromText, to: change.toText, by }];
    }),
  );
}
