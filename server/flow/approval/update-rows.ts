import type { Updateable } from 'kysely';
import type { Connection } from '../../ground/database/database.ts';
import { type PlatformDatabase, platform, touched } from '../../ground/database/platform-queries.ts';
import type {} from './approval-tables.ts';

/** Changes columns of a request, which becomes a new version of it. */
export async function updateRequest(
  connection: Connection,
  id: string,
  changes: Updateable<PlatformDatabase['approvalRequest']>,
): Promise<void> {
  await touched(
    connection,
    platform
      .updateTable('approvalRequest')
      .set((request) => ({ ...changes, version: request('version', '+', 1) }))
      .where('tenantId', '=', connection.tenantId)
      .where('id', '=', id),
  );
}

/** Changes columns of a task. */
export async function updateTask(
  connection: Connection,
  id: string,
  changes: Updateable<PlatformDatabase['approvalTask']>,
): Promise<void> {
  await touched(
    connection,
    platform.updateTable('approvalTask').set(changes).where('tenantId', '=', connection.tenantId).where('id', '=', id),
  );
}
