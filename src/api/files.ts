import type { WireFile } from '../core/wire/contract.ts';
import { request, requestFile } from './client.ts';
import { ApiError } from './faults.ts';
import { newKey } from './new-key.ts';

/** A file of an upload list. */
export interface UploadItem {
  /** Stays the same from choosing to done. */
  readonly uid: string;
  readonly name: string;
  readonly status: 'uploading' | 'done' | 'error';
  /** 0 to 100. */
  readonly percent: number;
  /** The local file while it is on its way; dropped after success. */
  readonly file?: File;
  /** What the server stored, once done. */
  readonly stored?: WireFile;
  /** Why it failed. */
  readonly message?: string;
}

/** Sends one file, and when it was changed last, by which duplicates are told; gives what the server stored. */
export function uploadFile(
  file: File,
  options: {
    onProgress?: (percent: number) => void;
    signal?: AbortSignal;
    quiet?: boolean;
    /** Key under which sending it again is the same file. */
    idempotencyKey?: string;
  } = {},
): Promise<WireFile> {
  const body = new FormData();
  // In front of the file: a server may stop reading behind it.
  body.append('lastModified', String(file.lastModified));
  body.append('file', file, file.name);
  return request({
    method: 'POST',
    service: 'resource',
    path: 'oss/endpoint/put-file',
    body,
    quiet: options.quiet ?? false,
    signal: options.signal,
    idempotencyKey: options.idempotencyKey,
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
  });
}

/**
 * Uploads a file and reports each step: uploading from 0 percent, then done with the server's values and without the
 * local file, or error, whose message stands at the file and is told nowhere else. Never throws.
 */
export async function startUpload(
  file: File,
  onChange: (item: UploadItem) => void,
  options: { uid?: string; signal?: AbortSignal } = {},
): Promise<UploadItem> {
  const uid = options.uid ?? newKey();
  let item: UploadItem = { uid, name: file.name, status: 'uploading', percent: 0, file };
  const report = (next: UploadItem) => {
    item = next;
    onChange(next);
  };
  report(item);
  try {
    const stored = await uploadFile(file, {
      quiet: true,
      onProgress: (percent) => report({ ...item, percent }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    report({ uid, name: stored.originalName || file.name, status: 'done', percent: 100, stored });
  } catch (error) {
    report({ ...item, status: 'error', message: error instanceof Error ? error.message : String(error) });
  }
  return item;
}

/**
 * Deletes a stored file. False for one that a record holds: it goes when the record is saved without it. One that is
 * gone already counts as deleted. Throws, after the person was told, where the server could not be asked.
 */
export async function removeFile(id: string): Promise<boolean> {
  try {
    const path = 'oss/endpoint/remove-file';
    await request({ method: 'POST', service: 'resource', path, query: { id }, quiet: [400, 404] });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return true;
    if (error instanceof ApiError && error.status === 400) return false;
    throw error;
  }
}

/**
 * Content of a stored file. The link that came with it is tried first: whoever was shown the file may read it by that,
 * also where it belongs to a proposal or a vote and to no field yet. A link that has run out gives way to the id.
 */
export async function readFile(file: Pick<WireFile, 'attachId' | 'link'>, signal?: AbortSignal): Promise<Blob> {
  if (file.link !== '') {
    const answer = await fetch(file.link, signal === undefined ? {} : { signal }).catch(() => undefined);
    if (answer?.ok) return answer.blob();
    signal?.throwIfAborted();
  }
  return requestFile({
    service: 'safety',
    path: 'fileserver/downLoadFileById',
    query: { id: file.attachId },
    signal,
  });
}

/** Reads a stored file and hands it to the browser's downloads under the name. */
export async function downloadFile(file: Pick<WireFile, 'attachId' | 'link'>, name: string): Promise<void> {
  saveBlob(await readFile(file), name);
}

/** Hands content to the browser's downloads under the name. */
export function saveBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Hands the software bill of materials of this build to the browser's downloads; a failure is told by the client. */
export async function downloadSbom(): Promise<void> {
  saveBlob(await requestFile({ service: 'system', path: 'sbom' }), 'anlan-sbom.cdx.json');
}
