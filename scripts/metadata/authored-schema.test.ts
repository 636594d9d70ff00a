import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';

const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../schemas/${file}`, import.meta.url), 'utf8'));

it('an editor finds nothing wrong with a shipped block, and what is misspelt or no part of one', () => {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictRequired: false });
  const check = ajv.compile(read('meta/block.schema.json') as object);
  expect([check(read('blocks/risk/review.block.json')), check.errors]).toEqual([true, null]);
  expect(check({ record: { required: ['...', 'level'], properties: { level: { hint: '只改说明' } } } })).toBe(true);
  expect(check({ use: { other: { block: 'risk/review' } } })).toBe(false);
  expect(check({ transitions: { discard: { tilte: '废弃' } } })).toBe(false);
});
