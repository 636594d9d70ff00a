import { describe, expect, it } from 'vitest';
import { fieldTypes } from '../../field-types/definitions.ts';
import { pageKinds } from '../../page-kinds/definitions.generated.ts';
import { dictionaryTexts, menuTexts, settingsTexts } from '../text/file-texts.ts';
import { entityTexts } from '../text/text-ids.ts';
import type { Entity } from './entity.generated.ts';
import type { LintWorld } from './lint-context.ts';
import { lintWorld } from './lint-world.ts';

const entity: Entity = {
  dialect: 1,
  entity: 'tool',
  title: '工具',
  api: { service: 'safety', base: 'tool' },
  record: {
    type: 'object',
    properties: {
      address: {
        title: '地址',
        field: 'input',
        type: 'string',
        patterns: [{ pattern: '\\{x\\}', message: '地址须包含{x}' }],
      },
    },
  },
};

type Translations = Readonly<Record<string, string>>;

const sound: Translations = {
  'tool.title': 'Tool',
  'tool.field.address.title': 'Address',
  'tool.field.address.pattern.地址须包含{x}': 'The address must contain {x}',
};

/** Problems of translations as `severity file pointer message`. */
function problemsOf(
  locales: Readonly<Record<string, Readonly<Record<string, Translations>>>>,
  sources?: LintWorld['sources'],
  complete = true,
): readonly string[] {
  return lintWorld({
    entities: new Map([['tool', { area: 'demo', entity }]]),
    registry: fieldTypes,
    pageKinds,
    dictionaries: { has: () => false, choices: () => undefined },
    settings: new Map(),
    ...(sources ? { sources } : {}),
    complete,
    locales: new Map(Object.entries(locales).map(([language, files]) => [language, new Map(Object.entries(files))])),
  }).map(({ severity, file, pointer, message }) => `${severity} ${file} ${pointer} ${message}`);
}

const english = (changes: Readonly<Record<string, string | undefined>>) =>
  problemsOf({ 'en-US': { demo: { ...sound, ...changes } as Translations } });

describe('translations in the analysis', () => {
  it('are sound where every text has one', () => {
    expect(entityTexts(entity).map(({ id }) => id)).toEqual(Object.keys(sound));
    expect(english({})).toEqual([]);
  });

  it('are missed once where the area has no file of them', () => {
    expect(problemsOf({ 'en-US': {} })).toEqual([
      'error schemas/areas/demo/tool.entity.json  没有 en-US 的译文文件 schemas/locales/en-US/demo.json，界面显示中文',
    ]);
  });

  it('are one line for a whole area where nothing is shipped', () => {
    expect(problemsOf({ 'en-US': {}, 'zh-TW': {}, 'pt-BR': { demo: sound } }, undefined, false)).toEqual([
      'warning schemas/areas/demo/tool.entity.json  “demo”有 6 处文字没有译文（en-US、zh-TW），界面显示中文',
    ]);
  });

  it('are missed where the text stands', () => {
    const { 'tool.field.address.title': _, ...rest } = sound;
    expect(problemsOf({ 'en-US': { demo: rest } })).toEqual([
      'error schemas/areas/demo/tool.entity.json /record/properties/address/title “地址”没有 en-US 译文，界面显示中文',
    ]);
  });

  it('are missed, and of nothing, where the Chinese that they were made from is another now', () => {
    const { 'tool.field.address.pattern.地址须包含{x}': made, ...rest } = sound;
    expect(problemsOf({ 'en-US': { demo: { ...rest, 'tool.field.address.pattern.须含{x}': made ?? '' } } })).toEqual([
      'error schemas/areas/demo/tool.entity.json /record/properties/address/patterns/0/message “地址须包含{x}”没有 en-US 译文，界面显示中文',
      'error schemas/locales/en-US/demo.json /tool.field.address.pattern.须含{x} 没有标识为“tool.field.address.pattern.须含{x}”的文字，译文用不上',
    ]);
  });

  it.each([
    ['of nothing', { 'tool.field.gone.title': 'Gone' }, '没有标识为“tool.field.gone.title”的文字，译文用不上'],
    ['that are empty', { 'tool.title': ' ' }, '“工具”的译文为空'],
    ['that are still Chinese', { 'tool.title': '工具' }, '“工具”的译文里还有汉字'],
    [
      'that lack a place',
      { 'tool.field.address.pattern.地址须包含{x}': 'The address must contain {y}' },
      '“地址须包含{x}”的译文与中文的占位不一致，应有 {x}',
    ],
  ])('are refused %s', (_, changes, message) => {
    const [id = ''] = Object.keys(changes);
    expect(english(changes)).toEqual([`error schemas/locales/en-US/demo.json /${id} ${message}`]);
  });

  it('are refused where they are the English ones, unless both languages write the word alike', () => {
    const portuguese = {
      ...sound,
      'tool.title': 'Material',
      'tool.field.address.pattern.地址须包含{x}': 'Deve conter {x}',
    };
    const told = problemsOf({
      'en-US': { demo: { ...sound, 'tool.title': 'Material' } },
      'pt-BR': { demo: portuguese },
    });
    expect(told).toEqual([
      'error schemas/locales/pt-BR/demo.json /tool.field.address.title “地址”的译文与英文相同，还没有翻译',
    ]);
  });

  it('are only told of where a language is not complete', () => {
    expect(problemsOf({ 'zh-TW': { demo: { ...sound, 'tool.title': '' } } })).toEqual([
      'warning schemas/locales/zh-TW/demo.json /tool.title “工具”的译文为空',
    ]);
  });

  it('may be the Chinese text in Traditional Chinese', () => {
    const traditional = Object.fromEntries(entityTexts(entity).map(({ id, text }) => [id, text]));
    expect(problemsOf({ 'zh-TW': { demo: traditional } })).toEqual([]);
  });

  it('are asked for of dictionaries, the menu and settings, whose symbols need none', () => {
    const sources: LintWorld['sources'] = new Map([
      [
        'dictionaries',
        [{ file: 'd.json', texts: dictionaryTexts('shift', { title: '班次', options: { 1: { title: '早班' } } }) }],
      ],
      [
        'menu',
        [
          {
            file: 'm.json',
            texts: menuTexts({ buttons: { add: { title: '新增' } }, items: { tools: { title: '工具' } } }),
          },
        ],
      ],
      [
        'settings',
        [
          {
            file: 's.json',
            texts: settingsTexts('tools', {
              title: '工具管理',
              settings: {
                'tools.days': { title: '天数', unit: '天', source: '企业通行做法' },
                'tools.mass': { title: '质量', unit: 't', source: 'GB 1' },
              },
            }),
          },
        ],
      ],
    ]);
    const told = problemsOf({ 'en-US': { demo: sound, dictionaries: {}, menu: {}, settings: {} } }, sources);
    expect(told.map((line) => line.replace(/译文.*/, ''))).toEqual([
      'error d.json /title “班次”没有 en-US ',
      'error d.json /options/1/title “早班”没有 en-US ',
      'error m.json /buttons/add/title “新增”没有 en-US ',
      'error m.json /items/tools/title “工具”没有 en-US ',
      'error s.json /title “工具管理”没有 en-US ',
      'error s.json /settings/tools.days/title “天数”没有 en-US ',
      'error s.json /settings/tools.days/unit “天”没有 en-US ',
      'error s.json /settings/tools.days/source “企业通行做法”没有 en-US ',
      'error s.json /settings/tools.mass/title “质量”没有 en-US ',
    ]);
  });
});
