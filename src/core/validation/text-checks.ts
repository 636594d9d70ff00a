import type { Property } from '../dialect/entity.generated.ts';
import { say } from '../text/say.ts';

/** Name of a text check, as `check` in metadata. */
export type TextCheck = NonNullable<Property['check']>;

const PROVINCES = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(' '),
);
const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const ID_CHECK_DIGITS = '10X98765432';
const CREDIT_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** Whether `YYYY-MM-DD` names a day of the calendar. Years 0001 to 9999. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (lengths[month - 1] ?? 0);
}

/** Check of an ID card number (GB 11643-1999): length, form, region, birth date, check digit, in this order. */
export function checkIdCard(text: string): string | undefined {
  if (text === '') return say('证件号码不能为空');
  if (text.length !== 18) return say('证件号码须为18位');
  if (!/^\d{17}[\dXx]$/.test(text)) return say('证件号码格式错误');
  if (!PROVINCES.has(text.slice(0, 2))) return say('地区编码错误');
  if (!isCalendarDate(`${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`))
    return say('证件号码格式错误');
  const sum = ID_WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return ID_CHECK_DIGITS[sum % 11] === text[17]?.toUpperCase() ? undefined : say('校验位错误');
}

/** Check of a mobile number: 11 digits beginning with 1. */
export function checkMobile(text: string): string | undefined {
  if (text === '') return say('手机号码不能为空');
  if (text.length !== 11) return say('手机号码须为11位');
  return /^1\d{10}$/.test(text) ? undefined : say('手机号码格式错误');
}

/** Fixed lines with area code and extension (`025-12345678-123`), and the service numbers 400 and 800. */
const isLandline = (text: string) =>
  /^0\d{2,3}-?\d{7,8}(-\d{1,6})?$/.test(text) || /^[48]00(-?\d{3}-?\d{4}|\d{7})$/.test(text);

/** Unified social credit code (GB 32100-2015): alphabet and check character modulo 31. */
function isCreditCode(text: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(text)) return false;
  const sum = CREDIT_WEIGHTS.reduce(
    (total, weight, index) => total + weight * CREDIT_ALPHABET.indexOf(text[index] ?? ''),
    0,
  );
  return CREDIT_ALPHABET[(31 - (sum % 31)) % 31] === text[17];
}

/** CAS registry number: the last digit is the sum of digit times position from the right, modulo 10. */
function isCasNumber(text: string): boolean {
  const match = /^(\d{2,7})-(\d{2})-(\d)$/.exec(text);
  if (!match) return false;
  const digits = `${match[1]}${match[2]}`;
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (index + 1), 0);
  return sum % 10 === Number(match[3]);
}

/** Password rule: four classes of characters. Length is `minLength` and `maxLength` of the field. */
function isStrongPassword(text: string): boolean {
  return /\d/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text) && /[^\dA-Za-z\s]/.test(text);
}

/** An address of `http` or `https`: host of letters, digits, hyphens and dots, port to 65535, no blanks, at most 2,048 characters. */
function isUrl(text: string): boolean {
  // Not the URL class: it exists neither in the core's library nor does it refuse spaces and odd schemes.
  const match = /^https?:\/\/([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)(?::(\d{1,5}))?(?:[/?#][^\s]*)?$/.exec(text);
  return match !== null && text.length <= 2048 && Number(match[2] ?? 0) <= 65_535;
}

/** An e-mail address: dots of the local part stand neither at its ends nor beside each other; at most 254 characters. */
function isEmail(text: string): boolean {
  const [local = '', domain = '', ...rest] = text.split('@');
  return (
    rest.length === 0 &&
    text.length <= 254 &&
    local.length <= 64 &&
    /^[A-Za-z0-9_%+-]+(\.[A-Za-z0-9_%+-]+)*$/.test(local) &&
    /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}$/.test(domain)
  );
}

/**
 * A Chinese name: 2 to 4 Chinese characters, rare ones beyond the basic plane too. Names of minorities, whose parts
 * stand on both sides of a dot (阿卜杜拉·买买提), may be longer: 2 to 20 characters besides the dots.
 */
function isChineseName(text: string): boolean {
  if (/^\p{Script=Han}{2,4}$/u.test(text)) return true;
  return /^\p{Script=Han}{1,18}(?:[·•]\p{Script=Han}{1,18}){1,3}$/u.test(text) && textLength(text) <= 23;
}

const CHECKS: Record<TextCheck, (text: string) => string | undefined> = {
  mobile: checkMobile,
  landline: (text) => (isLandline(text) ? undefined : say('电话号码格式错误')),
  phone: (text) => (isLandline(text) || checkMobile(text) === undefined ? undefined : say('电话号码格式错误')),
  idCard: checkIdCard,
  chineseName: (text) => (isChineseName(text) ? undefined : say('姓名须为2-4个汉字')),
  email: (text) => (isEmail(text) ? undefined : say('邮箱格式错误')),
  url: (text) => (isUrl(text) ? undefined : say('网址格式错误')),
  // Stricter than what is read as a number: the text is stored as it stands.
  number: (text) => (/^[+-]?\d{1,30}(\.\d{1,20})?$/.test(text) ? undefined : say('须为数字')),
  creditCode: (text) => (isCreditCode(text) ? undefined : say('统一社会信用代码错误')),
  casNo: (text) => (isCasNumber(text) ? undefined : say('CAS号错误')),
  password: (text) => (isStrongPassword(text) ? undefined : say('密码复杂度太低,必须包含大小写字母、数字和特殊字符')),
};

/** Whether a check tells itself that its text is empty or has not the right number of characters. */
export function hasOwnLength(check: TextCheck | undefined): check is 'idCard' | 'mobile' {
  return check === 'idCard' || check === 'mobile';
}

/** Message of a named check where the text fails it, otherwise undefined. */
export function checkText(check: TextCheck, text: string): string | undefined {
  return CHECKS[check](text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/;

/**
 * Why a text can never be stored: half of a surrogate pair, or a control character other than tabulator and line end,
 * which neither PostgreSQL nor spreadsheets take; undefined where it can.
 */
export function invalidCharacter(text: string): string | undefined {
  return text.isWellFormed() && !UNSTORABLE.test(text) ? undefined : say('含有无效字符');
}

/** Whether a text that is not empty shows nothing: only blanks, zero-width and directional marks. */
export function isInvisible(text: string): boolean {
  return text !== '' && /^[\s\p{Cf}\u115f\u1160\u3164\u2800]+$/u.test(text);
}

/** Length of a text in characters as people count them: code points. */
export function textLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Whether a value may be the id of a record, a file or a task: as the platform makes them, and as other systems bring them. */
export function isRecordId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,40}$/.test(value);
}
