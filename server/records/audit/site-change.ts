import { provenSite, SITE_CHANGE, siteMark } from '../../../src/core/site/site-mark.ts';
import { say } from '../../../src/core/text/say.ts';
import type { ProvenSite } from '../../../src/core/wire/on-site.ts';
import type { Connection } from '../../ground/database/database.ts';
import type { EntityCall } from '../call/ports.ts';
import { storing } from '../call/stored.ts';
import type { AuditChange } from './audit.ts';

/** Where a step was taken, as its log row says it besides what changed; none where no place was proven. */
export function siteChanges(call: EntityCall, proven: ProvenSite | undefined): readonly AuditChange[] {
  if (proven === undefined) return [];
  return storing(call, () => [
    {
      id: SITE_CHANGE,
      key: SITE_CHANGE,
      title: say('办理地点'),
      from: null,
      to: proven,
      fromText: '',
      toText: siteMark(proven),
    },
  ]);
}

/** What a log row says of the place; undefined where it says nothing. */
export function siteIn(changes: readonly AuditChange[] | null): ProvenSite | undefined {
  return provenSite(changes?.find(({ id }) => id === SITE_CHANGE)?.to);
}

/** Whether a file is the photo by which somebody proved where he took a step on a record. */
export async function isSitePhoto(
  connection: Connection,
  {
    entityKey,
    recordId,
    attachId,
  }: { readonly entityKey: string; readonly recordId: string; readonly attachId: string },
): Promise<boolean> {
  const found = await connection.query(
    `select 1 from data."auditLog" l where l."tenantId" = $1 and l."entityKey" = $2 and l."recordId" = $3
       and l."isDeleted" = 0 and l.changes @> $4::jsonb limit 1`,
    [connection.tenantId, entityKey, recordId, JSON.stringify([{ id: SITE_CHANGE, to: { photo: attachId } }])],
  );
  return found.length > 0;
}
