import getMiniDecimal from '@rc-component/mini-decimal';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainNumberText } from '../../src/core/amount/number-grammar.ts';
import { doubtfulNumber } from '../../src/core/amount/number-text.ts';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import {
  compileExpressionSql,
  type EvaluationEnvironment,
  type ExpressionNode,
  evaluateExpression,
  parseExpression,
  plainValue,
  renderSql,
  type SqlEnvironment,
  sql,
  toDecimal,
} from '../../src/core/expression/index.ts';
import { sheetOf } from '../../src/core/field-forms.ts';
import type { FieldContext } from '../../src/core/field-type.ts';
import type { WirePage } from '../../src/core/wire/contract.ts';
import { definition as amount } from '../../src/field-types/amount/definition.ts';
import { definition as number } from '../../src/field-types/number/definition.ts';
import { amountBox, numberBox } from '../../src/field-types/number/number-box.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

/** Everything that Unicode calls a number, a sign of calculation, a dash or a point, and what else programs might read. */
const SIGNS = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((sign) => /[\p{N}\p{Sm}\p{Pd}]/u.test(sign) || '.,·٫٬。．，_eExX#%\'’"()（）﹒﹐⁄'.includes(sign));

const SHAPES: readonly ((sign: string) => string)[] = [
  (sign) => sign,
  (sign) => `${sign}5`,
  (sign) => `5${sign}`,
  (sign) => `1${sign}5`,
  (sign) => `${sign}${sign}7`,
  (sign) => `-${sign}.5`,
  (sign) => `+1${sign}234`,
];

const WRITTEN = [
  ...[
    '+1',
    '-1',
    '+-1',
    '--1',
    '1+',
    '0',
    '-0',
    '+0',
    '00012',
    '1.',
    '.5',
    '.',
    '-.',
    '+',
    '-',
    '',
    '1e5',
    '1E5',
    '0x1e',
  ],
  ...['1.50', '1..5', '1.5.', '1 000', '１２．５', '＋３', '−３', '－３', '１，０００', 'NaN', 'Infinity', '-Infinity'],
  ...[
    '9'.repeat(30),
    '9'.repeat(31),
    `1.${'1'.repeat(20)}`,
    `1.${'1'.repeat(21)}`,
    '1n',
    '1_000',
    '%31',
    '1\n',
    '\u200b1',
  ],
  ...['1\u0000', '٣', '²', 'Ⅷ', '壹', '½', '+１', '1\u06602', '12,345', '1,23', '1,234.5', '1.234,5'],
];

const TEXTS = [...new Set([...WRITTEN, ...SIGNS.flatMap((sign) => SHAPES.map((shape) => shape(sign)))])];

const field = (property: Property): FieldContext => ({ key: 'amount', title: '数量', property });
const PROPERTY: Property = { title: '数量', field: 'number', type: 'number', scale: 2 };
const REFUSED = '须为数字';

function nodeOf(source: string): ExpressionNode {
  const result = parseExpression(source);
  if (!('node' in result)) throw new Error(source);
  return result.node;
}

/** What a box of numbers hands to its form: a number, nothing, or no number. */
function boxed(box: { parser(text: string): number }, text: string): number | null | undefined {
  const read = getMiniDecimal(box.parser(text));
  return read.isEmpty() ? null : read.isNaN() ? undefined : read.toNumber();
}

/** What a reader of written numbers says: the number, nothing where the text is empty, or undefined where it refuses. */
function parsed(answer: ReturnType<typeof number.parse>): unknown {
  if ('value' in answer) return answer.value;
  expect(answer.message).toBe(REFUSED);
  return undefined;
}

describe('a written number', () => {
  it('is the same to form, sheet, box and expression, or refused by all', () => {
    const node = nodeOf('number(given)');
    let accepted = 0;
    for (const text of TEXTS) {
      const plain = plainNumberText(text);
      const value = plain === undefined ? undefined : Number(plain);
      if (value !== undefined) accepted += 1;
      // People's texts may have blanks and marks between thousands besides.
      const person = parsed(number.parse(text, field(PROPERTY)));
      if (value !== undefined) expect(person, text).toBe(value);
      expect(parsed(amount.parse(text, field(PROPERTY))), text).toBe(person);
      expect(boxed(numberBox(), text), text).toBe(person);
      expect(boxed(amountBox(), text), text).toBe(person);
      if (text.trim() !== '' && doubtfulNumber(text) === undefined) {
        const sheet = sheetOf(number, field(PROPERTY)).read([text], field(PROPERTY), true);
        expect('value' in sheet ? sheet.value : undefined, text).toBe(person);
      }
      const environment = { names: () => text, now: '2026-01-01 00:00:00' } as unknown as EvaluationEnvironment;
      expect(plainValue(evaluateExpression(node, environment)) ?? undefined, text).toBe(value);
      // What is written is never an exception, whoever asks for it.
      expect(() => toDecimal(text), text).not.toThrow();
      if (value !== undefined) expect(toDecimal(text)?.toNumber(), text).toBe(value);
    }
    expect(SIGNS.length).toBeGreaterThan(2500);
    expect(accepted).toBeGreaterThan(60);
  });

  it('is what PostgreSQL computes too', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    try {
      const column = { sql: sql`t.given`, type: 'text' } as const;
      const environment = { column: () => column, me: {} } as unknown as SqlEnvironment;
      const { text, values } = renderSql(compileExpressionSql(nodeOf('number(given)'), environment));
      const storable = TEXTS.filter((one) => !one.includes('\u0000'));
      const { rows } = await client.query(
        `select (${text})::text as value from unnest($${values.length + 1}::text[]) with ordinality as t(given, place) order by place`,
        [...values, storable],
      );
      for (const [index, one] of storable.entries()) {
        const value = plainNumberText(one);
        const found: unknown = rows[index]?.value ?? undefined;
        expect(found === undefined ? undefined : toDecimal(found)?.toFixed(), one).toBe(
          value === undefined ? undefined : toDecimal(value)?.toFixed(),
        );
      }
    } finally {
      await client.end();
      await database.drop();
    }
  });
});

describe('on the wire', () => {
  const stock: Entity = {
    dialect: 1,
    entity: 'stock',
    title: '库存',
    label: 'name',
    api: {
      service: 'safety',
      base: 'stock',
      operations: { submit: { call: 'POST submit', arguments: 'form' } },
    },
    record: {
      type: 'object',
      required: ['name', 'amount'],
      properties: {
        name: { title: '名称', field: 'input', type: 'string' },
        amount: PROPERTY,
        copy: { ...PROPERTY, title: '默认', defaultFrom: 'amount' },
        twice: { title: '两倍', field: 'calculate', type: 'number', scale: 2, compute: 'amount * 2' },
        same: { title: '同值', field: 'calculate', type: 'number', scale: 2, compute: 'isNull(amount) ? 0 : amount' },
      },
    },
    pages: { stock: { title: '库存', filters: ['amount'], grants: { keeper: ['add', 'edit', 'delete'] } } },
    permissions: { scope: { everyone: 'tenant' } },
  };
  const keeper = { roleCodes: ['keeper'] };
  let server: EntityServer;
  beforeAll(async () => {
    server = await createEntityServer({ entities: { stores: [stock] } });
  });
  afterAll(() => server.close());

  const asked = [
    ...WRITTEN,
    ...SIGNS.filter((_, index) => index % 60 === 0).flatMap((sign) => [`${sign}5`, `1${sign}5`]),
  ];

  it('a text where JSON holds a number is refused in words, however much it looks like one', async () => {
    for (const text of asked.filter((one) => one !== '')) {
      const answer = await server.call(keeper, 'POST /api/anlan-safety/stock/save', { name: '甲', amount: text });
      expect([400, 422], `${text}: ${answer.msg}`).toContain(answer.status);
    }
  });

  it('a form and a filter read the same numbers and refuse in the same words', async () => {
    // In a filter a comma stands between the ends of a range.
    for (const text of asked.filter((one) => !one.includes(','))) {
      const plain = plainNumberText(text.trim());
      const form = await server.call<{ id: string; amount: number }>(
        keeper,
        'POST /api/anlan-safety/stock/submit',
        new URLSearchParams({ name: '甲', amount: text }),
      );
      const listed = await server.call<WirePage<unknown>>(
        keeper,
        `GET /api/anlan-safety/stock/page?${new URLSearchParams({ amount: text })}`,
      );
      expect(form.status, `${text}: ${form.msg}`).toBeLessThan(500);
      expect(listed.status, `${text}: ${listed.msg}`).toBeLessThan(500);
      if (text === '') continue;
      if (plain === undefined) {
        expect(form.status, text).not.toBe(200);
        expect(listed.status, text).not.toBe(200);
        if (!text.includes('\u0000'))
          expect([form.msg, listed.msg], text).toEqual([`数量${REFUSED}`, `数量${REFUSED}`]);
      } else {
        expect(listed.status, `${text}: ${listed.msg}`).toBe(200);
        const faults = number.check(Number(plain), field(PROPERTY));
        if (faults === undefined) expect(form.status, `${text}: ${form.msg}`).toBe(200);
        else expect(form.msg).toBe(`数量${faults}`);
      }
    }
  });
});
