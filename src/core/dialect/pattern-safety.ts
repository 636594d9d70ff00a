/** Repetitions above which a repeated group counts as unbounded. */
const LARGE = 10;

interface Group {
  /** Parts that repeat without bound: an atom, or '(' for a group. */
  repeated: string[];
  /** The first part may be missing. */
  optionalStart: boolean;
  /** Beginnings of its alternatives. */
  starts: string[];
  /** The next part is the beginning of an alternative. */
  atStart: boolean;
}

/**
 * Why matching a regular expression can take time without bound, or why it cannot be read; undefined for a good one.
 * Found are repeated groups with a repeated part inside (`(a+)+`) and repeated groups whose alternatives begin alike
 * (`(a|ab)*`).
 */
export function patternFault(source: string): string | undefined {
  try {
    new RegExp(source, 'u');
  } catch {
    return '不是有效的正则表达式';
  }
  const stack: Group[] = [{ repeated: [], optionalStart: false, starts: [], atStart: true }];
  for (let at = 0; at < source.length; ) {
    const group = stack.at(-1);
    if (group === undefined) return undefined;
    const character = source.charAt(at);
    if (character === '|') {
      group.atStart = true;
      at += 1;
      continue;
    }
    if (character === '(') {
      if (group.atStart) group.starts.push('(');
      group.atStart = false;
      stack.push({ repeated: [], optionalStart: false, starts: [], atStart: true });
      at += groupOpening(source, at);
      continue;
    }
    let inner: Group | undefined;
    let length: number;
    let isStart = false;
    if (character === ')') {
      inner = stack.pop();
      length = 1;
    } else length = atomLength(source, at);
    const outer = stack.at(-1);
    if (outer === undefined) return undefined;
    const atom = inner === undefined ? source.slice(at, at + length) : '(';
    if (inner === undefined && outer.atStart) {
      isStart = true;
      outer.starts.push(atom);
      outer.atStart = false;
    }
    at += length;
    const quantifier = /^(?:([*+])|\{(\d+)(,?)(\d*)\}|\?)\??/.exec(source.slice(at));
    at += quantifier?.[0].length ?? 0;
    const unbounded = quantifier !== null && isLarge(quantifier);
    if (inner !== undefined && unbounded) {
      if (inner.repeated.length > 0 && !isSeparated(inner)) return '重复的括号里又有重复，遇到某些文本会长时间匹配不完';
      if (inner.starts.length > 1 && overlaps(inner.starts)) {
        return '重复的括号里各分支的开头可能相同，遇到某些文本会长时间匹配不完';
      }
    }
    if (unbounded || (inner !== undefined && inner.repeated.length > 0)) outer.repeated.push(atom);
    if (isStart && quantifier !== null && !/^(?:\+|\{[1-9])/.test(quantifier[0])) outer.optionalStart = true;
  }
  return undefined;
}

/** Whether each round begins with a character that no repeated part of it can take, as in `(-[a-z]+)*`. */
function isSeparated(group: Group): boolean {
  const [start = ''] = group.starts;
  const literal = start.length === 1 && !'.(^$'.includes(start) ? start : /^\\([^a-zA-Z0-9])$/.exec(start)?.[1];
  if (group.starts.length !== 1 || group.optionalStart || literal === undefined) return false;
  return group.repeated.every((atom) => atom !== '(' && !new RegExp(`^${atom}$`, 'u').test(literal));
}

function isLarge(quantifier: RegExpExecArray): boolean {
  const [, sign, least, comma, most] = quantifier;
  if (sign !== undefined) return true;
  if (least === undefined) return false;
  if (comma === ',' && most === '') return true;
  return Number(most === undefined || most === '' ? least : most) > LARGE;
}

function groupOpening(source: string, at: number): number {
  return /^\((?:\?(?::|=|!|<=|<!|<[^>]*>))?/.exec(source.slice(at))?.[0].length ?? 1;
}

function atomLength(source: string, at: number): number {
  if (source.charAt(at) === '\\')
    return /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|.)/.exec(source.slice(at))?.[0].length ?? 2;
  if (source.charAt(at) !== '[')
    return source.codePointAt(at) !== undefined && (source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  let end = at + 1;
  while (end < source.length && source.charAt(end) !== ']') end += source.charAt(end) === '\\' ? 2 : 1;
  return end + 1 - at;
}

/** Whether two alternatives may begin with the same character; classes and groups are taken to overlap with anything. */
function overlaps(starts: readonly string[]): boolean {
  const wide = starts.filter((start) => start === '.' || start.length > 1 || start === '(');
  return wide.length > 0 || new Set(starts).size < starts.length;
}
