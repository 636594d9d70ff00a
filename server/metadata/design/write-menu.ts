import type { OverlayEdit } from '../../../src/core/overlay/overlay.ts';
import { entriesBefore, entriesWith, type PlacedEntry } from '../../../src/core/overlay/own-menu.ts';
import { sameJson } from '../../../src/core/validation/same-value.ts';
import type { Connection } from '../../ground/database/database.ts';
import type { MenuRow } from '../menu-entries.ts';
import { placedEntries, readMenuRows } from '../tenant-records.ts';
import type { Author } from './write-choices.ts';

/**
 * Brings a tenant's records of the menu from what one version of its edits made to what another makes. Entries that
 * somebody has arranged elsewhere since keep what the edits do not name; none is ever removed.
 */
export async function writeMenu(
  connection: Connection,
  { from, to }: { readonly from: readonly OverlayEdit[]; readonly to: readonly OverlayEdit[] },
  author: Author,
): Promise<void> {
  const rows = await readMenuRows(connection);
  const serving = placedEntries(rows);
  const before = new Map(serving.map((entry) => [entry.key, entry]));
  const wanted = entriesWith(entriesBefore(serving, from), to);
  const changed = wanted.filter((entry) => !sameJson(before.get(entry.key), entry));
  const own = new Map(rows.map((row): [string, MenuRow] => [row.code, row]));
  for (const row of rows) if (row.tenantId === connection.tenantId) own.set(row.code, row);
  const ids = new Map([...own].map(([code, { id }]) => [code, id]));
  // Groups come with what stands in them: all have their ids before any is written.
  const written = changed.map((entry) => {
    const row = own.get(entry.key);
    const isOwn = row?.tenantId === connection.tenantId;
    const id = isOwn ? row.id : author.nextId();
    ids.set(entry.key, id);
    return { entry, id, isOwn };
  });
  for (const { entry, id, isOwn } of written) {
    await (isOwn ? change : insert)(connection, entry, { id, parentId: ids.get(entry.parent ?? '') ?? null, author });
  }
}

interface Placing {
  readonly id: string;
  readonly parentId: string | null;
  readonly author: Author;
}

function valuesOf(connection: Connection, entry: PlacedEntry, { id, parentId, author }: Placing): unknown[] {
  const { name, path, icon, order, hidden, window } = entry;
  const flags = [hidden === true ? '1' : '0', window === true ? '2' : '1'];
  return [connection.tenantId, id, parentId, name, path, icon ?? null, order, ...flags, author.userId, author.at];
}

async function change(connection: Connection, entry: PlacedEntry, placing: Placing): Promise<void> {
  await connection.execute(
    `update data.menu set "parentId" = $3, name = $4, path = $5, source = $6, sort = $7, "isShow" = $8, "isOpen" = $9,
       version = version + 1, "updateUser" = $10, "updateTime" = $11
     where "tenantId" = $1 and id = $2`,
    valuesOf(connection, entry, placing),
  );
}

/** The shipped one stays for other companies; this company's own wins over it, with its roles. */
async function insert(connection: Connection, entry: PlacedEntry, placing: Placing): Promise<void> {
  await connection.execute(
    `insert into data.menu (id, "tenantId", "parentId", code, name, alias, path, source, sort, category, "isShow", "isOpen", roles,
       version, "createUser", "createTime", "isDeleted")
     select $2, $1, $3, $12, $4, coalesce(shipped.alias, 'menu'), $5, $6, $7, '1', $8, $9, shipped.roles, 1, $10, $11, 0
     from (select 1) one
     left join data.menu shipped on shipped."tenantId" <> $1 and shipped.code = $12 and shipped.category = '1' and shipped."isDeleted" = 0
     limit 1`,
    [...valuesOf(connection, entry, placing), entry.key],
  );
}
