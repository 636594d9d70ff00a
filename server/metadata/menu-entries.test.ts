import { expect, test } from 'vitest';
import type { EntityModel, PageModel } from '../../src/core/model/entity-model.ts';
import { menuEntries } from './menu-entries.ts';
import type { MenuFile } from './shipped-files.ts';

const menu = { items: {} } as unknown as MenuFile;
const entity = (area: string, related: object = {}, transitions: object = {}) =>
  ({ area, source: { detail: { related } }, transitions }) as unknown as EntityModel;
const page = (title: string, hidden = false, actions: readonly string[] = []) =>
  ({ title, grants: {}, hidden, actions }) as unknown as PageModel;

test('pages of an area that no menu places stand under one entry, those of another area under their own', () => {
  const pages = new Map([
    ['first', { entity: entity('samples'), page: page('甲') }],
    ['second', { entity: entity('samples'), page: page('乙') }],
    ['third', { entity: entity('others'), page: page('丙') }],
  ]);
  const entries = menuEntries([], menu, { pages, jointPages: new Map() }, new Set());
  const groups = entries.filter(({ parentId }) => parentId === null);
  expect(groups.map(({ code }) => code)).toEqual(['samplesGroup', 'othersGroup']);
  const [samples, others] = groups;
  expect(entries.flatMap(({ code, parentId }) => (parentId === null ? [] : [[code, parentId]]))).toEqual([
    ['first', samples?.id],
    ['second', samples?.id],
    ['third', others?.id],
  ]);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
});

test('a page that hides itself has a way only where a detail lists its records or a task leads to it, and none in the menu', () => {
  const pages = new Map([
    ['plan', { entity: entity('samples', { months: { page: 'month' } }), page: page('计划') }],
    ['month', { entity: entity('samples'), page: page('月', true) }],
    ['apart', { entity: entity('samples'), page: page('另', true, ['add']) }],
    ['mine', { entity: entity('samples', {}, { close: {} }), page: page('我的', true, ['close']) }],
  ]);
  const entries = menuEntries([], menu, { pages, jointPages: new Map() }, new Set());
  expect(entries.flatMap(({ code, parentId, isShow }) => (parentId === null ? [] : [[code, isShow]]))).toEqual([
    ['plan', false],
    ['month', true],
    ['mine', true],
  ]);
});
