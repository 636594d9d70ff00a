import { describe, expect, test } from 'vitest';
import metaSchema from '../../schemas/meta/entity.schema.json' with { type: 'json' };
import { pageKinds } from './definitions.generated.ts';
import { COMMON_PAGE_PANEL } from './page-panel.ts';
import { pagePanels } from './panels.generated.ts';

const { properties } = metaSchema.$defs.page;

test('the meta-schema names just the kinds that have a folder, each under the name of its folder', () => {
  const [one, several] = properties.view.oneOf;
  for (const names of [one?.enum, several?.items?.enum])
    expect([...(names ?? [])].sort()).toEqual(Object.keys(pageKinds));
  expect(Object.values(pageKinds).map(({ view }) => view)).toEqual(Object.keys(pageKinds));
  for (const { view, says } of Object.values(pageKinds)) {
    expect(one?.description).toContain(`\`${view}\` shows ${says}`);
  }
});

describe.each(Object.entries(pagePanels))('the panel of %s', (_, panel) => {
  test('edits only what a page understands, each once', () => {
    const rows = [...COMMON_PAGE_PANEL, ...panel].map(({ keyword }) => keyword);
    expect(rows.filter((keyword) => !Object.hasOwn(properties, keyword))).toEqual([]);
    expect(new Set(rows).size).toBe(rows.length);
  });
});
