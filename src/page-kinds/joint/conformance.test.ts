import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import metaSchema from '../../../schemas/meta/page.schema.json' with { type: 'json' };
import { jointProblems } from '../../../tests/fixtures/page-kinds/joint-sample.ts';
import { jointKinds } from './definitions.generated.ts';
import { jointFixtures } from './fixtures.generated.ts';

const isWritten = new Ajv2020({ allowUnionTypes: true, strictRequired: false }).compile(metaSchema);
const written = (page: object) => ({ dialect: 1, page: 'sample', title: '样页', area: 'demo', ...page });

describe.each(Object.entries(jointFixtures))('joint pages of the kind %s', (kind, { valid, invalid }) => {
  test.each(valid.map((page) => [JSON.stringify(page), page] as const))('%s may be written', (_, page) => {
    expect(page.view).toBe(kind);
    expect(isWritten(written(page)), JSON.stringify(isWritten.errors)).toBe(true);
    expect(jointProblems(page)).toEqual([]);
  });

  test.each(invalid.map((one) => [JSON.stringify(one.page), one] as const))(
    '%s is refused',
    (_, { page, at, says }) => {
      const problems = jointProblems(page);
      expect(problems.map(({ pointer }) => pointer)).toContain(at.map((part) => `/${part}`).join(''));
      expect(problems.map(({ message }) => message).join('\n')).toContain(says);
    },
  );

  test('has examples of both', () => {
    expect(valid.length).toBeGreaterThan(0);
    expect(invalid.length).toBeGreaterThan(0);
  });
});

test('the meta-schema names just the kinds that have a folder, each with a keyword of its name', () => {
  const { properties } = metaSchema;
  expect([...properties.view.enum].sort()).toEqual(Object.keys(jointKinds));
  for (const { view, says } of Object.values(jointKinds)) {
    expect(properties.view.description).toContain(`\`${view}\` shows ${says}`);
    expect(Object.keys(properties)).toContain(view);
  }
});
