import type { Entity } from '../dialect/entity.generated.ts';
import type { RowsFile } from '../dialect/rows-file.ts';
import type { JointKindRegistry } from '../joint/joint-kind.ts';
import type { JointPage } from '../joint/joint-page.generated.ts';
import { type EntityText, isWritten } from './text-ids.ts';

interface Titled {
  readonly title: string;
}

/** Texts of a dictionary: `<code>` and `<code>.<key>` of each option. */
export function dictionaryTexts(
  code: string,
  file: Titled & { readonly options: Readonly<Record<string, Titled>> },
): readonly EntityText[] {
  return [
    { id: code, text: file.title, path: ['title'] },
    ...Object.entries(file.options).map(([key, { title }]) => ({
      id: `${code}.${key}`,
      text: title,
      path: ['options', key, 'title'],
    })),
  ];
}

/** Texts of the menu: the code of each entry, and `button.<action>`. */
export function menuTexts(menu: {
  readonly buttons: Readonly<Record<string, Titled>>;
  readonly items: Readonly<Record<string, Titled>>;
}): readonly EntityText[] {
  const titles = (map: Readonly<Record<string, Titled>>, name: string, prefix: string): readonly EntityText[] =>
    Object.entries(map).map(([key, { title }]) => ({ id: `${prefix}${key}`, text: title, path: [name, key, 'title'] }));
  return [...titles(menu.buttons, 'buttons', 'button.'), ...titles(menu.items, 'items', '')];
}

/** Texts of the settings of an area: `<area>`, `<setting>`, `<setting>.unit` and `<setting>.source` where it is words. */
export function settingsTexts(
  area: string,
  file: {
    readonly title?: string;
    readonly settings: Readonly<Record<string, Titled & { readonly unit?: string; readonly source: string }>>;
  },
): readonly EntityText[] {
  const own: readonly EntityText[] = file.title === undefined ? [] : [{ id: area, text: file.title, path: ['title'] }];
  return [
    ...own,
    ...Object.entries(file.settings).flatMap(([key, { title, unit, source }]) => {
      const path = ['settings', key];
      return [
        { id: key, text: title, path: [...path, 'title'] },
        { id: `${key}.unit`, text: unit ?? '', path: [...path, 'unit'] },
        { id: `${key}.source`, text: source, path: [...path, 'source'] },
      ].filter(({ id, text }) => id === key || isWritten(text));
    }),
  ];
}

/** Texts of rows that the product ships, `<entity>.<row>.<field>`: those of fields that say they are `shipped`. */
export function rowsTexts(entity: Entity, { rows }: RowsFile): readonly EntityText[] {
  const owner = entity.id ?? entity.entity;
  const fields = Object.entries(entity.record.properties).filter(([, { shipped }]) => shipped === true);
  return Object.entries(rows).flatMap(([row, values]) =>
    fields.flatMap(([key, property]) => {
      const text = values[key];
      if (typeof text !== 'string' || !isWritten(text)) return [];
      return [{ id: `${owner}.${row}.${property.id ?? key}`, text, path: ['rows', row, key] }];
    }),
  );
}

/** Texts of a joint page: `<code>`, `<code>.purpose`, and those of its kind by their place: `<code>.columns.due`. */
export function jointPageTexts(file: JointPage, kinds: JointKindRegistry): readonly EntityText[] {
  const own = kinds[file.view].texts(file).map(([path, text]) => ({ id: jointTextId(file.page, path), text, path }));
  return [
    { id: file.page, text: file.title, path: ['title'] },
    ...(file.purpose === undefined ? [] : [{ id: `${file.page}.purpose`, text: file.purpose, path: ['purpose'] }]),
    ...own,
  ].filter(({ text }) => isWritten(text));
}

/** Id of a text of a joint page: its place without the kind, and without `title`. */
function jointTextId(page: string, [, ...path]: readonly (string | number)[]): string {
  return [page, ...(path.at(-1) === 'title' ? path.slice(0, -1) : path)].join('.');
}

/** A joint page in another language. */
export function translateJointPage(
  file: JointPage,
  kinds: JointKindRegistry,
  texts: Readonly<Record<string, string>>,
): JointPage {
  const translated = JSON.parse(JSON.stringify(file)) as JointPage;
  for (const { id, path } of jointPageTexts(file, kinds)) {
    const text = Object.hasOwn(texts, id) ? texts[id] : undefined;
    if (text === undefined || text === '') continue;
    const holder = path.slice(0, -1).reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], translated);
    (holder as Record<string, unknown>)[String(path.at(-1))] = text;
  }
  return translated;
}
