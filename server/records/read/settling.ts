import type { Reading } from '../call/ports.ts';

/** Whether roll-ups of a record wait to be brought up to date. */
export async function isSettling(tx: Reading, id: string): Promise<boolean> {
  const { call, db } = tx;
  if (!call.model.fields.some(({ rollup }) => rollup?.later === true)) return false;
  const [row] = await db.query(
    'select 1 from platform."dirtyRollup" where "tenantId" = $1 and entity = $2 and id = $3 limit 1',
    [db.tenantId, call.model.id, id],
  );
  return row !== undefined;
}
