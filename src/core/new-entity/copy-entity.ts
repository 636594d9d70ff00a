import type { Entity } from '../dialect/entity.generated.ts';
import { type Path, walk } from '../dialect/walk/walk.ts';
import { cloneJson, type Draft, isDraft } from '../overlay/draft.ts';
import { NEVER_OWN } from '../overlay/own-entity.ts';

/** What a copy leaves to the original: what its examples promise, and figures that its own pages show. */
const LEFT: readonly string[] = [
  ...NEVER_OWN,
  '$schema',
  'description',
  'examples',
  'exampleBase',
  'removed',
  'removedStates',
  'statistics',
];

/** Keys of the entities that make sense without the rows of others that belong to their records or are counted by them. */
export function copyableEntities(all: readonly Entity[]): ReadonlySet<string> {
  const withRows = new Set(all.map(({ parent }) => parent?.entity));
  const copyable = all.filter(
    ({ entity, parent, scope, locked, record }) =>
      !withRows.has(entity) &&
      parent === undefined &&
      scope !== 'global' &&
      locked !== true &&
      !Object.values(record.properties).some(({ rollup }) => rollup !== undefined),
  );
  return new Set(copyable.map(({ entity }) => entity));
}

/** Calls over rows of another entity: `exists(peril, …)`. */
const OVER = '\\b(exists|count|sum|min|max|avg|first|newest|join)\\(\\s*';

/** An entity as a company's own: under another key, with pages of its own, and with itself where it named itself. */
export function copyEntity(original: Entity, key: string, title: string): Entity {
  const copy = cloneJson(original) as unknown as Draft;
  for (const keyword of LEFT) delete copy[keyword];
  renameEntity(copy, original.entity, key);
  // A page of figures alone would have none to show.
  const pages = Object.values(isDraft(copy.pages) ? copy.pages : {}).filter(
    (page) => !isDraft(page) || page.view !== 'statistics',
  );
  // Records of others refer to the original, and stand below it.
  if (isDraft(copy.detail)) {
    delete copy.detail.related;
    delete copy.detail.tree;
  }
  copy.entity = key;
  copy.title = title;
  copy.api = { service: 'safety', base: `own/${key}` };
  copy.pages = Object.fromEntries(
    pages.map((page, index) => {
      const code = index === 0 ? key : `${key}${index + 1}`;
      return [code, index === 0 ? { ...(page as Draft), title } : page];
    }),
  );
  return copy as unknown as Entity;
}

/** Puts an entity's new key where its file names it, in keywords and in expressions. */
function renameEntity(entity: Draft, from: string, to: string): void {
  const changed: (readonly [Path, string])[] = [];
  walk(entity, {
    key({ path, isKey }, name, kind) {
      if (kind === 'entity' && name === from && !isKey) changed.push([path, to]);
    },
    expression({ path }, source) {
      const renamed = source.replace(new RegExp(`${OVER}${from}\\b`, 'g'), (call) => call.replace(from, to));
      if (renamed !== source) changed.push([path, renamed]);
    },
  });
  for (const [path, text] of changed) {
    const holder = path.slice(0, -1).reduce<unknown>((held, step) => Reflect.get(held as object, step), entity);
    Reflect.set(holder as object, path.at(-1) ?? '', text);
  }
}
