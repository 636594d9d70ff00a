import { match } from 'pinyin-pro';

/** Whether a name holds what somebody types to find it: letters, characters, or their sounds. */
export function isLike(name: string, words: string): boolean {
  return words === '' || name.toLowerCase().includes(words.toLowerCase()) || match(name, words) !== null;
}
