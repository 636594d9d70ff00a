const collator = new Intl.Collator('zh-u-co-pinyin-kn');

/**
 * Order of two names, as lists have it: Chinese by pinyin, numbers within them by size. Names that it cannot tell apart
 * stand by their characters, as in the database. Negative, zero or positive.
 */
export function compareNames(left: string, right: string): number {
  return collator.compare(left, right) || (left < right ? -1 : left > right ? 1 : 0);
}
