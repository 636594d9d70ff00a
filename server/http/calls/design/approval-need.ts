import type { Connection } from '../../../ground/database/database.ts';
import type { MetadataSnapshot } from '../../../metadata/snapshot.ts';

/** The platform's own entity of drafts that somebody asked to have published. */
export const APPROVAL = 'designApproval';

/** Whether a company has publishing approved by a second person. */
export function approvalNeeded({ settings }: Pick<MetadataSnapshot, 'settings'>): boolean {
  return settings.get('design.approval') === true;
}

/** The request that waits for a vote, or to be published; undefined where none does. */
export async function pendingApproval(connection: Connection): Promise<string | undefined> {
  const [row] = await connection.query<{ id: string }>(
    `select id from data."${APPROVAL}" where "tenantId" = $1 and (status = '1' or (status = '2' and outcome is null)) and "isDeleted" = 0`,
    [connection.tenantId],
  );
  return row?.id;
}
