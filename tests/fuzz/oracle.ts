import { Ajv2020, type AnySchemaObject, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import Big from 'big.js';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';

/** What the oracle says of a record: JSON pointers of what is faulty in itself, and of required fields that are empty. */
export interface OracleVerdict {
  readonly faulty: readonly string[];
  readonly missing: readonly string[];
}

/** Keys of choices by dictionary. */
export type DictionaryKeys = ReadonlyMap<string, readonly string[]>;

/** Judges a record by a JSON Schema that is compiled from the entity's file and knows nothing of our validator. */
type Oracle = (record: Readonly<Record<string, unknown>>) => OracleVerdict;

const BASE_KEYS =
  'id tenantId version status createUser createDept createTime updateUser updateTime isDeleted abilities fieldAccess children hasChildren asks childAbilities evidence'.split(
    ' ',
  );
const isComputed = ({ field, compute, cases }: Property) =>
  field === 'calculate' || compute !== undefined || cases !== undefined;
const ID = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,40}$' };

/** Neither control characters besides tabulator and line ends, nor halves of surrogate pairs, nor non-characters. */
const STORABLE = { pattern: '^[\\t\\n\\r\\u{20}-\\u{7e}\\u{80}-\\u{d7ff}\\u{e000}-\\u{fffd}\\u{10000}-\\u{10ffff}]*$' };
const VISIBLE = { pattern: '[^\\s\\p{Cf}\\u{115f}\\u{1160}\\u{3164}\\u{2800}]' };

const FIRST_DAYS: Readonly<Record<string, object>> = { YYYY: { pattern: '-01-01$' }, 'YYYY-MM': { pattern: '-01$' } };

const POINT = {
  type: 'object',
  required: ['lng', 'lat'],
  additionalProperties: false,
  properties: {
    lng: { type: 'number', minimum: -180, maximum: 180, decimals: 6 },
    lat: { type: 'number', minimum: -90, maximum: 90, decimals: 6 },
  },
};

/** Whether a closed ring has no corner twice and no two lines that share more than the corner between them. */
function isSimpleRing(points: readonly { lng: number; lat: number }[]): boolean {
  if (!points.every((point) => typeof point?.lng === 'number' && typeof point?.lat === 'number')) return true;
  const ring = points.map(({ lng, lat }) => [new Big(lng), new Big(lat)] as const);
  if (new Set(ring.map((corner) => corner.join())).size !== ring.length) return false;
  type Corner = (typeof ring)[number];
  const turn = (a: Corner, b: Corner, c: Corner) =>
    b[0]
      .minus(a[0])
      .times(c[1].minus(a[1]))
      .cmp(b[1].minus(a[1]).times(c[0].minus(a[0])));
  const between = (a: Corner, b: Corner, c: Corner) =>
    turn(a, b, c) === 0 &&
    [0, 1].every((axis) => {
      const [low, high] = [a[axis as 0], b[axis as 0]].sort((left, right) => left.cmp(right)) as [Big, Big];
      return low.lte(c[axis as 0]) && high.gte(c[axis as 0]);
    });
  const lines = ring.map((corner, index) => [corner, ring[(index + 1) % ring.length] ?? corner] as const);
  return lines.every(([a, b], first) =>
    lines.slice(first + 1).every(([c, d]) => {
      const shared = [c, d].filter((corner) => corner === a || corner === b);
      if (shared.length > 0) {
        // Two lines at a corner may not lie upon each other.
        return (
          ![c, d].some((end) => !shared.includes(end) && between(a, b, end)) &&
          ![a, b].some((end) => !shared.includes(end) && between(c, d, end))
        );
      }
      const crossing = turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
      return !crossing && !between(a, b, c) && !between(a, b, d) && !between(c, d, a) && !between(c, d, b);
    }),
  );
}

/** Named checks, written a second time from the standards. */
const CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
  mobile: (text) => /^1[0-9]{10}$/.test(text),
  landline: isLandline,
  phone: (text) => /^1[0-9]{10}$/.test(text) || isLandline(text),
  idCard: isIdCard,
  chineseName: (text) => {
    const parts = text.split(/[·•]/);
    if (!parts.every((part) => /^\p{sc=Han}+$/u.test(part))) return false;
    if (parts.length === 1) return [...text].length >= 2 && [...text].length <= 4;
    return parts.length <= 4 && parts.every((part) => [...part].length <= 18) && [...text].length <= 23;
  },
  email: (text) => {
    const at = text.indexOf('@');
    const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
    const labels = domain.split('.');
    return (
      at > 0 &&
      text.length <= 254 &&
      local.length <= 64 &&
      /^[\w%+.-]+$/.test(local) &&
      local.split('.').every((part) => part !== '') &&
      labels.length > 1 &&
      labels.slice(0, -1).every((label) => /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/.test(label)) &&
      /^[A-Za-z]{2,24}$/.test(labels.at(-1) ?? '')
    );
  },
  url: (text) => {
    if (!/^https?:\/\/\S+$/.test(text) || text.length > 2048 || !URL.canParse(text)) return false;
    const [host = '', port = '0', ...rest] = (text.split('/')[2] ?? '').split(/[?#]/)[0]?.split(':') ?? [];
    return (
      rest.length === 0 &&
      /^\d{1,5}$/.test(port) &&
      Number(port) < 65_536 &&
      host.split('.').every((label) => /^[A-Za-z0-9-]+$/.test(label))
    );
  },
  number: (text) => /^[-+]?[0-9]+(?:\.[0-9]+)?$/.test(text),
  creditCode: isCreditCode,
  casNo: isCasNumber,
  password: (text) => [/[0-9]/, /[A-Z]/, /[a-z]/, /[^0-9A-Za-z\s]/].every((needed) => needed.test(text)),
};

function isLandline(text: string): boolean {
  const [, area, line, extension = '0'] = /^(0\d\d\d?)-?(\d{7,8})(?:-(\d+))?$/.exec(text) ?? [];
  if (area !== undefined && line !== undefined && extension.length <= 6) return true;
  return /^(400|800)\d{7}$/.test(text) || /^(400|800)-?\d{3}-?\d{4}$/.test(text);
}

/** ISO 7064 MOD 11-2, digit by digit, and a calendar made by Date. */
function isIdCard(text: string): boolean {
  if (!/^[0-9]{17}[0-9xX]$/.test(text)) return false;
  const provinces = '11-15 21-23 31-37 41-46 50-54 61-65 71-71 81-83'
    .split(' ')
    .map((range) => range.split('-').map(Number));
  const province = Number(text.slice(0, 2));
  if (!provinces.some(([first = 0, last = 0]) => province >= first && province <= last)) return false;
  const [year, month, day] = [text.slice(6, 10), text.slice(10, 12), text.slice(12, 14)];
  const time = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(time.getTime()) || Number(year) < 1 || time.getUTCDate() !== Number(day)) return false;
  let product = 0;
  for (const digit of text.slice(0, 17)) product = ((product + Number(digit)) * 2) % 11;
  const check = (12 - product) % 11;
  return (check === 10 ? 'X' : String(check)) === text[17]?.toUpperCase();
}

function isCreditCode(text: string): boolean {
  const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
  if (text.length !== 18 || [...text].some((character) => !alphabet.includes(character))) return false;
  let sum = 0;
  let weight = 1;
  for (const character of text.slice(0, 17)) {
    sum += alphabet.indexOf(character) * weight;
    weight = (weight * 3) % 31;
  }
  return (sum + alphabet.indexOf(text[17] ?? '')) % 31 === 0;
}

function isCasNumber(text: string): boolean {
  if (!/^[0-9]{2,7}-[0-9][0-9]-[0-9]$/.test(text)) return false;
  const digits = text.replaceAll('-', '');
  const check = Number(digits.at(-1));
  let sum = 0;
  for (let place = digits.length - 2; place >= 0; place -= 1)
    sum += Number(digits[place]) * (digits.length - 1 - place);
  return sum % 10 === check;
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false, unicodeRegExp: true, ownProperties: true });
  formats.default(ajv, { mode: 'full', formats: ['date'], keywords: true });
  ajv.addKeyword({
    keyword: 'named',
    type: 'string',
    validate: (name: string, text: string) => CHECKS[name]?.(text) ?? true,
  });
  ajv.addKeyword({
    keyword: 'decimals',
    type: 'number',
    validate: (scale: number, value: number) => Number.isFinite(value) && new Big(value).round(scale, 0).eq(value),
  });
  ajv.addKeyword({
    keyword: 'wholeDigits',
    type: 'number',
    validate: (digits: number, value: number) =>
      Number.isFinite(value) && new Big(value).abs().round(0, 0).lt(new Big(10).pow(digits)),
  });
  ajv.addKeyword({
    keyword: 'moment',
    type: 'string',
    validate: (_: true, text: string) => {
      const [day = '', time = ''] = [text.slice(0, 10), text.slice(10)];
      const [, hour, minute, second] = /^ (\d\d):(\d\d):(\d\d)$/.exec(time) ?? [];
      return isDay(day) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
    },
  });
  ajv.addKeyword({
    keyword: 'ring',
    type: 'array',
    validate: (_: true, points: readonly { lng: number; lat: number }[]) => isSimpleRing(points),
  });
  // What stands between marks is read, but a script is none of it.
  ajv.addKeyword({
    keyword: 'readable',
    type: 'string',
    validate: (_: true, text: string) =>
      new RegExp(VISIBLE.pattern, 'u').test(text.replace(/<script>.*?<\/script>/gs, '').replace(/<[^>]*>/g, '')),
  });
  ajv.addKeyword({ keyword: 'day', type: 'string', validate: (_: true, text: string) => isDay(text) });
  ajv.addKeyword({
    keyword: 'uniqueFiles',
    type: 'array',
    validate: (_: true, files: unknown[]) => new Set(files).size === files.length,
  });
  ajv.addKeyword({
    keyword: 'imageBytes',
    type: 'string',
    validate: (bytes: number, text: string) => {
      const data = text.slice(text.indexOf(',') + 1).replace(/=+$/, '');
      return Math.floor((data.length * 6) / 8) <= bytes;
    },
  });
  ajv.addKeyword({
    keyword: 'uniquePages',
    type: 'array',
    validate: (_: true, rows: { permissionId?: unknown }[]) =>
      new Set(rows.map((row) => row?.permissionId)).size === rows.length,
  });
  return ajv;
}

/** A day that the calendar has, in the years that PostgreSQL and people agree on. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1900') return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === text;
}

function textSchema(property: Property, maxLength: number): AnySchemaObject {
  return {
    type: 'string',
    maxLength: property.maxLength ?? maxLength,
    ...(property.minLength === undefined ? {} : { minLength: property.minLength }),
    ...(property.check === undefined ? {} : { named: property.check }),
    allOf: [STORABLE, VISIBLE, ...(property.patterns ?? []).map(({ pattern }) => ({ pattern }))],
  };
}

function numberSchema(property: Property, scale: number, more: AnySchemaObject = {}): AnySchemaObject {
  const { minimum, maximum, precision = 15 } = property;
  return {
    type: 'number',
    decimals: scale,
    wholeDigits: precision - scale,
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...more,
  };
}

function listSchema(property: Property, items: AnySchemaObject, most = 99): AnySchemaObject {
  return {
    type: 'array',
    items,
    maxItems: property.maxItems ?? most,
    uniqueItems: property.uniqueItems !== false,
    ...(property.minItems === undefined ? {} : { minItems: property.minItems }),
  };
}

function fieldSchema(property: Property, dictionaries: DictionaryKeys): AnySchemaObject {
  const keys = property.options === undefined ? dictionaries.get(property.dict ?? '') : Object.keys(property.options);
  const choice = keys === undefined ? textSchema(property, 255) : { type: 'string', enum: keys };
  const oneOrMany = (entry: AnySchemaObject) => (property.type === 'array' ? listSchema(property, entry) : entry);
  switch (property.field) {
    case 'input': {
      const schema = textSchema(property, 255);
      return { ...schema, allOf: [...schema.allOf, { pattern: '^[^\\r\\n]*$' }] };
    }
    case 'textarea':
      return textSchema(property, 2000);
    case 'richText':
      return { type: 'string', maxLength: property.maxLength ?? 100_000, allOf: [STORABLE], readable: true };
    // What it says of figures is judged by the tests of formulas.
    case 'formula':
      return textSchema(property, 500);
    case 'password':
      return textSchema(property, 32);
    case 'number':
      return numberSchema(property, property.scale ?? 0);
    case 'amount':
      return numberSchema(property, property.scale ?? 2);
    case 'rate':
      return numberSchema(property, 0, { minimum: 1, maximum: Math.min(10, Math.max(1, property.maximum ?? 5)) });
    case 'slider':
      return numberSchema(property, property.scale ?? 0, {
        minimum: property.minimum ?? 0,
        maximum: property.maximum ?? 100,
      });
    case 'date':
    case 'dateDuration':
      return property.format === 'date-time'
        ? { type: 'string', moment: true }
        : { type: 'string', format: 'date', day: true, ...FIRST_DAYS[property.dateFormat ?? ''] };
    case 'time':
    case 'timeDuration':
      return { type: 'string', pattern: '^(0\\d|1\\d|2[0-3]):[0-5]\\d$' };
    case 'select':
    case 'checkbox':
    case 'radio':
      return oneOrMany(choice);
    case 'cascader':
      return property.ref === undefined ? choice : ID;
    case 'orgSelect':
    case 'reference':
    case 'tree':
      return oneOrMany(ID);
    case 'upload':
      return { ...listSchema(property, ID, 6), uniqueItems: false, uniqueFiles: true };
    case 'geo':
      if (property.shape !== 'polygon') return POINT;
      return {
        type: 'object',
        required: ['points'],
        additionalProperties: false,
        properties: { points: { type: 'array', minItems: 3, maxItems: 200, items: POINT, ring: true } },
      };
    case 'signature':
      return {
        type: 'object',
        required: ['image'],
        additionalProperties: false,
        properties: {
          image: {
            type: 'string',
            pattern: '^data:image/png;base64,iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$',
            imageBytes: 61_440,
          },
          signer: ID,
          signerName: { type: 'string', maxLength: 100 },
          time: { type: 'string', moment: true },
        },
      };
    case 'permissionMatrix':
      return {
        type: 'array',
        maxItems: 2000,
        uniquePages: true,
        items: {
          type: 'object',
          required: ['permissionId', 'actionList'],
          additionalProperties: false,
          properties: {
            permissionId: { type: 'string', pattern: '^[A-Za-z0-9_]{1,60}$' },
            actionList: {
              type: 'array',
              maxItems: 60,
              items: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9]{0,59}$' },
            },
          },
        },
      };
    case 'serial':
      return { type: 'string', maxLength: 100 };
    case 'json':
      return { type: ['object', 'array'] };
    case 'subTable': {
      const columns = Object.entries(property.items?.properties ?? {});
      // Whatever a body says of computed cells is passed over.
      const cell = (column: Property) => (isComputed(column) ? {} : fieldSchema(column, dictionaries));
      return {
        type: 'array',
        maxItems: property.maxItems ?? 200,
        ...(property.minItems === undefined ? {} : { minItems: property.minItems }),
        items: {
          type: 'object',
          additionalProperties: false,
          properties: Object.fromEntries(columns.map(([key, column]) => [key, cell(column)])),
          patternProperties: { '^__': {}, [`^(${columns.map(([key]) => key).join('|')})Label$`]: {} },
        },
      };
    }
    default:
      throw new Error(`the oracle does not know the field type ${property.field}`);
  }
}

/** The record as the wire means it: empty values are absent, and a file is its id. */
function meant(
  record: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, Property>>,
): Readonly<Record<string, unknown>> {
  const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
      if (property === undefined) return [[key, value]];
      if (isEmpty(value)) return [];
      if (property.field === 'upload' && Array.isArray(value)) {
        return [
          [key, value.map((file) => (typeof file === 'object' && file !== null ? (file.attachId ?? null) : file))],
        ];
      }
      if (property.field === 'subTable' && Array.isArray(value)) {
        const columns = property.items?.properties ?? {};
        return [
          [
            key,
            value.map((row) =>
              typeof row === 'object' && row !== null && !Array.isArray(row) ? meant(row, columns) : row,
            ),
          ],
        ];
      }
      return [[key, value]];
    }),
  );
}

const escaped = (key: string) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/**
 * Where a fault is told: at the field; in a sub-table whose rows are rows at the cell, where the table itself is at
 * fault only there.
 */
function place(error: ErrorObject, properties: Readonly<Record<string, Property>>): string {
  const stranger = error.keyword === 'additionalProperties' ? escaped(String(error.params.additionalProperty)) : '';
  const [, first = '', row, cell] = `${error.instancePath}`.split('/');
  if (error.instancePath === '') return stranger;
  if (properties[first]?.field !== 'subTable' || row === undefined) return `/${first}`;
  if (cell === undefined && stranger === '') return `/${first}`;
  return cell === undefined ? `/${first}/${row}${stranger}` : `/${first}/${row}/${cell}`;
}

const isWithin = (place: string, whole: string) => place.startsWith(`${whole}/`);

/** The instant of a sound day or moment, in milliseconds. */
const instantOf = (text: unknown) =>
  Date.parse(`${String(text).replace(' ', 'T').padEnd(11, 'T').padEnd(19, '00:00:00')}Z`);

/** Ends of ranges that lie before their starts, where both are sound and there. */
function reversedEnds(
  values: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, Property>>,
  faulty: readonly string[],
): readonly string[] {
  const ends = Object.entries(properties).filter(([, property]) => property.field === 'dateDuration');
  return ends.flatMap(([key, { endOf }]) => {
    if (endOf === undefined || values[key] === undefined || values[endOf] === undefined) return [];
    if (faulty.includes(escaped(key)) || faulty.includes(escaped(endOf))) return [];
    return instantOf(values[key]) - instantOf(values[endOf]) < 0 ? [escaped(key)] : [];
  });
}

/**
 * Compiles the oracle of an entity. It knows types, lengths in code points, patterns, named checks, choices, decimals,
 * digits, dates, ranges of them, counts, repetition, strange keys, and fields that are required always; not conditions,
 * nor rules.
 */
export function createOracle(entity: Entity, dictionaries: DictionaryKeys): Oracle {
  const { properties, required = [] } = entity.record;
  const ajv = createAjv();
  const entered = Object.entries(properties).filter(([, property]) => !isComputed(property));
  const free = [...BASE_KEYS, ...Object.keys(properties)];
  const validate = ajv.compile({
    type: 'object',
    additionalProperties: false,
    properties: {
      ...Object.fromEntries([...free, ...free.map((key) => `${key}Label`)].map((key) => [key, {}])),
      ...Object.fromEntries(entered.map(([key, property]) => [key, fieldSchema(property, dictionaries)])),
    },
  });
  const conditional = new Set(
    Object.values(entity.form?.sections ?? {}).flatMap(({ visible, fields }) => (visible === undefined ? [] : fields)),
  );
  const always = new Set(entered.map(([key]) => key));
  const demanded = required.filter(
    (key) => always.has(key) && properties[key]?.visible === undefined && !conditional.has(key),
  );
  const presence = ajv.compile({ type: 'object', required: demanded });
  return (record) => {
    const values = meant(record, properties);
    validate(values);
    const places = [...new Set((validate.errors ?? []).map((error) => place(error, properties)))];
    presence(values);
    return {
      // A table that is no list of rows, or has too many, is one fault and not also those of its cells.
      faulty: [
        ...places.filter((inner) => !places.some((whole) => isWithin(inner, whole))),
        ...reversedEnds(values, properties, places),
      ].sort(),
      missing: (presence.errors ?? []).map((error) => escaped(String(error.params.missingProperty))).sort(),
    };
  };
}
