import { describe, expect, test } from 'vitest';
import { sampleProblems } from '../../tests/fixtures/page-kinds/sample.ts';
import { NO_SHARED_FILES } from '../core/dialect/resolve/blocks.ts';
import { resolveEntity } from '../core/dialect/resolve/resolve-entity.ts';
import type { PageQuery } from '../core/model/page-query.ts';
import { pageKinds } from './definitions.generated.ts';
import { pageKindFixtures } from './fixtures.generated.ts';
import { pageQueries } from './queries.generated.ts';

describe.each(Object.entries(pageKindFixtures))('pages of the kind %s', (kind, { valid, invalid }) => {
  test.each(valid.map((page) => [JSON.stringify(page), page] as const))('%s may be written', (_, page) => {
    expect([page.view].flat()).toContain(kind);
    expect(sampleProblems({ title: '样页', ...page })).toEqual([]);
  });

  test.each(invalid.map((one) => [JSON.stringify(one.page), one] as const))(
    '%s is refused',
    (_, { page, at, says }) => {
      const problems = sampleProblems({ title: '样页', ...page });
      expect(problems.map(({ pointer }) => pointer)).toContain(['/pages/sample', ...at].join('/'));
      expect(problems.map(({ message }) => message).join('\n')).toContain(says);
    },
  );

  test('has examples of both', () => {
    expect(valid.length).toBeGreaterThan(0);
    expect(invalid.length).toBeGreaterThan(0);
  });
});

test('arguments that a kind takes can be the name of no field, and are said', () => {
  for (const query of Object.values<PageQuery>(pageQueries)) {
    if (query.by !== 'view') continue;
    for (const [name, says] of Object.entries(query.takes)) {
      expect(name).toMatch(/^_[a-z]+$/);
      expect(says).not.toBe('');
    }
  }
  const named = Object.values(pageKinds).map(({ view, by }) => [view, by]);
  expect(Object.entries<PageQuery>(pageQueries).map(([kind, { by }]) => [kind, by])).toEqual(named);
});

test('take what pages share where they list records, and only the grants where they do not', () => {
  for (const { view, records } of Object.values(pageKinds)) {
    const file = {
      pageDefaults: { columns: ['name'], grants: { clerk: ['view'] } },
      pages: { one: { title: '页', view } },
    };
    const { value } = resolveEntity(file, 'sample.entity.json', NO_SHARED_FILES);
    const listed = records === 'rows' || records === 'nested';
    const { one } = (value as { readonly pages: Readonly<Record<string, object>> }).pages;
    expect([view, Object.hasOwn(one ?? {}, 'columns')]).toEqual([view, listed]);
  }
});
