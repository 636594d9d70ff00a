import type { Connection } from '../database/database.ts';

/** A file's record as the file calls read it. */
export interface AttachRow {
  readonly id: string;
  readonly originalName: string;
  /** Key of the content in the file store. */
  readonly name: string;
  readonly extension: string;
  readonly contentType: string;
  readonly attachSize: number;
  readonly sha256: string;
  readonly createUser: string | null;
  /** Entity that holds it; null while it belongs to nobody. */
  readonly bizType: string | null;
  readonly bizId: string | null;
}

const columns = `id, "originalName", name, extension, "contentType", "attachSize", sha256, "createUser", "bizType", "bizId"`;

/** Files of the connection's tenant by id, removed ones left out. */
export function findAttachments(connection: Connection, ids: readonly string[]): Promise<AttachRow[]> {
  return connection.query<AttachRow>(
    `select ${columns} from data.attach where "tenantId" = $1 and id = any($2) and "isDeleted" = 0`,
    [connection.tenantId, ids],
    'attach by id',
  );
}

/** A file that has arrived. */
export type NewAttachment = Omit<AttachRow, 'bizType' | 'bizId' | 'createUser'> & {
  readonly link: string;
  readonly createUser: string;
  readonly createDept: string | null;
  readonly createTime: Date;
};

/** Records a stored file, which belongs to nobody yet. */
export async function insertAttachment(connection: Connection, row: NewAttachment): Promise<void> {
  await connection.execute(
    `insert into data.attach (id, "tenantId", "createUser", "createDept", "createTime", "originalName", name, link,
       extension, "contentType", "attachSize", sha256)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      row.id,
      connection.tenantId,
      row.createUser,
      row.createDept,
      row.createTime,
      row.originalName,
      row.name,
      row.link,
      row.extension,
      row.contentType,
      row.attachSize,
      row.sha256,
    ],
  );
}

/**
 * Removes files that belong to nobody: those of one uploader by id, or all whose last change is older than a moment.
 * Gives the removed ones, whose contents the caller then deletes.
 */
export function removeUnclaimed(
  connection: Connection,
  which: { readonly ids: readonly string[]; readonly userId: string } | { readonly before: Date },
  now: Date,
): Promise<{ id: string; name: string }[]> {
  const one = 'ids' in which;
  return connection.query<{ id: string; name: string }>(
    `update data.attach set "isDeleted" = 1, version = version + 1, "updateTime" = $2
     where "tenantId" = $1 and "bizId" is null and "isDeleted" = 0
       and ${one ? 'id = any($3) and "createUser" = $4' : 'coalesce("updateTime", "createTime") < $3'}
     returning id, name`,
    one ? [connection.tenantId, now, which.ids, which.userId] : [connection.tenantId, now, which.before],
  );
}
