import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

const limit = 20 * 1024 * 1024;

/**
 * Keeps PostgreSQL's log bounded: past 20 MB it is copied to `<file>.1` and emptied. PostgreSQL appends, so it goes on
 * at the new end. A missing file is left missing.
 */
export function boundLog(file: string): void {
  try {
    if (statSync(file).size <= limit) return;
    copyFileSync(file, `${file}.1`);
    truncateSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** The last 2,000 bytes of the log, for the message of a failed start. */
export function logTail(file: string): string {
  try {
    const { size } = statSync(file);
    const start = Math.max(0, size - 2_000);
    const tail = Buffer.alloc(size - start);
    const handle = openSync(file, 'r');
    readSync(handle, tail, 0, tail.length, start);
    closeSync(handle);
    return tail.toString('utf8');
  } catch {
    return '';
  }
}
