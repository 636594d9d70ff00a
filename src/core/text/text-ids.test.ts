import { describe, expect, it } from 'vitest';
import { fieldTypes } from '../../field-types/definitions.ts';
import type { Entity } from '../dialect/entity.generated.ts';
import { lintWorld } from '../dialect/lint-world.ts';
import { entityTexts } from './text-ids.ts';

const entity: Entity = {
  dialect: 1,
  entity: 'tool',
  id: 'gear',
  title: '工具',
  api: { service: 'safety', base: 'tool' },
  record: {
    type: 'object',
    properties: {
      fullName: { title: '名称', field: 'input', type: 'string', id: 'name', hint: '全称' },
      level: { title: '级别', field: 'radio', type: 'string', options: { a: { title: '甲', order: 10, id: 'one' } } },
    },
  },
  form: { sections: { base: { title: '基本', fields: ['fullName', 'level'] } } },
  states: { open: { title: '在用', initial: true } },
};

describe('entityTexts', () => {
  it('names every text by permanent ids, so that renamed keys keep their translations', () => {
    expect(entityTexts(entity).map(({ id, text, path }) => `${id} ${text} /${path.join('/')}`)).toEqual([
      'gear.title 工具 /title',
      'gear.field.name.title 名称 /record/properties/fullName/title',
      'gear.field.name.hint 全称 /record/properties/fullName/hint',
      'gear.field.level.title 级别 /record/properties/level/title',
      'gear.option.level.one 甲 /record/properties/level/options/a/title',
      'gear.section.base.title 基本 /form/sections/base/title',
      'gear.state.open.title 在用 /states/open/title',
    ]);
  });
});

describe('translations in the analysis', () => {
  const lint = (areas: ReadonlyMap<string, Readonly<Record<string, string>>>) =>
    lintWorld({
      entities: new Map([['tool', { area: 'demo', entity }]]),
      registry: fieldTypes,
      dictionaries: { has: () => false, choices: () => undefined },
      settings: new Map(),
      locales: new Map([['en-US', areas]]),
    }).map(({ pointer, message, severity }) => `${severity} ${pointer} ${message}`);

  it('warns once of an area without a file of texts', () => {
    expect(lint(new Map())).toEqual(['warning  没有 en-US 的译文文件 schemas/locales/en-US/demo.json，界面显示中文']);
  });

  it('warns of each text that is missing', () => {
    const all = Object.fromEntries(entityTexts(entity).map(({ id }) => [id, 'x']));
    expect(lint(new Map([['demo', all]]))).toEqual([]);
    const { 'gear.option.level.one': _, ...rest } = all;
    expect(lint(new Map([['demo', rest]]))).toEqual([
      'warning /record/properties/level/options/a/title “甲”没有 en-US 译文，界面显示中文',
    ]);
  });
});
