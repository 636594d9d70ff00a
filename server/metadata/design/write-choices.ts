import { TOP_TENANT } from '../../../src/compile/sql/plan-tables.ts';
import type { OverlayEdit } from '../../../src/core/overlay/overlay.ts';
import { choicesBefore, choicesWith, type PlacedChoice } from '../../../src/core/overlay/own-dictionary.ts';
import { sameJson } from '../../../src/core/validation/same-value.ts';
import type { Connection } from '../../ground/database/database.ts';
import { readPlacedChoices } from '../tenant-records.ts';

/** Who changes a dictionary, and when. */
export interface Author {
  readonly userId: string;
  readonly at: Date;
  nextId(): string;
}

/**
 * Brings a tenant's records of a dictionary from what one version of its edits made to what another makes. Choices that
 * somebody has changed elsewhere since keep what the edits do not name; none is ever removed.
 */
export async function writeChoices(
  connection: Connection,
  code: string,
  { from, to }: { readonly from: readonly OverlayEdit[]; readonly to: readonly OverlayEdit[] },
  author: Author,
): Promise<void> {
  const serving = await readPlacedChoices(connection, code);
  const before = new Map(serving.map((choice) => [choice.key, choice]));
  const wanted = choicesWith(choicesBefore(serving, from), to);
  for (const choice of wanted) {
    if (!sameJson(before.get(choice.key), choice)) await writeChoice(connection, code, choice, author);
  }
}

async function writeChoice(
  connection: Connection,
  code: string,
  { key, title, color, sealed, order }: PlacedChoice,
  { userId, at, nextId }: Author,
): Promise<void> {
  const values = [connection.tenantId, code, key, title, color ?? null, order, sealed === true ? '1' : '0', userId, at];
  const changed = await connection.query(
    `update data."dictBiz" set "dictValue" = $4, color = $5, sort = $6, "isSealed" = $7, version = version + 1,
       "updateUser" = $8, "updateTime" = $9
     where "tenantId" = $1 and code = $2 and "dictKey" = $3 and "isDeleted" = 0 returning id`,
    values,
  );
  if (changed.length > 0) return;
  // The shipped one stays for other companies; this company's own wins over it.
  await connection.execute(
    `insert into data."dictBiz" (id, "tenantId", "parentId", code, "dictKey", "dictValue", color, sort, "isSealed", version,
       "createUser", "createTime", "isDeleted")
     select $10, $1, coalesce(shipped."parentId", head.id), $2, $3, $4, $5, $6, $7, 1, $8, $9, 0
     from (select 1) one
     left join data."dictBiz" shipped on shipped."tenantId" = $11 and shipped.code = $2 and shipped."dictKey" = $3
       and shipped."isDeleted" = 0
     left join data."dictBiz" head on head."tenantId" = $11 and head.code = $2 and head."dictKey" = '-1'
       and head."isDeleted" = 0
     limit 1`,
    [...values, nextId(), TOP_TENANT],
  );
}
