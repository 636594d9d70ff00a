import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
import { DATES, NUMBERS, TEXTS, TIMES } from './expression-generator.ts';

/** Random values for fuzzing functions: mostly what lies at an edge. */
export interface Chance {
  pick<T>(items: readonly T[]): T;
  holds(probability: number): boolean;
  whole(least: number, most: number): number;
}

export function createChance(seed: number): Chance {
  const random = seededRandom(seed);
  return {
    pick: <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T,
    holds: (probability) => random() < probability,
    whole: (least, most) => least + Math.floor(random() * (most - least + 1)),
  };
}

/** Words that templates have places for. */
export const PLACES = ['a', 'name', '名称', 'e', '0;', 'a.b', '$1'] as const;

const PIECES = ['{', '}', '{{', '}}', '😀', '\u0001', '\u0001e', '\u00010;', '%', '\\', "'", ' ', '动火', 'ß', '𠮷'];

function template(chance: Chance): string {
  const parts = Array.from({ length: chance.whole(0, 12) }, () => {
    const name = chance.pick(PLACES);
    return chance.pick([`{${name}}`, `{{${name}}}`, `{${name}`, `{{${name}}`, `{other}`, chance.pick(PIECES), name]);
  });
  return parts.join('');
}

function text(chance: Chance): string {
  if (chance.holds(0.4)) return template(chance);
  if (chance.holds(0.05)) return template(chance).repeat(chance.whole(50, 200));
  return chance.pick(TEXTS);
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** Ends of months and years, the first days of ISO weeks, days without a midnight in some zone, the ends of time. */
function date(chance: Chance): string {
  if (chance.holds(0.15)) return chance.pick([...DATES, '2018-11-04', '2019-02-17', '9999-12-27', '0001-01-02']);
  const year = chance.holds(0.9) ? chance.whole(1995, 2035) : chance.whole(1, 9999);
  const month = chance.holds(0.4) ? chance.pick([1, 12, 2, 3]) : chance.whole(1, 12);
  const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  const day = chance.holds(0.5) ? chance.pick([1, 2, 3, 4, last - 2, last - 1, last]) : chance.whole(1, last);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

function number(chance: Chance): number {
  if (chance.holds(0.5)) return chance.whole(-40, 40) / chance.pick([1, 1, 1, 2, 4]);
  return chance.holds(0.1) ? chance.pick([1e9, -1e9, 10_000, -10_001, 2_147_483_648]) : chance.pick(NUMBERS);
}

export type ScalarType = 'text' | 'number' | 'boolean' | 'date' | 'dateTime' | 'time';

export function scalar(chance: Chance, type: ScalarType): unknown {
  if (chance.holds(0.1)) return null;
  switch (type) {
    case 'text':
      return text(chance);
    case 'number':
      return number(chance);
    case 'boolean':
      return chance.holds(0.5);
    case 'date':
      return date(chance);
    case 'dateTime':
      return `${date(chance)} ${chance.pick(TIMES)}`;
    case 'time':
      return chance.pick(TIMES);
  }
}

/** None, empty, with nulls and repetitions, long. */
export function list(chance: Chance, type: ScalarType): unknown {
  if (chance.holds(0.1)) return null;
  const few = Array.from({ length: 4 }, () => scalar(chance, type));
  const length = chance.holds(0.05) ? 300 : chance.whole(0, 5);
  return Array.from({ length }, () => (chance.holds(0.7) ? chance.pick(few) : scalar(chance, type)));
}
