import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { PictureFault } from '../../../src/core/files/upload-limits.ts';
import { currentLanguage } from '../../../src/core/text/language.ts';
import { say } from '../../../src/core/text/say.ts';
import { createThreadQueue } from '../../ground/threads/thread-queue.ts';
import type { PictureResult, PictureTask } from './picture-thread.ts';

/** The thread ended over a picture: it takes too much memory. */
class PictureGivenUp extends Error {}

const threads = createThreadQueue<PictureTask, PictureResult>(
  new URL('./picture-thread.ts', import.meta.url),
  { within: 10_000, waiting: 100, megabytes: 128, idle: 60_000 },
  {
    busy: () => new AnlanError('filesWaiting'),
    // Bytes and pixels are limited before: what takes so long waits for a busy machine, and says nothing of the picture.
    late: () => new AnlanError('filesWaiting'),
    lost: () => new PictureGivenUp('lost'),
  },
);

/** Extensions of the pictures that are decoded; what is wrong with any other kind nobody looks for. */
const JUDGED: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png']);

/**
 * Decodes a stored JPEG or PNG, in a thread of its own, and says why it is no photo of anything; undefined where it may
 * be one, and for files of other kinds. One that takes too much memory counts as too large.
 */
export async function judgePhoto(path: string, extension: string): Promise<PictureFault | undefined> {
  if (!JUDGED.has(extension)) return undefined;
  const result = await threads.run({ kind: 'photo', path }).catch(givenUp);
  return result === undefined ? 'large' : 'fault' in result ? result.fault : undefined;
}

/**
 * Decodes a drawn signature, in a thread of its own, and says why nobody could have written it; undefined for one that
 * somebody may have written.
 * @param image a PNG as `data:` address.
 */
export async function judgeDrawing(image: string): Promise<string | undefined> {
  const bytes = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64');
  const result = await threads.run({ kind: 'drawing', bytes, language: currentLanguage() }).catch(givenUp);
  if (result === undefined) return say('签名图片过大，请重新签名');
  return 'refusal' in result ? result.refusal : undefined;
}

function givenUp(error: unknown): undefined {
  if (!(error instanceof PictureGivenUp)) throw error;
  return undefined;
}
