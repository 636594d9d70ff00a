import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { roles } from '../../mocks/demo-plant/roles.ts';
import type { LintWorld, WorldEntity } from '../../src/core/dialect/lint-world.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import type { Problem } from '../../src/core/dialect/problem.ts';
import { readJson } from '../../src/core/dialect/read-json.ts';
import type { RowsFile } from '../../src/core/dialect/shipped-rows.ts';
import type { Choice } from '../../src/core/field-type.ts';
import { entityFile } from '../../src/core/model/model-world.ts';
import { dictionaryTexts, menuTexts, rowsTexts, settingsTexts } from '../../src/core/text/file-texts.ts';
import { TRANSLATIONS } from '../../src/core/text/language.ts';
import { fieldTypes } from '../../src/field-types/definitions.ts';

/** All metadata below a folder `schemas`, and what could not be read. */
export interface ReadWorld {
  readonly world: LintWorld;
  readonly problems: readonly Problem[];
}

interface SettingsFile {
  readonly title?: string;
  readonly settings: Readonly<
    Record<
      string,
      {
        readonly title: string;
        readonly value: string | number | boolean;
        readonly unit?: string;
        readonly minimum?: number;
        readonly maximum?: number;
        readonly source: string;
      }
    >
  >;
}

interface DictionaryFile {
  readonly title: string;
  readonly options: Readonly<
    Record<string, { title: string; order: number; color?: string; parent?: string; sealed?: boolean }>
  >;
}

interface MenuFile {
  readonly buttons: Readonly<Record<string, { readonly title: string }>>;
  readonly items: Readonly<Record<string, { readonly title: string }>>;
}

type Files<T> = ReadonlyMap<string, T>;

/** Values of all settings files by key. */
function settingValues(files: Files<SettingsFile>, problems: Problem[]): Map<string, string | number | boolean> {
  const values = new Map<string, string | number | boolean>();
  for (const [name, { settings }] of files) {
    for (const [key, setting] of Object.entries(settings)) {
      const { value, minimum, maximum } = setting;
      values.set(key, value);
      const limited = minimum !== undefined || maximum !== undefined;
      const outside = typeof value === 'number' && (value < (minimum ?? value) || value > (maximum ?? value));
      if (!outside && (!limited || typeof value === 'number')) continue;
      problems.push({
        file: `schemas/settings/${name}.json`,
        pointer: `/settings/${key}/value`,
        message: outside ? '出厂值不在允许的范围内' : '只有数值可以有 minimum 和 maximum',
        fix: '改正出厂值或范围',
        severity: 'error',
      });
    }
  }
  return values;
}

const list = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

/** Reads the files of `folder`, the repository's `schemas`. */
export function readWorld(folder: string): ReadWorld {
  const problems: Problem[] = [];
  const entities = new Map<string, WorldEntity>();
  for (const area of list(path.join(folder, 'areas'))) {
    for (const name of list(path.join(folder, 'areas', area))) {
      if (!name.endsWith('.entity.json')) continue;
      const key = name.slice(0, -'.entity.json'.length);
      const file = entityFile(area, key);
      const parsed = parseEntity(readFileSync(path.join(folder, 'areas', area, name), 'utf8'), file);
      if ('problems' in parsed) problems.push(...parsed.problems);
      else placeEntity(entities, problems, area, key, parsed.entity);
    }
  }
  const dictionaryFiles = readFiles<DictionaryFile>(folder, 'dictionaries', problems);
  const dictionaries = dictionaryChoices(dictionaryFiles);
  const settingsFiles = readFiles<SettingsFile>(folder, 'settings', problems);
  const menu = readFiles<MenuFile>(folder, 'menus', problems).get('menu');
  const rows = readRows(folder, problems);
  return {
    world: {
      entities,
      registry: fieldTypes,
      dictionaries: {
        has: (code) => dictionaries.has(code),
        choices: (code) => dictionaries.get(code),
        codes: () => dictionaries.keys(),
      },
      settings: settingValues(settingsFiles, problems),
      rows,
      buttons: Object.keys(menu?.buttons ?? {}),
      roles: new Set(roles.map((role) => role.roleCode)),
      sources: textSources(dictionaryFiles, settingsFiles, menu, rows, entities),
      locales: readLocales(folder, problems),
    },
    problems,
  };
}

function placeEntity(
  entities: Map<string, WorldEntity>,
  problems: Problem[],
  area: string,
  key: string,
  entity: WorldEntity['entity'],
): void {
  const file = entityFile(area, key);
  const other = entities.get(entity.entity);
  const problem = (message: string, fix: string): Problem => ({
    file,
    pointer: '/entity',
    message,
    fix,
    severity: 'error',
  });
  if (entity.entity !== key) {
    problems.push(problem(`文件名与实体键“${entity.entity}”不一致`, `把文件改名为 ${entity.entity}.entity.json`));
  }
  if (other === undefined) entities.set(entity.entity, { area, entity });
  else problems.push(problem(`实体键“${entity.entity}”已在 schemas/areas/${other.area} 中`, '换一个实体键'));
}

function readRecord(file: string, name: string, problems: Problem[]): Readonly<Record<string, unknown>> | undefined {
  if (!existsSync(file)) return undefined;
  const json = readJson(readFileSync(file, 'utf8'));
  if ('fault' in json) {
    const { message, pointer, position } = json.fault;
    problems.push({ file: name, pointer, message, fix: '按 JSON 的写法改正', severity: 'error', ...position });
    return undefined;
  }
  for (const { message, pointer, position } of json.duplicates) {
    problems.push({ file: name, pointer, message, fix: '只保留一处', severity: 'error', ...position });
  }
  return json.value as Readonly<Record<string, unknown>>;
}

/** The JSON files of a folder by their names without the ending. */
function readFiles<T>(folder: string, kind: string, problems: Problem[]): Files<T> {
  const files = new Map<string, T>();
  for (const name of list(path.join(folder, kind))) {
    const file = readRecord(path.join(folder, kind, name), `schemas/${kind}/${name}`, problems);
    if (file !== undefined) files.set(name.replace(/\.json$/, ''), file as T);
  }
  return files;
}

function dictionaryChoices(files: Files<DictionaryFile>): ReadonlyMap<string, readonly Choice[]> {
  return new Map(
    [...files].map(([code, { options }]) => {
      const choices = Object.entries(options).sort(([, left], [, right]) => left.order - right.order);
      return [code, choices.map(([key, { order: _, ...choice }]) => ({ key, ...choice }))];
    }),
  );
}

/** Texts that are no entity's, by the name of their file of translations. */
function textSources(
  dictionaries: Files<DictionaryFile>,
  settings: Files<SettingsFile>,
  menu: MenuFile | undefined,
  rows: NonNullable<LintWorld['rows']>,
  entities: LintWorld['entities'],
): NonNullable<LintWorld['sources']> {
  const dictionarySources = [...dictionaries].map(([code, file]) => ({
    file: `schemas/dictionaries/${code}.json`,
    texts: dictionaryTexts(code, file),
  }));
  const settingsSources = [...settings].map(([area, file]) => ({
    file: `schemas/settings/${area}.json`,
    texts: settingsTexts(area, file),
  }));
  const menuSources = menu === undefined ? [] : [{ file: 'schemas/menus/menu.json', texts: menuTexts(menu) }];
  const rowSources = [...rows].flatMap(([key, { area, file }]) => {
    const entity = entities.get(key)?.entity;
    return entity === undefined ? [] : [{ file: `schemas/rows/${area}/${key}.json`, texts: rowsTexts(entity, file) }];
  });
  return new Map([
    ['rows', rowSources],
    ['dictionaries', dictionarySources],
    ['settings', settingsSources],
    ['menu', menuSources],
  ]);
}

function readRows(folder: string, problems: Problem[]) {
  const files = new Map<string, { readonly area: string; readonly file: RowsFile }>();
  for (const area of list(path.join(folder, 'rows'))) {
    for (const name of list(path.join(folder, 'rows', area))) {
      const file = readRecord(path.join(folder, 'rows', area, name), `schemas/rows/${area}/${name}`, problems);
      if (file !== undefined) files.set(name.replace(/\.json$/, ''), { area, file: file as unknown as RowsFile });
    }
  }
  return files;
}

function readLocales(folder: string, problems: Problem[]) {
  return new Map(
    TRANSLATIONS.map((language) => [
      language,
      readFiles<Readonly<Record<string, string>>>(folder, `locales/${language}`, problems),
    ]),
  );
}
