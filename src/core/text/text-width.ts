/** About the pixels of a Chinese character, and of a letter or digit, at the size of tables and buttons (14 px). */
const WIDE = 14;
const NARROW = 8;

/** Characters as wide as they are high: Chinese ones with their punctuation, and full-width forms. */
const isWide = (character: string): boolean => /[\p{Script=Han}\u3000-\u30ff\uff00-\uffef]/u.test(character);

/** Pixels that a text takes in one line, judged generously: texts are too many to be measured. */
export function textWidth(text: string): number {
  return [...text].reduce((sum, character) => sum + (isWide(character) ? WIDE : NARROW), 0);
}

/** Pixels of the longest piece that a line may not break: a word of letters; Chinese breaks anywhere. */
export function wordWidth(text: string): number {
  const words = text.match(/[^\p{Script=Han}\u3000-\u30ff\uff00-\uffef\s/-]+/gu) ?? [];
  return Math.max(0, ...words.map(textWidth));
}

/** What takes two columns of characters of equal width, and what none. */
const DOUBLE = /[\p{Script=Han}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u30ff\uff01-\uff60\uffe0-\uffe6]/u;
const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Columns that a text takes where characters are of equal width, as in an editor. */
export function textColumns(text: string): number {
  let columns = 0;
  for (const character of text) columns += DOUBLE.test(character) ? 2 : NONE.test(character) ? 0 : 1;
  return columns;
}
