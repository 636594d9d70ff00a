/**
 * What counts as a written number, as a regular expression that JavaScript and PostgreSQL read alike: a sign, at most 30
 * digits before and 20 behind the point, one side of which may be empty. It speaks of folded text (`FOLDED`).
 */
export const NUMBER_PATTERN = '^[+-]?([0-9]{1,30}([.][0-9]{0,20})?|[.][0-9]{1,20})$';

/**
 * Signs that input methods and print have for those of a number, each above what it stands for: full-width digits,
 * point and signs, and the minus sign. All other digits and signs of Unicode are refused.
 */
export const FOLDED = { from: '０１２３４５６７８９．＋－−', to: '0123456789.+--' } as const;

const NUMBER = new RegExp(NUMBER_PATTERN);
const FOLDABLE = new RegExp(`[${FOLDED.from}]`, 'g');

/** The text with the signs of a number as ASCII has them; everything else stays. */
export function foldNumber(text: string): string {
  return text.replace(FOLDABLE, (sign) => FOLDED.to[FOLDED.from.indexOf(sign)] ?? sign);
}

/**
 * A written number as plain decimal text without a plus, or a minus before zero (`１２．５` is `12.5`); undefined where it is none. Every way in
 * goes through it: forms, filters, sheets, and `number` of an expression, whose SQL is `NUMBER_PATTERN` over `FOLDED`.
 * Blanks and marks between thousands are the caller's to take out.
 */
export function plainNumberText(text: string): string | undefined {
  const folded = foldNumber(text);
  if (!NUMBER.test(folded)) return undefined;
  return folded.replace(/[1-9]/.test(folded) ? '+' : /[+-]/, '');
}
