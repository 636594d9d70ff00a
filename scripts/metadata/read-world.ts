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
import { fieldTypes } from '../../src/field-types/definitions.ts';

/** Languages that the product is to speak besides Chinese. */
export const LANGUAGES: readonly string[] = ['en-US', 'zh-TW', 'pt-BR'];

/** All metadata below a folder `schemas`, and what could not be read. */
export interface ReadWorld {
  readonly world: LintWorld;
  readonly problems: readonly Problem[];
}

interface SettingsFile {
  readonly settings: Readonly<
    Record<string, { readonly value: string | number | boolean; readonly minimum?: number; readonly maximum?: number }>
  >;
}

interface DictionaryFile {
  readonly options: Readonly<
    Record<string, { title: string; order: number; color?: string; parent?: string; sealed?: boolean }>
  >;
}

/** Values of all settings files by key. */
function readSettings(folder: string, problems: Problem[]): Map<string, string | number | boolean> {
  const values = new Map<string, string | number | boolean>();
  for (const name of list(path.join(folder, 'settings'))) {
    const file = readRecord(path.join(folder, 'settings', name), `schemas/settings/${name}`, problems);
    for (const [key, setting] of Object.entries((file as SettingsFile | undefined)?.settings ?? {})) {
      const { value, minimum, maximum } = setting;
      values.set(key, value);
      const limited = minimum !== undefined || maximum !== undefined;
      const outside = typeof value === 'number' && (value < (minimum ?? value) || value > (maximum ?? value));
      if (!outside && (!limited || typeof value === 'number')) continue;
      problems.push({
        file: `schemas/settings/${name}`,
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
  const dictionaries = readDictionaries(folder, problems);
  const menu = readRecord(path.join(folder, 'menus/menu.json'), 'schemas/menus/menu.json', problems);
  return {
    world: {
      entities,
      registry: fieldTypes,
      dictionaries: {
        has: (code) => dictionaries.has(code),
        choices: (code) => dictionaries.get(code),
        codes: () => dictionaries.keys(),
      },
      settings: readSettings(folder, problems),
      rows: readRows(folder, problems),
      buttons: Object.keys((menu?.buttons as object | undefined) ?? {}),
      roles: new Set(roles.map((role) => role.roleCode)),
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

function readDictionaries(folder: string, problems: Problem[]): ReadonlyMap<string, readonly Choice[]> {
  const dictionaries = new Map<string, readonly Choice[]>();
  for (const name of list(path.join(folder, 'dictionaries'))) {
    const file = readRecord(path.join(folder, 'dictionaries', name), `schemas/dictionaries/${name}`, problems);
    if (file === undefined) continue;
    const { options } = file as unknown as DictionaryFile;
    const choices = Object.entries(options).sort(([, left], [, right]) => left.order - right.order);
    dictionaries.set(
      name.replace(/\.json$/, ''),
      choices.map(([key, { order: _, ...choice }]) => ({ key, ...choice })),
    );
  }
  return dictionaries;
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
  const languages = new Map<string, Map<string, Readonly<Record<string, string>>>>();
  for (const language of LANGUAGES) {
    const areas = new Map<string, Readonly<Record<string, string>>>();
    for (const name of list(path.join(folder, 'locales', language))) {
      const file = `schemas/locales/${language}/${name}`;
      const texts = readRecord(path.join(folder, 'locales', language, name), file, problems);
      if (texts !== undefined) areas.set(name.replace(/\.json$/, ''), texts as Readonly<Record<string, string>>);
    }
    languages.set(language, areas);
  }
  return languages;
}
