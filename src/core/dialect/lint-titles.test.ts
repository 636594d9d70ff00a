import { describe, expect, it } from 'vitest';
import { fieldTypes } from '../../field-types/definitions.ts';
import { pageKinds } from '../../page-kinds/definitions.generated.ts';
import type { Entity, Property } from './entity.generated.ts';
import { lintWorld } from './lint-world.ts';

const input = (title: string, more: Partial<Property> = {}): Property =>
  ({ title, field: 'input', type: 'string', ...more }) as Property;

/** Messages about titles that are the same in English, of a tool with these fields and translations. */
function shared(properties: Record<string, Property>, titles: Readonly<Record<string, string>>): readonly string[] {
  const entity: Entity = {
    dialect: 1,
    entity: 'tool',
    title: '工具',
    api: { service: 'safety', base: 'tool' },
    record: { type: 'object', properties },
  };
  const texts = Object.fromEntries(Object.entries(titles).map(([key, title]) => [`tool.field.${key}.title`, title]));
  return lintWorld({
    complete: true,
    entities: new Map([['tool', { area: 'demo', entity }]]),
    registry: fieldTypes,
    pageKinds,
    dictionaries: { has: () => false, choices: () => undefined },
    settings: new Map(),
    locales: new Map([['en-US', new Map([['demo', { 'tool.title': 'Tool', ...texts }]])]]),
  }).flatMap(({ message, pointer }) => (message.includes('分不清') ? [`${pointer} ${message}`] : []));
}

describe('titles of an entity in a translation', () => {
  it('must differ where the Chinese ones do', () => {
    const fields = { level: input('作业级别'), grade: input('作业等级') };
    expect(shared(fields, { level: 'Work level', grade: 'Work level' })).toEqual([
      '/tool.field.grade.title “Work level”也是“作业级别”的译文，同一列表里分不清',
    ]);
    expect(shared(fields, { level: 'Work level', grade: 'Work grade' })).toEqual([]);
  });

  it('may be the same as in Chinese, go by the first key after a rename, and count nothing that no list shows', () => {
    expect(shared({ one: input('证书'), two: input('证书') }, { one: 'Card', two: 'Card' })).toEqual([]);
    const renamed = { one: input('一', { id: 'first' }), two: input('二') };
    expect(shared(renamed, { first: 'Card', two: 'Card' })).toHaveLength(1);
    expect(shared({ one: input('一'), two: input('二', { hidden: true }) }, { one: 'Card', two: 'Card' })).toEqual([]);
  });
});
