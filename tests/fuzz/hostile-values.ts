import type { FieldModel } from '../../src/core/model/entity-model.ts';
import { DRAWN_SIGNATURE } from '../fixtures/drawn-signature.ts';

/** Numbers from 0 to 1. */
type Random = () => number;

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** Characters that count as one and are more than one code unit, run from right to left, or take no width. */
const CHARACTERS = ['字', 'a', '😀', '𠮷', 'א', 'م', 'é', '\u3000字', '字\u200b'];

/** Texts that are hard on any check. */
const HOSTILE_TEXTS: readonly string[] = [
  '   ',
  '\u200b',
  '\u200d\ufeff',
  '\u202e',
  '\u3000',
  '\u202e安全\u202c',
  '\u200b安全',
  '\u0000',
  '安\u0000全',
  '安\u0007全',
  '安\u001b全',
  '\u007f',
  '安\ufffe',
  '安\ud83d',
  '\udc00全',
  '安\t全',
  '安\n全',
  '安\r\n全',
  '安\u2028全',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '1e21',
  '-0',
  '0',
  '[object Object]',
  '__proto__',
  'constructor',
  "1' or '1'='1",
  '<script>alert(1)</script>',
  '{{now()}}',
  '$'.concat('{1+1}'),
  '👨‍👩‍👧',
  'مرحبا',
  'שלום',
  '𠮷野家',
  'e\u0301',
  '１２３',
  '安#全',
];

/** Values of every JSON type, of which most are the wrong one. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  '',
  [],
  {},
  0,
  -0,
  1,
  -1,
  0.5,
  5,
  1e21,
  -1e21,
  1e-7,
  0.1 + 0.2,
  2 ** 53 + 2,
  1.7976931348623157e308,
  5e-324,
  true,
  false,
  [[]],
  [[['a']]],
  [null],
  [''],
  ['1'],
  [1],
  [{}],
  { $ne: null },
  { length: 1 },
  '1',
  '文字',
  ...HOSTILE_TEXTS,
];

const DATES: readonly string[] = [
  '2026-12-31',
  '2027-01-01',
  '2026-02-28',
  '2026-02-29',
  '2026-02-30',
  '2024-02-29',
  '2000-02-29',
  '1900-02-29',
  '1900-01-01',
  '1899-12-31',
  '9999-12-31',
  '10000-01-01',
  '0000-01-01',
  '0001-01-01',
  '2026-00-10',
  '2026-13-01',
  '2026-01-00',
  '2026-04-31',
  '2026-1-1',
  '2026/01/01',
  '20260101',
  '2026-01-01T00:00:00',
  '2026-01-01T00:00:00Z',
  ' 2026-01-01',
  '2026-01-01 ',
  '２０２６-01-01',
  // China's summer time began and ended on these days.
  '1986-05-04',
  '1988-04-17',
  '1991-09-15',
];

const TIMES = ['00:00:00', '23:59:59', '24:00:00', '12:60:00', '12:00:60', '12:00', '00:30:00', '02:30:00', '1:00:00'];
const HOURS = ['00:00', '23:59', '24:00', '12:60', '8:30', '08:30', '0830', '08:30:00', ' 08:30'];
const IDS = ['1', 'a'.repeat(40), 'a'.repeat(41), '6459670020', 'x y', 'ä', '-_', "1'--", '1.0', '中'];

/** A text of exactly so many code points. */
function textOf(random: Random, length: number): string {
  const characters = [...pick(random, CHARACTERS)];
  let text = '';
  for (let index = 0; index < length; index += 1) text += characters[index % characters.length];
  return text;
}

function texts(field: FieldModel, random: Random, value: unknown): readonly unknown[] {
  const {
    maxLength = field.type.type === 'textarea' ? 2000 : field.type.type === 'password' ? 32 : 255,
    minLength = 1,
  } = field.property;
  const before = typeof value === 'string' ? value : '样例';
  const at = Math.floor(random() * before.length);
  const digit = (Number(before[at]) + 1 + Math.floor(random() * 9)) % 10;
  return [
    textOf(random, maxLength),
    textOf(random, maxLength + 1),
    textOf(random, maxLength * 2),
    textOf(random, minLength),
    textOf(random, Math.max(0, minLength - 1)),
    `${before} `,
    ` ${before}`,
    before.toUpperCase(),
    before.toLowerCase(),
    `${before}x`,
    `${before}#`,
    before.slice(0, -1),
    `${before.slice(0, at)}${Number.isNaN(digit) ? '9' : digit}${before.slice(at + 1)}`,
    `${before.slice(0, at)}\u200b${before.slice(at)}`,
    pick(random, HOSTILE_TEXTS),
    pick(random, HOSTILE_TEXTS),
  ];
}

function numbers({ property }: FieldModel, random: Random): readonly unknown[] {
  const { minimum = 0, maximum = 100, precision = 15 } = property;
  const scale = property.scale ?? (property.field === 'amount' ? 2 : 0);
  const unit = 10 ** -scale;
  const digits = 10 ** (precision - scale);
  return [
    minimum,
    maximum,
    Number((minimum - unit).toFixed(scale)),
    Number((maximum + unit).toFixed(scale)),
    Number((minimum + unit / 10).toFixed(scale + 1)),
    Number((minimum + unit).toFixed(scale)),
    Number((random() * 100).toFixed(scale)),
    Number((random() * 100).toFixed(scale + 1)),
    digits - 1,
    digits,
    -digits,
    -0,
    0.07,
    1.005,
    123456789012345,
    1234567890123456,
    '12',
    'NaN',
    '1e3',
  ];
}

function choices(keys: readonly string[], random: Random): readonly unknown[] {
  const key = keys.length === 0 ? '1' : pick(random, keys);
  return [
    key,
    ` ${key}`,
    `${key}0`,
    key.toUpperCase(),
    Number(key),
    'not-in-dictionary',
    '99',
    'constructor',
    '__proto__',
  ];
}

function lists(entries: readonly string[], field: FieldModel, random: Random): readonly unknown[] {
  const { maxItems = field.type.group === 'file' ? 6 : 99, minItems = 0 } = field.property;
  const many = (count: number) => Array.from({ length: count }, (_, index) => entries[index] ?? `e${index}`);
  const one = entries[0] ?? 'e0';
  return [
    many(1),
    many(minItems),
    many(Math.max(0, minItems - 1)),
    many(maxItems),
    many(maxItems + 1),
    [one, one],
    [one, null],
    [one, 5],
    [one, [one]],
    [one, ''],
    one,
    `${one},${one}`,
    { 0: one },
    [pick(random, HOSTILE_VALUES)],
  ];
}

const POLYGONS: readonly unknown[] = [
  { points: [] },
  { points: ring([0, 0], [1, 0]) },
  { points: ring([0, 0], [1, 0], [1, 1]) },
  { points: ring([0, 0], [1, 1], [1, 0], [0, 1]) },
  { points: ring([0, 0], [1, 0], [2, 0]) },
  { points: ring([0, 0], [2, 0], [1, 0]) },
  { points: ring([0, 0], [1, 0], [1, 1], [0, 0]) },
  { points: ring([0, 0], [4, 0], [4, 4], [2, 0], [0, 4]) },
  { points: ring([-180, -90], [180, -90], [180, 90], [-180, 90]) },
  { points: ring([121.000001, 31], [121.000002, 31], [121.000002, 31.000001]) },
  { points: ring([0, 0], [1, 0], [1, 91]) },
  { points: Array.from({ length: 201 }, (_, index) => ({ lng: index / 10, lat: (index * index) / 1000 })) },
  { points: [{ lng: 0, lat: 0 }, { lng: 1 }, 'x'] },
  { points: ring([0, 0], [1, 0], [1, 1]), closed: true },
  ring([0, 0], [1, 0], [1, 1]),
  { lng: 0, lat: 0 },
];

function ring(...corners: readonly (readonly [number, number])[]): readonly unknown[] {
  return corners.map(([lng, lat]) => ({ lng, lat }));
}

const POINTS: readonly unknown[] = [
  { lng: 180, lat: 90 },
  { lng: -180, lat: -90 },
  { lng: 180.000001, lat: 0 },
  { lng: 0, lat: -90.000001 },
  { lng: 121.1234567, lat: 31 },
  { lng: 121.123456, lat: 31.654321 },
  { lng: '121', lat: 31 },
  { lng: 121 },
  { lng: 121, lat: 31, alt: 5 },
  { lng: 121, lat: null },
  [121, 31],
  '121,31',
];

const PNG = 'data:image/png;base64,iVBORw0KGgo';
const drawn = Buffer.from(DRAWN_SIGNATURE.slice(DRAWN_SIGNATURE.indexOf(',') + 1), 'base64');
/** A drawn signature with zeros behind it, so many bytes in all. */
const padded = (bytes: number) =>
  `data:image/png;base64,${Buffer.concat([drawn, Buffer.alloc(bytes - drawn.length)]).toString('base64')}`;
const SIGNATURES: readonly unknown[] = [
  { image: DRAWN_SIGNATURE },
  { image: padded(61_440) },
  { image: padded(61_441) },
  { image: `${PNG}AA AA` },
  { image: padded(1_199) },
  { image: padded(1_198) },
  { image: `${PNG}A===` },
  { image: 'data:image/jpeg;base64,iVBORw0KGgo=' },
  { image: 'data:image/png;base64,AAAA' },
  { image: DRAWN_SIGNATURE, signer: '1', signerName: '样例', time: '2026-01-01 08:00:00' },
  { image: DRAWN_SIGNATURE, time: '2026-01-01' },
  { image: DRAWN_SIGNATURE, signer: 'x y' },
  { image: DRAWN_SIGNATURE, signerName: 'x'.repeat(101) },
  { image: DRAWN_SIGNATURE, other: 1 },
  {},
  { image: 5 },
];

const GRANTS: readonly unknown[] = [
  [],
  [{ permissionId: 'law', actionList: [] }],
  [{ permissionId: 'law', actionList: ['view', 'add'] }],
  [
    { permissionId: 'law', actionList: [] },
    { permissionId: 'law', actionList: ['view'] },
  ],
  [{ permissionId: '法', actionList: [] }],
  [{ permissionId: 'law', actionList: ['1x'] }],
  [{ permissionId: 'law', actionList: 'view' }],
  [{ permissionId: 'law' }],
  [{ permissionId: 'law', actionList: [], more: 1 }],
  { permissionId: 'law', actionList: [] },
];

/** Values at and beyond every limit of a field. `value` is the one it has in a valid record, `keys` its choices. */
export function boundaryValues(
  field: FieldModel,
  random: Random,
  value: unknown,
  keys: readonly string[],
  ids: readonly string[],
): readonly unknown[] {
  const { property } = field;
  const isList = property.type === 'array';
  switch (field.type.type) {
    case 'input':
    case 'textarea':
    case 'password':
      return texts(field, random, value);
    case 'number':
    case 'amount':
    case 'rate':
    case 'slider':
      return numbers(field, random);
    case 'date':
    case 'dateDuration': {
      const day = pick(random, DATES);
      return [...DATES, `${day} ${pick(random, TIMES)}`, `2026-01-01 ${pick(random, TIMES)}`, `${day} 08:00:00`];
    }
    case 'time':
    case 'timeDuration':
      return HOURS;
    case 'select':
    case 'radio':
    case 'checkbox':
      return isList ? lists(keys, field, random) : choices(keys, random);
    case 'cascader':
      return property.ref === undefined ? choices(keys, random) : [...ids, ...IDS];
    case 'orgSelect':
    case 'reference':
    case 'tree':
      return isList ? lists([...ids, ...IDS.slice(3, 4)], field, random) : [...ids, ...IDS];
    case 'upload':
      return [
        ...lists(['a1', 'b2'], field, random),
        [{ attachId: 'a1', name: 'x' }],
        [{ attachId: 5 }],
        [{ name: 'x' }],
        ['a1', { attachId: 'a1' }],
      ];
    case 'geo':
      return property.shape === 'polygon' ? POLYGONS : POINTS;
    case 'signature':
      return SIGNATURES;
    case 'permissionMatrix':
      return GRANTS;
    default:
      return HOSTILE_VALUES;
  }
}
