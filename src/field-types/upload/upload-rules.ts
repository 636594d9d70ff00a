import type { Property } from '../../core/dialect/entity.generated.ts';
import { fieldText } from '../text.ts';

/** Largest file where the field does not say: 100 MB (102400 KB). */
export const DEFAULT_MAX_SIZE = 102_400 * 1024;
/** Most files where the field does not say. */
export const DEFAULT_MAX_FILES = 6;

const PICTURES = ['jpeg', 'jpg', 'png'];

/** What is told apart of a file before it is sent. */
export interface LocalFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly lastModified: number;
}

/** A file of the list as duplicates are found: name and, of files chosen here, time of the last change. */
export interface ListedFile {
  readonly name: string;
  readonly lastModified: number | undefined;
}

/** Extension in lower case without a dot; '' where there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** Extensions that a field takes; undefined for any. */
export function acceptedExtensions(property: Property): readonly string[] | undefined {
  if (property.accept && property.accept.length > 0) return property.accept;
  return property.listType === 'picture-card' ? PICTURES : undefined;
}

/**
 * Takes the files of one choice that may be sent, and the first reason why others may not: it is shown once per batch.
 * A duplicate is a file of the same name and time of last change; a file stored earlier is known by its name only.
 */
export function admitFiles<T extends LocalFile>(
  files: readonly T[],
  listed: readonly ListedFile[],
  property: Property,
): { readonly admitted: readonly T[]; readonly refusal: string | undefined } {
  const limit = property.maxItems ?? DEFAULT_MAX_FILES;
  const held: ListedFile[] = [...listed];
  const admitted: T[] = [];
  let refusal: string | undefined;
  for (const file of files) {
    const reason = held.length >= limit ? tooMany(limit) : refusalOf(file, held, property);
    if (reason === undefined) {
      admitted.push(file);
      held.push(file);
    } else {
      refusal ??= reason;
    }
  }
  return { admitted, refusal };
}

function tooMany(limit: number): string {
  return fieldText('tooMany', { limit });
}

function refusalOf(file: LocalFile, held: readonly ListedFile[], property: Property): string | undefined {
  const largest = property.maxSize ?? DEFAULT_MAX_SIZE;
  if (file.size > largest) return fieldText('tooLarge', { size: Math.floor(largest / 1024 / 1024) });
  const accepted = acceptedExtensions(property);
  if (accepted !== undefined && !accepted.includes(extensionOf(file.name))) {
    return accepted.every((extension) => PICTURES.includes(extension))
      ? fieldText('pictureOnly')
      : fieldText('kindRefused', { kinds: accepted.join('、') });
  }
  const twin = held.find(
    (one) => one.name === file.name && (one.lastModified === undefined || one.lastModified === file.lastModified),
  );
  return twin === undefined ? undefined : fieldText('duplicate');
}
