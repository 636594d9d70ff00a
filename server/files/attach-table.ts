import type { PictureFault } from '../../src/core/files/upload-limits.ts';
import type { Connection } from '../ground/database/database.ts';
import { insertRows } from '../ground/database/insert-rows.ts';

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
  /** Pixels of a picture or video; null for anything else and where its headers do not say. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds that a film lasts; null for anything else and where its headers do not say. */
  readonly seconds: number | null;
  /** Why a JPEG or PNG shows nothing; null where it does, and for what was not looked at. */
  readonly pictureFault: PictureFault | null;
  /** Milliseconds since 1970 on the uploader's device; null where the client did not say. */
  readonly lastModified: number | null;
  readonly createUser: string | null;
  /** Entity that holds it; null while it belongs to nobody. */
  readonly bizType: string | null;
  readonly bizId: string | null;
}

const columns = `id, "originalName", name, extension, "contentType", "attachSize", sha256, width, height, seconds, "pictureFault",
  "lastModified", "createUser", "bizType", "bizId"`;

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

/** Columns of a new file, each with its type. */
const NEW_COLUMNS: Readonly<Record<keyof NewAttachment | 'tenantId', string>> = {
  id: 'text',
  tenantId: 'text',
  createUser: 'text',
  createDept: 'text',
  createTime: 'timestamptz',
  originalName: 'text',
  name: 'text',
  link: 'text',
  extension: 'text',
  contentType: 'text',
  attachSize: 'bigint',
  sha256: 'text',
  width: 'integer',
  height: 'integer',
  seconds: 'numeric',
  lastModified: 'bigint',
  pictureFault: 'text',
};

/** Records stored files, which belong to nobody yet. */
export function insertAttachments(connection: Connection, rows: readonly NewAttachment[]): Promise<void> {
  const { tenantId } = connection;
  return insertRows(
    connection,
    'data.attach',
    NEW_COLUMNS,
    rows.map((row) => ({ ...row, tenantId })),
  );
}

/** Whether a draft names the file: ids stand in its JSON as whole texts. */
const IN_DRAFT = `exists (
         select from platform."transitionDraft" d
         where d."tenantId" = $1 and d."userId" = attach."createUser" and strpos(d.content, '"' || attach.id || '"') > 0)`;

/**
 * Removes files that belong to nobody: those of one uploader by id, or all whose last change is older than a moment and
 * that no kept draft of their uploader names.
 * Gives the removed ones, whose contents the caller then deletes unless another file shares them.
 */
export async function removeUnclaimed(
  connection: Connection,
  which: { readonly ids: readonly string[]; readonly userId: string } | { readonly before: Date },
  now: Date,
): Promise<{ id: string; name: string; shared: boolean }[]> {
  const one = 'ids' in which;
  const removed = await connection.query<{ id: string; name: string }>(
    `update data.attach set "isDeleted" = 1, version = version + 1, "updateTime" = $2
     where "tenantId" = $1 and "bizId" is null and "isDeleted" = 0
       and ${one ? 'id = any($3) and "createUser" = $4' : `coalesce("updateTime", "createTime") < $3 and not ${IN_DRAFT}`}
     returning id, name`,
    one ? [connection.tenantId, now, which.ids, which.userId] : [connection.tenantId, now, which.before],
  );
  const held = await heldContents(
    connection,
    removed.map(({ name }) => name),
  );
  return removed.map((row) => ({ ...row, shared: held.has(row.name) }));
}

/** Which of these contents some file still has: copies share one. */
export async function heldContents(connection: Connection, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await connection.query<{ name: string }>(
    'select distinct name from data.attach where "tenantId" = $1 and name = any($2) and "isDeleted" = 0',
    [connection.tenantId, names],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Adds files with the contents of others to a record; gives the old ids that there were. */
export async function copyAttachments(
  connection: Connection,
  copies: readonly { readonly from: string; readonly to: string }[],
  owner: {
    readonly entityKey: string;
    readonly recordId: string;
    readonly userId: string | null;
    readonly now: Date;
    readonly linkBase: string;
  },
): Promise<string[]> {
  const rows = await connection.query<{ from: string }>(
    `insert into data.attach (id, "tenantId", "createUser", "createTime", "originalName", name, link, extension,
       "contentType", "attachSize", sha256, width, height, seconds, "pictureFault", "lastModified", "bizType", "bizId")
     select c."to", a."tenantId", $3, $4, a."originalName", a.name, $7 || '/' || c."to", a.extension, a."contentType", a."attachSize",
       a.sha256, a.width, a.height, a.seconds, a."pictureFault", a."lastModified", $5, $6
     from jsonb_to_recordset($2::jsonb) as c("from" text, "to" text)
     join data.attach a on a."tenantId" = $1 and a.id = c."from" and a."isDeleted" = 0
     returning (select d."from" from jsonb_to_recordset($2::jsonb) as d("from" text, "to" text) where d."to" = attach.id) as "from"`,
    [
      connection.tenantId,
      JSON.stringify(copies),
      owner.userId,
      owner.now,
      owner.entityKey,
      owner.recordId,
      owner.linkBase,
    ],
  );
  return rows.map(({ from }) => from);
}
