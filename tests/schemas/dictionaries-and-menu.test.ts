import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

interface Option {
  title: string;
  order: number;
  color?: string;
  parent?: string;
}
interface Dictionary {
  dictionary: string;
  title: string;
  severity?: 'ascending' | 'descending';
  parentDictionary?: string;
  options: Record<string, Option>;
}
interface MenuItem {
  id: string;
  parent: string | null;
  title: string;
  path: string;
  order: number;
  roles?: string[];
  page?: string;
  screen?: string;
  entities?: string[];
  buttons?: string[];
}
interface Menu {
  root: string;
  home: string;
  defaultTab: string;
  buttons: Record<string, { title: string; place: string }>;
  items: Record<string, MenuItem>;
}

const schemas = new URL('../../schemas/', import.meta.url);
const readJson = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, schemas), 'utf8')) as T;

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictRequired: false });
const isDictionary = ajv.compile<Dictionary>(readJson('meta/dictionary.schema.json'));
const isMenu = ajv.compile<Menu>(readJson('meta/menu.schema.json'));

const dictionaryFiles = readdirSync(fileURLToPath(new URL('dictionaries/', schemas))).filter((name) =>
  name.endsWith('.json'),
);
const dictionaries = new Map(
  dictionaryFiles.map((name) => [name.slice(0, -'.json'.length), readJson<Dictionary>(`dictionaries/${name}`)]),
);
const menu = readJson<Menu>('menus/menu.json');
const english = {
  dictionaries: readJson<Record<string, string>>('locales/en-US/dictionaries.json'),
  menu: readJson<Record<string, string>>('locales/en-US/menu.json'),
};

/** Values that occur more than once. */
const repeated = (values: readonly (string | number)[]) => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

describe('dictionaries', () => {
  it('ships every dictionary of the product', () => {
    expect(dictionaries.size).toBeGreaterThanOrEqual(287);
  });

  it.each([...dictionaries])('%s satisfies its meta-schema and bears its file name', (file, dictionary) => {
    expect(isDictionary(dictionary) ? [] : isDictionary.errors).toEqual([]);
    expect(dictionary.dictionary).toBe(file);
  });

  it('gives every option a distinct order and a title without stray blanks', () => {
    const wrong: string[] = [];
    for (const [code, { title, options }] of dictionaries) {
      const values = Object.values(options);
      if (repeated(values.map((option) => option.order)).length > 0) wrong.push(`${code}: order`);
      for (const text of [title, ...values.map((option) => option.title)]) {
        if (text.trim() === '' || text !== text.trim()) wrong.push(`${code}: ${JSON.stringify(text)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('names only parents that exist and are not the option itself', () => {
    const wrong: string[] = [];
    for (const [code, dictionary] of dictionaries) {
      const above = dictionaries.get(dictionary.parentDictionary ?? code);
      for (const [key, option] of Object.entries(dictionary.options)) {
        if (option.parent === undefined) continue;
        const isSelf = dictionary.parentDictionary === undefined && option.parent === key;
        if (isSelf || above?.options[option.parent] === undefined) wrong.push(`${code}.${key} -> ${option.parent}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('grades the gravest end of the well-known scales rightly', () => {
    const gravest = (code: string) => {
      const dictionary = dictionaries.get(code);
      if (dictionary?.severity === undefined) return undefined;
      const sorted = Object.entries(dictionary.options).sort(([, a], [, b]) => a.order - b.order);
      return dictionary.severity === 'ascending' ? sorted.at(-1)?.[1].title : sorted[0]?.[1].title;
    };
    expect(gravest('risk-level')).toBe('重大风险');
    expect(gravest('peril-level')).toBe('重大隐患');
    expect(gravest('alarm-level')).toBe('一级(红)');
    expect(gravest('hot-level')).toBe('特级');
    expect(gravest('major-level')).toBe('一级');
    expect(gravest('accident-level')).toBe('特别重大事故');
    expect(gravest('high-category')).toBe('Ⅳ级(h>30m)');
    expect(gravest('abnormal-level')).toBe('严重');
    expect(gravest('gender')).toBeUndefined();
  });

  it('has an English text for every dictionary and option, and for nothing else', () => {
    const keys = [...dictionaries].flatMap(([code, { options }]) => [
      code,
      ...Object.keys(options).map((key) => `${code}.${key}`),
    ]);
    expect(Object.keys(english.dictionaries).sort()).toEqual(keys.sort());
    expect(Object.entries(english.dictionaries).filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});

describe('menu', () => {
  const items = Object.entries(menu.items);

  it('satisfies its meta-schema', () => {
    expect(isMenu(menu) ? [] : isMenu.errors).toEqual([]);
    expect(items.length).toBeGreaterThanOrEqual(185);
  });

  it('has unique ids and paths', () => {
    expect(repeated(items.map(([, item]) => item.id))).toEqual([]);
    expect(repeated(items.map(([, item]) => item.path))).toEqual([]);
    expect(items.filter(([, item]) => item.id === menu.root)).toEqual([]);
  });

  it('reaches the root from every item', () => {
    const lost = items.filter(([code]) => {
      const seen = new Set<string>();
      for (let at: string | null = code; at !== null; at = menu.items[at]?.parent ?? null) {
        if (seen.has(at) || menu.items[at] === undefined) return true;
        seen.add(at);
      }
      return false;
    });
    expect(lost).toEqual([]);
  });

  it('orders siblings distinctly', () => {
    expect(repeated(items.map(([, item]) => `${item.parent} ${item.order}`))).toEqual([]);
  });

  it('binds every leaf to one page or screen, and no container', () => {
    const parents = new Set(items.map(([, item]) => item.parent));
    const wrong = items.filter(([code, { page, screen, roles }]) => {
      const isBound = page !== undefined || screen !== undefined;
      return parents.has(code) ? isBound || roles !== undefined : !isBound || roles === undefined;
    });
    expect(wrong).toEqual([]);
  });

  it('refers only to role groups and buttons that exist', () => {
    const { roles: single, groups } = readJson<{ roles: object; groups: object }>('roles.json');
    const known = new Set([...Object.keys(single), 'everyone', ...Object.keys(groups).map((group) => `@${group}`)]);
    const wrong = items.flatMap(([code, { roles, buttons }]) => [
      ...(roles ?? []).filter((role) => !known.has(role)).map((role) => `${code}: ${role}`),
      ...(buttons ?? []).filter((button) => menu.buttons[button] === undefined).map((button) => `${code}: ${button}`),
    ]);
    expect(wrong).toEqual([]);
  });

  it('places the home path and the default tab', () => {
    const paths = items.map(([, item]) => item.path);
    expect(paths).toContain(menu.home);
    expect(paths).toContain(menu.defaultTab);
  });

  it('opens the two screens of the specification and the wall displays in a window', () => {
    const opens = readJson<{ items: Record<string, { path: string; open: string }> }>('menus/menu.json').items;
    const windows = Object.values(opens).filter((item) => item.open === 'window');
    expect(windows.map((item) => item.path)).toEqual(
      expect.arrayContaining(['/led', '/safety/videoMonitoring/index', '/bigScreen']),
    );
  });

  it('has an English text for every item and button, and for nothing else', () => {
    const keys = [...items.map(([code]) => code), ...Object.keys(menu.buttons).map((button) => `button.${button}`)];
    expect(Object.keys(english.menu).sort()).toEqual(keys.sort());
    expect(Object.entries(english.menu).filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});
