import {
  type FileFacts,
  fileLimit,
  fileRefusal,
  type HeldFile,
  type MediaSize,
  pixelRefusal,
  tooManyFiles,
  type UploadLimits,
} from '../../core/files/upload-limits.ts';

/** A file that was not taken, and why. */
export interface UploadRefusal {
  readonly name: string;
  readonly message: string;
}

/** Takes the files of one choice that may be sent; the others come with their reasons, in order. */
export function admitUploads<T extends FileFacts>(
  files: readonly T[],
  held: readonly HeldFile[],
  limits: UploadLimits,
  pixels: ReadonlyMap<T, MediaSize | undefined> = new Map(),
): { readonly admitted: readonly T[]; readonly refused: readonly UploadRefusal[] } {
  const all: HeldFile[] = [...held];
  const admitted: T[] = [];
  const refused: UploadRefusal[] = [];
  for (const file of files) {
    const message =
      all.length >= fileLimit(limits)
        ? tooManyFiles(limits)
        : (fileRefusal(file, all, limits) ?? pixelRefusal(file.name, pixels.get(file), limits));
    if (message === undefined) {
      admitted.push(file);
      all.push(file);
    } else {
      refused.push({ name: file.name, message });
    }
  }
  return { admitted, refused };
}

/** What is told of a batch: the first reason once, or with `eachError` each file with its own. */
export function refusalLines(
  refused: readonly UploadRefusal[],
  { eachError }: UploadLimits,
  line: (refused: UploadRefusal) => string,
): readonly string[] {
  if (eachError === true) return refused.map(line);
  return refused.slice(0, 1).map(({ message }) => message);
}

/** A list with one entry moved to another place; the list itself where there is no such place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length || from === to) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}
