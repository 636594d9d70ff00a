import { type Decimal, roundHalfAway, toDecimal } from '../expression/decimal.ts';
import { plainNumberText } from './number-grammar.ts';

const DIGITS = '零壹贰叁肆伍陆柒捌玖';
const PLACES = ['', '拾', '佰', '仟'];
const GROUPS = ['', '万', '亿'];

/** Most digits before the point. */
const MOST_DIGITS = 12;

/** Answer for an amount with more than 12 digits before the point. */
const AMOUNT_TOO_LARGE = '金额过大无法计算';

/** How many 元 one of a unit is; a unit that is none of these has no capitals. */
const UNITS: Readonly<Record<string, number>> = {
  元: 1,
  千元: 1000,
  万元: 10_000,
  百万元: 1_000_000,
  亿元: 100_000_000,
};

/** A whole number of at most 12 digits; '' for zero. One 零 stands for any run of zeros between other digits. */
function integerCapitals(digits: string): string {
  let text = '';
  let gap = false;
  for (let group = Math.ceil(digits.length / 4) - 1; group >= 0; group -= 1) {
    const part = digits.slice(Math.max(0, digits.length - (group + 1) * 4), digits.length - group * 4).padStart(4, '0');
    let filled = false;
    for (const [index, digit] of [...part].entries()) {
      if (digit === '0') {
        gap = text !== '';
        continue;
      }
      text += `${gap ? '零' : ''}${DIGITS[Number(digit)]}${PLACES[3 - index]}`;
      gap = false;
      filled = true;
    }
    if (filled) text += GROUPS[group];
  }
  return text;
}

function decimalOf(amount: unknown): Decimal | null {
  if (typeof amount === 'number') return Number.isFinite(amount) ? toDecimal(amount) : null;
  return typeof amount === 'string' ? toDecimal(plainNumberText(amount.trim().replaceAll(',', ''))) : null;
}

/**
 * An amount in Chinese capitals, rounded to 分 half away from zero. A negative amount or what is no number gives '', one
 * with more than 12 digits before the point 金额过大无法计算. Example: `amountCapitals(10000.1)` is 壹万元壹角.
 * @param unit the amount's unit, 元 by default; 万元 and the like are turned into 元, any other unit gives ''.
 */
export function amountCapitals(amount: unknown, unit = '元'): string {
  const factor = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  const value = decimalOf(amount);
  if (factor === undefined || value === null || value.lt(0)) return '';
  const [integer = '0', fraction = '00'] = roundHalfAway(value.times(factor), 2).toFixed(2).split('.');
  if (integer.length > MOST_DIGITS) return AMOUNT_TOO_LARGE;
  const yuan = integerCapitals(integer);
  const [tenth = 0, hundredth = 0] = [...fraction].map(Number);
  if (tenth === 0 && hundredth === 0) return `${yuan || '零'}元整`;
  const whole = yuan === '' ? '' : `${yuan}元`;
  const tenths = tenth === 0 ? (whole === '' ? '' : '零') : `${DIGITS[tenth]}角`;
  return `${whole}${tenths}${hundredth === 0 ? '' : `${DIGITS[hundredth]}分`}`;
}
