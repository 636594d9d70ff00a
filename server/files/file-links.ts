import type { WireFile } from '../../src/core/wire/contract.ts';
import type { Clock } from '../ground/context.ts';
import type { Database } from '../ground/database/database.ts';
import { type AttachRow, copyAttachments, findAttachments } from './attach-table.ts';
import type { FileLinks, StoredFile } from './contract.ts';
import { createLinkSigner, type LinkSigner } from './signed-link.ts';

interface FileLinksOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** `{p}` of the paths. */
  readonly servicePrefix: string;
  /** Key of the links; the same in every process. */
  readonly signingSecret: string;
}

/** Path of a file's link, without the id. */
export function linkBase(servicePrefix: string): string {
  return `/api/${servicePrefix}-resource/oss/endpoint/file`;
}

/** The signer that links and the file calls share. */
export function createFileSigner(options: Omit<FileLinksOptions, 'database'>): LinkSigner {
  return createLinkSigner(options.signingSecret, linkBase(options.servicePrefix), () => options.clock.now().getTime());
}

/** A stored file as answers carry it. */
export function wireFile(
  row: Pick<AttachRow, 'id' | 'name' | 'originalName' | 'attachSize' | 'lastModified'>,
  link: string,
): WireFile {
  return {
    attachId: row.id,
    name: row.name,
    originalName: row.originalName,
    link,
    size: Number(row.attachSize),
    ...(row.lastModified === null ? {} : { lastModified: Number(row.lastModified) }),
  };
}

/** Makes what the entity service asks of the files. */
export function createFileLinks(options: FileLinksOptions): FileLinks {
  const { database, clock } = options;
  const signer = createFileSigner(options);
  return {
    async linkFiles(tenantId, attachIds, userId = '') {
      if (attachIds.length === 0) return new Map();
      const rows = await database.withTenant(tenantId, (connection) => findAttachments(connection, attachIds));
      return new Map(
        rows.map((row) => [row.id, wireFile(row, signer.sign({ attachId: row.id, tenantId, userId }))] as const),
      );
    },

    async describeFiles(connection, attachIds) {
      if (attachIds.length === 0) return new Map();
      const rows = await findAttachments(connection, attachIds);
      return new Map(rows.map((row) => [row.id, storedFile(row)] as const));
    },

    async claimFiles(connection, tenantId, attachIds, { entityKey, recordId }, caller) {
      if (attachIds.length === 0) return [];
      const claimed = await connection.query<{ id: string }>(
        `update data.attach set "bizType" = $3, "bizId" = $4, version = version + 1, "updateTime" = $6, "updateUser" = $5,
           "createUser" = $5, "createDept" = case when $7 = $5 then "createDept" end
         where "tenantId" = $1 and id = any($2) and "isDeleted" = 0 and "bizId" is null and "createUser" = $7
         returning id`,
        // Under a pseudonym the file is uploaded by that.
        [tenantId, attachIds, entityKey, recordId, caller.userId, clock.now(), caller.behind ?? caller.userId],
      );
      const own = new Set(claimed.map(({ id }) => id));
      const others = attachIds.filter((id) => !own.has(id));
      if (others.length > 0) {
        const held = await connection.query<{ id: string }>(
          `select id from data.attach where "tenantId" = $1 and id = any($2) and "isDeleted" = 0
             and "bizType" = $3 and "bizId" = $4`,
          [tenantId, others, entityKey, recordId],
        );
        for (const { id } of held) own.add(id);
      }
      return attachIds.filter((id) => !own.has(id));
    },

    async copyFiles(connection, _tenantId, copies, holder, caller) {
      if (copies.length === 0) return [];
      const found = new Set(
        await copyAttachments(connection, copies, {
          ...holder,
          userId: caller.userId === '' ? null : caller.userId,
          now: clock.now(),
          linkBase: linkBase(options.servicePrefix),
        }),
      );
      return copies.flatMap(({ from }) => (found.has(from) ? [] : [from]));
    },

    async reclaimFiles(connection, attachIds, { entityKey, recordId }) {
      if (attachIds.length === 0) return true;
      const wanted = [...new Set(attachIds)];
      const back = await connection.execute(
        `update data.attach set "bizType" = $3, "bizId" = $4, version = version + 1, "updateTime" = $5
         where "tenantId" = $1 and id = any($2) and "isDeleted" = 0
           and ("bizId" is null or "bizType" = $3 and "bizId" = $4)`,
        [connection.tenantId, wanted, entityKey, recordId, clock.now()],
      );
      return back === wanted.length;
    },

    async releaseFiles(connection, tenantId, attachIds, { entityKey, recordId }) {
      if (attachIds.length === 0) return;
      await connection.execute(
        `update data.attach set "bizType" = null, "bizId" = null, version = version + 1, "updateTime" = $5
         where "tenantId" = $1 and id = any($2) and "bizType" = $3 and "bizId" = $4 and "isDeleted" = 0`,
        [tenantId, attachIds, entityKey, recordId, clock.now()],
      );
    },
  };
}

function storedFile(row: AttachRow): StoredFile {
  return {
    attachId: row.id,
    name: row.originalName,
    originalName: row.originalName,
    extension: row.extension,
    contentType: row.contentType,
    size: Number(row.attachSize),
    sha256: row.sha256,
    lastModified: row.lastModified === null ? undefined : Number(row.lastModified),
    pixels:
      row.width === null || row.height === null ? undefined : { width: Number(row.width), height: Number(row.height) },
    seconds: row.seconds === null ? undefined : Number(row.seconds),
    pictureFault: row.pictureFault ?? undefined,
    holder: row.bizType === null || row.bizId === null ? undefined : { entityKey: row.bizType, recordId: row.bizId },
    uploader: row.createUser,
  };
}
