import { ApiError } from '../../api/faults.ts';
import { downloadFile } from '../../api/files.ts';
import type { LongJobFile } from '../../core/wire/long-job.ts';

/** Hands a job's file to the browser's downloads. */
export async function downloadOf({ attachId, name }: LongJobFile): Promise<void> {
  try {
    await downloadFile({ attachId, link: '' }, name);
  } catch (error) {
    // The client has told why.
    if (!(error instanceof ApiError)) throw error;
  }
}
