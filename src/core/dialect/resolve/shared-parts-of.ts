import { AUTHORED, type Resolution } from './resolve-entity.ts';
import { STATISTICS_DEFAULTS } from './shared-parts.ts';
import type { Origin } from './sourced.ts';

const STATISTICS_WORDS: readonly string[] = Object.values(STATISTICS_DEFAULTS);

/** A part of a resolved entity that was written elsewhere than it stands, with what is below it. */
export interface SharedPart {
  /** Pointer in the resolved entity. */
  readonly pointer: string;
  readonly from: Origin;
}

/**
 * What of an entity is shared: given by a block, by the defaults of pages, by a name. The designer marks it, since a
 * change of it at its author's place changes others too.
 */
export function sharedPartsOf({ file, origins }: Resolution): readonly SharedPart[] {
  return [...origins].flatMap(([pointer, from]) => {
    const [, keyword = '', word = ''] = from.pointer.split('/');
    const isShared = from.file !== file || AUTHORED.includes(keyword) || STATISTICS_WORDS.includes(word);
    return isShared && !pointer.startsWith('/define/') ? [{ pointer, from }] : [];
  });
}
