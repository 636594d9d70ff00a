import { shownAs } from '../../core/files/upload-limits.ts';
import type { WireFile } from '../../core/wire/contract.ts';

function isFile(value: unknown): value is WireFile {
  return typeof value === 'object' && value !== null && 'attachId' in value && typeof value.attachId === 'string';
}

/** Files of a value: as answers carry them; a bare id is a file without a name. */
export function storedFiles(value: unknown): readonly WireFile[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry): WireFile[] => {
    if (isFile(entry)) return [entry];
    return typeof entry === 'string' ? [{ attachId: entry, name: entry, originalName: entry, link: '' }] : [];
  });
}

/** Those of the files that the image viewer shows. */
export function picturesOf(files: readonly WireFile[]): readonly WireFile[] {
  return files.filter((file) => shownAs(fileName(file)) === 'image');
}

/** Name of a file as people gave it. */
export function fileName(file: WireFile): string {
  return file.originalName || file.name;
}
