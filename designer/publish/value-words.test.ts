import { expect, test } from 'vitest';
import { isDraft } from '../../src/core/overlay/draft.ts';
import { resolvedEntities } from '../../tests/fixtures/resolved-entities.ts';
import { placesOfProperty, propertyWords, valueWords } from './value-words.ts';

const NAMES: Readonly<Record<string, string>> = { safetyDirector: '安全总监', photos: '隐患照片', closed: '已关闭' };
const called = {
  keyword: (keyword: string) => `<${keyword}>`,
  word: (word: string) => `“${word}”`,
  thing: (_: string, key: string) => NAMES[key],
  yesNo: (value: boolean) => (value ? '是' : '否'),
};

test('a right is said by the names of its field, role and state', () => {
  const right = { roles: ['safetyDirector'], states: ['closed'], access: 'read' };
  const property = 'permissions.fields';
  expect(valueWords({ photos: [right] }, placesOfProperty('实体', property), called)).toBe(
    '隐患照片：<roles>：安全总监，<states>：已关闭，<access>：“read”',
  );
  expect(propertyWords('实体', `${property}.photos`, called)).toBe('<permissions>·<fields>·隐患照片');
  expect(valueWords([right], placesOfProperty('实体', `${property}.photos`), called)).toBe(
    '<roles>：安全总监，<states>：已关闭，<access>：“read”',
  );
});

test('a switch, a number, a condition and the options of a field are said as they are', () => {
  expect(valueWords(true, placesOfProperty('字段', 'multiple'), called)).toBe('是');
  expect(valueWords(12, placesOfProperty('字段', 'maxLength'), called)).toBe('12');
  expect(valueWords("level == '1'", placesOfProperty('字段', 'visible'), called)).toBe("level == '1'");
});

test('whatever a shipped file says is said without its JSON', () => {
  const kinds = { fields: '字段', pages: '页面', states: '状态', transitions: '流转' } as const;
  let said = 0;
  for (const { entity } of resolvedEntities()) {
    const things = {
      fields: entity.record.properties,
      pages: entity.pages,
      states: entity.states,
      transitions: entity.transitions,
    };
    for (const [name, kind] of Object.entries(kinds)) {
      for (const thing of Object.values(things[name as keyof typeof things] ?? {})) {
        for (const [keyword, value] of Object.entries(thing)) {
          if (!isDraft(value) && !Array.isArray(value)) continue;
          const text = valueWords(value, placesOfProperty(kind, keyword), called);
          said += 1;
          expect([kind, keyword, /^[[{]"/.test(text) || text.includes('[object')]).toEqual([kind, keyword, false]);
        }
      }
    }
  }
  expect(said).toBeGreaterThan(1000);
});
