import { renderSql, sql } from '../../../../src/core/expression/index.ts';
import type { Feed } from '../../../../src/core/model/rollup-graph.ts';
import type { PlatformTable } from '../../../ground/database/platform-table.ts';
import type { Reading } from '../../call/ports.ts';

/**
 * Records whose roll-ups a job is to bring up to date. Each write adds lines of its own and never relies on one that is
 * there: the job may have read it, and counted, before that write is to be seen.
 */
export const DIRTY_ROLLUP_TABLE: PlatformTable = {
  name: 'dirtyRollup',
  acrossTenants: 'a runner asks which companies have any',
  ddl: `
    create table if not exists platform."dirtyRollup" (
      line bigint generated always as identity primary key,
      "tenantId" text not null,
      entity text not null,
      id text not null
    );
    create index if not exists "dirtyRollup_record" on platform."dirtyRollup" ("tenantId", entity, id);`,
};

/** Notes that roll-ups of some records are to be brought up to date. */
export async function noteDirty(tx: Reading, feeds: readonly Feed[], ids: readonly string[]): Promise<void> {
  const [first] = feeds;
  if (first === undefined || ids.length === 0) return;
  const { text, values } = renderSql(
    sql`insert into platform."dirtyRollup" ("tenantId", entity, id) select ${{ value: tx.db.tenantId, type: 'text' }}, ${{ value: first.target.id, type: 'text' }}, id from unnest(${{ value: ids, type: 'text[]' }}) as ids(id)`,
  );
  await tx.db.execute(text, values);
}

/**
 * Takes what is to be brought up to date, oldest first; other processes pass over it. Gives ids of records by the id of
 * their entity. What is noted meanwhile stays for the next time.
 * @param most lines taken.
 */
export async function takeDirty(tx: Reading, most: number): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tx.db.query<{ entity: string; id: string }>(
    `delete from platform."dirtyRollup" where line in (
       select line from platform."dirtyRollup" where "tenantId" = $1 order by line limit $2 for update skip locked)
     returning entity, id`,
    [tx.db.tenantId, most],
  );
  const found = new Map<string, Set<string>>();
  for (const { entity, id } of rows) found.set(entity, new Set(found.get(entity)).add(id));
  return new Map([...found].map(([entity, ids]) => [entity, [...ids].sort()]));
}
