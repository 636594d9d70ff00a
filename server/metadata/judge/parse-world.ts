import type { Problem } from '../../../src/core/dialect/problem.ts';
import type { SharedFiles } from '../../../src/core/dialect/resolve/blocks.ts';
import type { RoleGroups } from '../../../src/core/dialect/resolve/role-groups.ts';
import type { RowsFile } from '../../../src/core/dialect/rows-file.ts';
import type { JointPage } from '../../../src/core/joint/joint-page.generated.ts';
import { isLanguage, type Language } from '../../../src/core/text/language.ts';
import type { Messages } from '../../../src/core/text/say.ts';
import { metadataFileName } from '../metadata-files.ts';
import type { PlacedEntity } from '../model-set.ts';
import type { DeclaredSetting, DictionaryFile, MenuFile, RolesFile, SettingsFile } from '../shipped-files.ts';
import { addTexts, type ShippedTexts } from '../translate.ts';
import { type CheckedKind, readChecked } from './read-checked.ts';
import { type MetadataText, readOnce } from './read-once.ts';
import { type BlockText, readShared } from './shared-files.ts';

/** What a set of metadata files says, and what is wrong with each of them for itself. */
export interface ParsedWorld {
  readonly entities: readonly PlacedEntity[];
  /** Pages of no single entity, by code. */
  readonly jointPages: ReadonlyMap<string, JointPage>;
  /** Where the first fault stands of entities that could not be read, by key. */
  readonly faulty: ReadonlyMap<string, string>;
  readonly dictionaries: ReadonlyMap<string, DictionaryFile>;
  readonly menu: MenuFile;
  /** Roles that metadata may name. */
  readonly roles: RolesFile['roles'];
  /** Groups of them, by name without `@`. */
  readonly roleGroups: RoleGroups;
  /** Blocks that can be used, by area and name. */
  readonly blocks: ReadonlyMap<string, BlockText>;
  /** Both as the text of an entity may name them. */
  readonly shared: SharedFiles;
  readonly settingsFiles: ReadonlyMap<string, SettingsFile>;
  /** Shipped values by key. */
  readonly settings: ReadonlyMap<string, string | number | boolean>;
  readonly declared: ReadonlyMap<string, DeclaredSetting>;
  readonly rows: ReadonlyMap<string, RowsFile>;
  readonly placedRows: ReadonlyMap<string, { readonly area: string; readonly file: RowsFile }>;
  readonly texts: ReadonlyMap<Language, ShippedTexts>;
  /** The same by language and name of the file. */
  readonly locales: ReadonlyMap<string, ReadonlyMap<string, Messages>>;
  readonly problems: readonly Problem[];
}

/**
 * Reads files one by one: syntax, form, and what may stand but once in all of them (entity, dictionary, setting, rows of
 * an entity). Of two files that claim the same the first one keeps it: put those first that serve already.
 * @param isSound whether the same files were found right before, so that their form is not looked at again. Default false.
 */
export function parseFiles(files: readonly MetadataText[], isSound = false): ParsedWorld {
  const problems: Problem[] = [];
  const holders = new Map<string, string>();
  /** Whether a file may have what it claims; else the problem names both. */
  const claims = (what: string, name: string, file: string, pointer: string, fix: string): boolean => {
    const holder = holders.get(`${what} ${name}`);
    if (holder === undefined) {
      holders.set(`${what} ${name}`, file);
      return true;
    }
    problems.push({ file, pointer, message: `${what}“${name}”已在 ${holder} 中`, fix, severity: 'error' });
    return false;
  };
  const named = (file: string, pointer: string, what: string, name: string, key: string): boolean => {
    if (name === key) return true;
    const message = `文件名与${what}“${name}”不一致`;
    const wanted = file.replace(/[^/]+?(\.entity|\.page)?\.json$/, `${name}$1.json`);
    problems.push({ file, pointer, message, fix: `把文件改名为 ${wanted}`, severity: 'error' });
    return false;
  };
  const value = <T>(text: MetadataText & { readonly kind: CheckedKind }, file: string) => {
    const found = readOnce(text, () => readChecked<T>(text.kind, text.content, file));
    problems.push(...found.problems);
    return found.value;
  };

  const entities: PlacedEntity[] = [];
  const jointPages = new Map<string, JointPage>();
  const faulty = new Map<string, string>();
  const dictionaries = new Map<string, DictionaryFile>();
  const settingsFiles = new Map<string, SettingsFile>();
  const settings = new Map<string, string | number | boolean>();
  const declared = new Map<string, DeclaredSetting>();
  const placedRows = new Map<string, { readonly area: string; readonly file: RowsFile }>();
  const said: Said[] = [];
  const locales = new Map<string, Map<string, Messages>>();
  let menu: MenuFile = { items: {} };
  const shared = readShared(files, isSound);
  problems.push(...shared.problems);

  const add = (text: MetadataText): void => {
    const { kind, key, area } = text;
    const file = metadataFileName(text);
    switch (kind) {
      case 'entity': {
        const parsed = shared.entity(text);
        if ('problems' in parsed) {
          problems.push(...parsed.problems);
          const [first] = parsed.problems;
          if (first !== undefined) faulty.set(key, placeOf(first));
          return;
        }
        const { entity, resolution } = parsed;
        // The other file is told of by the name it claims, even where its own name is another.
        const first = claims('实体', entity.entity, file, '/entity', '换一个实体键，并把文件改成相同的名字');
        if (named(file, '/entity', '实体键', entity.entity, key) && first) entities.push({ area, entity, resolution });
        return;
      }
      case 'page': {
        const found = value<JointPage>({ ...text, kind }, file);
        if (found !== undefined && named(file, '/page', '页面编码', found.page, key)) jointPages.set(key, found);
        return;
      }
      case 'dictionary': {
        const found = value<DictionaryFile>({ ...text, kind }, file);
        if (found === undefined) return;
        const first = claims('字典', found.dictionary, file, '/dictionary', '换一个字典编码，并把文件改成相同的名字');
        if (named(file, '/dictionary', '字典编码', found.dictionary, key) && first) dictionaries.set(key, found);
        return;
      }
      case 'settings': {
        const found = value<SettingsFile>({ ...text, kind }, file);
        if (found === undefined) return;
        settingsFiles.set(key, found);
        for (const [name, setting] of Object.entries(found.settings)) {
          if (!claims('参数', name, file, `/settings/${name}`, '换一个参数键，或只留一处')) continue;
          settings.set(name, setting.value);
          declared.set(name, { ...setting, area: key, areaTitle: found.title ?? key });
        }
        return;
      }
      case 'rows': {
        const found = value<RowsFile>({ ...text, kind }, file);
        if (found !== undefined && claims('随产品的行的实体', key, file, '/entity', '把两个文件的行写在一处')) {
          placedRows.set(key, { area, file: found });
        }
        return;
      }
      case 'locale': {
        const found = value<Messages>({ ...text, kind }, file);
        const [language = '', name = ''] = key.split('/');
        if (found === undefined || !isLanguage(language)) return;
        said.push([text, found]);
        locales.set(language, (locales.get(language) ?? new Map<string, Messages>()).set(name, found));
        return;
      }
      case 'menu':
        menu = value<MenuFile>({ ...text, kind }, file) ?? menu;
        return;
      case 'roles':
      case 'block':
        return;
    }
  };
  for (const text of files) add(text);
  const rows = new Map([...placedRows].map(([key, { file }]) => [key, file]));
  return {
    entities,
    jointPages,
    faulty,
    dictionaries,
    menu,
    roles: shared.roles,
    roleGroups: shared.roleGroups,
    blocks: shared.blocks,
    shared: shared.named,
    settingsFiles,
    settings,
    declared,
    rows,
    placedRows,
    texts: textsOf(said),
    locales,
    problems,
  };
}

/** A file of translations, with what it says. */
type Said = readonly [MetadataText, Messages];

/** The texts of one set of files of translations; they change less often than the entities beside them. */
let lastTexts: { readonly name: string; readonly texts: ReadonlyMap<Language, ShippedTexts> } | undefined;

function textsOf(said: readonly Said[]): ReadonlyMap<Language, ShippedTexts> {
  const name = said.map(([{ key, hash }]) => `${key} ${hash}`).join('\n');
  if (lastTexts?.name === name) return lastTexts.texts;
  const texts = new Map<Language, ShippedTexts>();
  for (const [{ key }, messages] of said) addTexts(texts, key, messages);
  lastTexts = { name, texts };
  return texts;
}

/** The place of a problem as people look it up: file, line and column, where they are known. */
function placeOf({ file, line, column, pointer }: Problem): string {
  return line === undefined ? `${file} ${pointer}` : `${file}:${line}${column === undefined ? '' : `:${column}`}`;
}
