import type { FileFacts, MediaSize, PictureFault } from '../../src/core/files/upload-limits.ts';
import type { WireFile } from '../../src/core/wire/contract.ts';
import type { CallContext, Caller } from '../ground/context.ts';
import type { Connection } from '../ground/database/database.ts';

/** What is known of a stored file, for the checks of an upload field; `name` is `originalName`. */
export interface StoredFile extends FileFacts {
  readonly attachId: string;
  /** As the person named it, without any path. */
  readonly originalName: string;
  /** Lower case, without the dot; '' where the name has none. */
  readonly extension: string;
  readonly contentType: string;
  /** Of a picture or video whose headers say it. */
  readonly pixels: MediaSize | undefined;
  /** Of a film whose headers say it. */
  readonly seconds: number | undefined;
  /** Of a JPEG or PNG that shows nothing. */
  readonly pictureFault: PictureFault | undefined;
  /** The record that it belongs to; undefined for none yet. */
  readonly holder: { readonly entityKey: string; readonly recordId: string } | undefined;
  /** Who uploaded it; null for the platform. */
  readonly uploader: string | null;
}

/** The record that holds files. */
interface FileHolder {
  readonly entityKey: string;
  readonly recordId: string;
}

/** What the entity service asks of the files. */
export interface FileLinks {
  /**
   * The files as an answer carries them, each with a signed link of 10 to 20 minutes that works without token, in the
   * browser of the person (`userId`) alone and while he may see the file. Without a person, before sign-in, it works for
   * everybody: whoever calls has checked that everybody may see it. Ids that are none are left out.
   */
  linkFiles(tenantId: string, attachIds: readonly string[], userId?: string): Promise<Map<string, WireFile>>;
  /** Facts of files that exist, inside the caller's transaction. */
  describeFiles(connection: Connection, attachIds: readonly string[]): Promise<Map<string, StoredFile>>;
  /**
   * Makes files part of a record, inside the transaction that saves it. A file that belongs to nobody may be claimed by
   * its uploader only; one of this record stays. Gives the ids that could not be claimed (no one's, another person's,
   * another record's), so that the service can name the field; it must then roll back.
   */
  claimFiles(
    connection: Connection,
    tenantId: string,
    attachIds: readonly string[],
    holder: FileHolder,
    caller: Pick<Caller, 'userId' | 'behind'>,
  ): Promise<readonly string[]>;
  /**
   * Gives a record files of its own with the contents of others, for values that the platform takes from one record to
   * another. Gives the ids that no file has; each other one has its copy under `to`.
   */
  copyFiles(
    connection: Connection,
    tenantId: string,
    copies: readonly { readonly from: string; readonly to: string }[],
    holder: FileHolder,
    caller: Pick<Caller, 'userId' | 'behind'>,
  ): Promise<readonly string[]>;
  /**
   * Gives a record back the files that it has let go, whoever uploaded them, inside the transaction that brings it back;
   * false where one has been removed or belongs to another record meanwhile.
   */
  reclaimFiles(connection: Connection, attachIds: readonly string[], holder: FileHolder): Promise<boolean>;
  /** Lets files of a record go, inside the transaction that takes them out of it; the sweep removes them a day later. */
  releaseFiles(
    connection: Connection,
    tenantId: string,
    attachIds: readonly string[],
    holder: FileHolder,
  ): Promise<void>;
}

/** Whether the person may see the file in the record that holds it: the record and the field. */
export type MaySeeFile = (
  context: CallContext,
  entityKey: string,
  recordId: string,
  attachId: string,
) => Promise<boolean>;
