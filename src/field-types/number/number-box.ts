import { plainNumberText } from '../../core/amount/number-grammar.ts';
import {
  groupedText,
  markedText,
  numberMarks,
  readDecimal,
  tidyNumber,
  withoutZeros,
} from '../../core/amount/number-text.ts';

/**
 * The component hands on what it gets: a text is told from a number by its own check, without losing digits. What is no
 * number to everyone else must not be one to it, which would take `1e5`; an empty box has no value.
 */
function handedOn(decimal: string | undefined, text: string): number {
  return (decimal ?? (text === '' ? '' : 'NaN')) as unknown as number;
}

/**
 * How an input of numbers writes and reads them in the language of the moment. Where the comma is the decimal mark, a
 * point alone is one too: keys of numbers have it.
 */
export const numberBox = () => ({
  decimalSeparator: numberMarks().decimal,
  parser(text: string | undefined): number {
    const bare = tidyNumber(text ?? '');
    return handedOn(plainNumberText(bare) ?? readDecimal(bare), bare);
  },
});

interface Typing {
  readonly userTyping: boolean;
  readonly input: string;
}

/** How a number stands in its box: as it is typed, and afterwards without zeros that nobody wants to read. */
export function unpadded(value: string | number | undefined, { userTyping, input }: Typing): string {
  const typed = readDecimal(tidyNumber(input));
  const isOwn = userTyping && (typed === undefined || Number(typed) === Number(value));
  return isOwn ? input : markedText(withoutZeros(String(value ?? '')));
}

/** An amount as it stands in its box, without blanks and the sign of the currency. */
const bareAmount = (text: string | undefined): string => tidyNumber(text ?? '').replace(/^[¥￥]/, '');

/** What an edit took out of a text, and what it put there. */
function edited(before: string, after: string): { readonly removed: number; readonly inserted: string } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { removed: before.length - head - tail, inserted: after.slice(head, after.length - tail) };
}

/**
 * The same for amounts, grouped by thousands while they are typed. Marks that the box set itself are always between
 * thousands, whatever digit is taken out beside them. Those that somebody typed or pasted are read as they are written,
 * and stay until the box is left: `1.5` is one and a half in Brazil too, `1.234` is more than a thousand. One of them
 * for each box, as it remembers what it shows.
 */
export function amountBox() {
  let shown = '';
  let own = false;
  return {
    formatter(value: string | number | undefined, typing?: Typing): string {
      const input = typing?.input ?? '';
      const kept = own && typing?.userTyping === true && Number(readDecimal(bareAmount(input))) === Number(value);
      own = kept;
      shown = kept ? input : groupedText(String(value ?? ''));
      return shown;
    },
    parser(text: string | undefined): number {
      const { group } = numberMarks();
      const bare = bareAmount(text);
      const { removed, inserted } = edited(bareAmount(shown), bare);
      if (!bare.includes(group)) own = false;
      else if (inserted.includes(group) || (removed > 1 && inserted !== '')) own = true;
      shown = text ?? '';
      return handedOn(readDecimal(own ? bare : bare.replaceAll(group, '')), bare);
    },
  };
}
