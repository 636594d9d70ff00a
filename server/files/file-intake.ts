import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Clock } from '../ground/context.ts';
import type { Database } from '../ground/database/database.ts';
import { isConnectionFault, sqlState } from '../ground/database/faults.ts';
import type { SnowflakeIds } from '../ground/database/snowflake.ts';
import { insertAttachments, type NewAttachment } from './attach-table.ts';
import { detectFileKind } from './file-kind.ts';
import { linkBase } from './file-links.ts';
import { extensionOf, sanitiseFileName } from './file-name.ts';
import { discardArrival, type FileStore } from './file-store.ts';
import { readMediaSize } from './media-size.ts';
import { judgePhoto } from './pictures/judge-picture.ts';
import type { ArrivedFile } from './receive-upload.ts';
import { arrivalName, storeKey } from './sweep-files.ts';

/** What taking files in needs. */
export interface FileIntakeOptions {
  readonly database: Database;
  readonly drive: FileStore;
  readonly clock: Clock;
  /** `{p}` of the paths. */
  readonly servicePrefix: string;
  readonly ids: SnowflakeIds;
}

/** Whose file it is until a record claims it. */
interface Uploader {
  readonly tenantId: string;
  readonly userId: string;
  /** '' for none. */
  readonly deptId: string;
}

/** A file that is stored and recorded. */
type TakenFile = Omit<NewAttachment, 'link' | 'createUser' | 'createDept' | 'createTime'>;

/** Takes files in: the calls by `receive`, the demo plant by `store`. Both refuse what detectFileKind refuses. */
export interface FileIntake {
  /** Has a file written to a path, then checks, keeps and records it; nothing is left of a refused one. */
  receive(uploader: Uploader, write: (path: string) => Promise<ArrivedFile>): Promise<TakenFile>;
  /** Stores a content that is at hand. The id may be given, so that a repeated seed finds its file again. */
  store(uploader: Uploader, name: string, content: Uint8Array, id?: string): Promise<TakenFile>;
}

export function createFileIntake({ database, drive, clock, servicePrefix, ids }: FileIntakeOptions): FileIntake {
  async function take(
    uploader: Uploader,
    id: string,
    write: (path: string) => Promise<ArrivedFile>,
  ): Promise<TakenFile> {
    const now = clock.now();
    const path = drive.arrivalPath(arrivalName(now, id));
    try {
      const arrived = await write(path);
      const originalName = sanitiseFileName(arrived.name);
      const extension = extensionOf(originalName);
      const { contentType } = await detectFileKind(path, originalName, extension);
      const pixels = await readMediaSize(path, extension);
      const pictureFault = await judgePhoto(path, extension);
      const name = storeKey(now, uploader.tenantId, id, extension);
      const file = {
        id,
        originalName,
        name,
        extension,
        contentType,
        attachSize: arrived.size,
        sha256: arrived.sha256,
        width: pixels?.width ?? null,
        height: pixels?.height ?? null,
        pictureFault: pictureFault ?? null,
        lastModified: arrived.lastModified ?? null,
      };
      // The record comes after the content: what is acknowledged can be read, whatever happens in between.
      let answered = true;
      try {
        await drive.keep(path, name);
        answered = false;
        await database.transaction(uploader.tenantId, (connection) =>
          insertAttachments(connection, [
            {
              ...file,
              link: `${linkBase(servicePrefix)}/${id}`,
              createUser: uploader.userId,
              createDept: uploader.deptId === '' ? null : uploader.deptId,
              createTime: now,
            },
          ]),
        );
      } catch (error) {
        // A database that dies in the commit leaves open whether the record was made: then the content stays for the
        // sweep. One that answers, and one that was not even asked, has made none.
        answered ||= sqlState(error) !== '' && !isConnectionFault(error);
        if (answered) await drive.remove(name).catch(() => undefined);
        throw error;
      }
      return file;
    } finally {
      await discardArrival(path);
    }
  }

  return {
    receive: (uploader, write) => take(uploader, ids.next(), write),
    store: (uploader, name, content, id = ids.next()) =>
      take(uploader, id, async (path) => {
        await writeFile(path, content, { mode: 0o600 });
        const sha256 = createHash('sha256').update(content).digest('hex');
        return { path, name, size: content.length, sha256 };
      }),
  };
}
