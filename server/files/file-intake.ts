import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import type { Clock } from '../ground/context.ts';
import type { Connection, Database } from '../ground/database/database.ts';
import { isConnectionFault, sqlState } from '../ground/database/faults.ts';
import type { SnowflakeIds } from '../ground/database/snowflake.ts';
import { type Repeating, requestHash, runOnce } from '../ground/idempotency.ts';
import { findAttachments, insertAttachments, type NewAttachment } from './attach-table.ts';
import { detectFileKind } from './file-kind.ts';
import { linkBase } from './file-links.ts';
import { extensionOf, sanitiseFileName } from './file-name.ts';
import { discardArrival, type FileStore } from './file-store.ts';
import { readFilmSeconds, readMediaSize } from './media-size.ts';
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
  /** By which a file that is sent once more is known, and answered as it was at first. Default each is a new one. */
  readonly repeating?: Repeating;
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
      const seconds = await readFilmSeconds(path, extension);
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
        seconds: seconds ?? null,
        pictureFault: pictureFault ?? null,
        lastModified: arrived.lastModified ?? null,
      };
      // The record comes after the content: what is acknowledged can be read, whatever happens in between.
      let answered = true;
      try {
        await drive.keep(path, name);
        answered = false;
        const record = async (connection: Connection): Promise<TakenFile> => {
          await insertAttachments(connection, [
            {
              ...file,
              link: `${linkBase(servicePrefix)}/${id}`,
              createUser: uploader.userId,
              createDept: uploader.deptId === '' ? null : uploader.deptId,
              createTime: now,
            },
          ]);
          return file;
        };
        const taken = await database.transaction(uploader.tenantId, (connection) =>
          uploader.repeating === undefined
            ? record(connection)
            : recordOnce(uploader.repeating, connection, file, () => record(connection)),
        );
        if (taken.id !== id) await drive.remove(name).catch(() => undefined);
        return taken;
      } catch (error) {
        // A database that dies in the commit leaves open whether the record was made: then the content stays for the
        // sweep. One that answers, and one that was not even asked, has made none.
        answered ||= error instanceof AnlanError || (sqlState(error) !== '' && !isConnectionFault(error));
        if (answered) await drive.remove(name).catch(() => undefined);
        throw error;
      }
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

/** The file that the same key brought before, where it is still there and the content is the same; else a new one. */
async function recordOnce(
  repeating: Repeating,
  connection: Connection,
  { sha256 }: TakenFile,
  record: () => Promise<TakenFile>,
): Promise<TakenFile> {
  const isThere = async ({ id }: TakenFile) => (await findAttachments(connection, [id])).length > 0;
  const { answer } = await runOnce(repeating, connection, requestHash('put-file', sha256), record, isThere);
  return answer;
}
