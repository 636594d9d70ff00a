import { TOP_TENANT } from '../../src/compile/sql/plan-tables.ts';
import type { JointPageModel } from '../../src/core/joint/joint-kind.ts';
import type { EntityModel, PageModel } from '../../src/core/model/entity-model.ts';
import { OWN_AREA } from '../../src/core/overlay/own-entity.ts';
import { say } from '../../src/core/text/say.ts';
import type { MenuFile } from './shipped-files.ts';
import { shippedId } from './shipped-records.ts';
import type { MenuEntry } from './snapshot.ts';

/** A menu record as stored; a tenant's own one wins over the shipped one of the same code. */
export interface MenuRow {
  readonly id: string;
  readonly tenantId: string;
  readonly parentId: string | null;
  readonly code: string;
  readonly name: string;
  readonly alias: string;
  readonly path: string;
  readonly source: string | null;
  readonly sort: number;
  readonly isOpen: string;
  readonly isShow: string;
  readonly roles: readonly string[] | null;
}

/** Pages that metadata describes, by code. */
interface Pages {
  /** Those of entities. */
  readonly pages: ReadonlyMap<string, { readonly entity: EntityModel; readonly page: PageModel }>;
  /** Those of no single one. */
  readonly jointPages: ReadonlyMap<string, JointPageModel>;
}

const fullest = new WeakMap<MenuFile, Map<string, string | undefined>>();

/** Container under which pages of an area stand: the one that holds most of the area's shipped entries. */
export function areaContainer(menu: MenuFile, area: string): string | undefined {
  const known = fullest.get(menu) ?? new Map<string, string | undefined>();
  fullest.set(menu, known);
  if (!known.has(area)) known.set(area, fullestContainer(menu, area));
  return known.get(area);
}

function fullestContainer(menu: MenuFile, area: string): string | undefined {
  const counts = new Map<string, number>();
  for (const item of Object.values(menu.items)) {
    if (item.area !== area || item.parent === null || item.hidden) continue;
    counts.set(item.parent, (counts.get(item.parent) ?? 0) + 1);
  }
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0];
}

/** Whether a code opens a hand-written screen of this version: one that the arrangement names, or one named by its file. */
function isScreen(menu: MenuFile, code: string): boolean {
  const item = menu.items[code];
  return code.startsWith('@') || (item?.screen !== undefined && item.coming !== true);
}

/** What the menu takes of a page that no record places. */
interface PlacedPage {
  readonly title: string;
  readonly icon: string | undefined;
  readonly hidden: boolean;
  /** Whether records of its own stand on it that are taken on there. */
  readonly offersSteps: boolean;
  readonly roles: readonly string[];
  readonly buttons: readonly string[];
}

function rolesOf(page: PageModel): readonly string[] {
  return Object.entries(page.grants)
    .filter(([, actions]) => actions.includes('view'))
    .map(([role]) => role);
}

/** Buttons that a page can have: its own actions and those the shipped arrangement names. */
function buttonsOf(menu: MenuFile, page: PageModel | undefined, code: string): readonly string[] {
  const granted = page ? Object.values(page.grants).flat() : [];
  return [...new Set(['view', ...(menu.items[code]?.buttons ?? []), ...(page?.actions ?? []), ...granted])];
}

/**
 * Entries of the menu in order: stored records, then pages that no record places, under the container of their area.
 */
export function menuEntries(
  rows: readonly MenuRow[],
  menu: MenuFile,
  { pages, jointPages }: Pages,
  hidden: ReadonlySet<string>,
): MenuEntry[] {
  const byCode = new Map<string, MenuRow>();
  for (const row of rows) {
    const known = byCode.get(row.code);
    if (!known || known.tenantId === TOP_TENANT) byCode.set(row.code, row);
  }
  const entries: MenuEntry[] = [...byCode.values()]
    .filter((row) => !hidden.has(row.code))
    .map((row) => ({
      id: row.id,
      parentId: row.parentId,
      code: row.code,
      name: row.name,
      alias: row.alias,
      path: row.path,
      source: row.source ?? '',
      sort: row.sort,
      isShow: row.isShow === '1',
      // A tenant's own record says where it wants the entry.
      within: row.tenantId === TOP_TENANT ? menu.items[row.code]?.within : undefined,
      quick: menu.items[row.code]?.quick === true,
      exists: pages.has(row.code) || jointPages.has(row.code) || isScreen(menu, row.code),
      screen: isScreen(menu, row.code),
      isOpen: row.isOpen === '2' ? '2' : '1',
      roles: row.roles ?? undefined,
      buttons: buttonsOf(menu, pages.get(row.code)?.page, row.code),
    }));
  const containers = new Map(entries.map((entry) => [entry.code, entry]));
  const related = relatedPages(pages);
  let last = 9000;
  const place = (code: string, area: string, page: PlacedPage): void => {
    // A page that no menu places and that hides itself is reached from a screen, from the record to which its own
    // belong, or from the task of a step that it offers: from the last two by a route, which the menu does not show.
    if (byCode.has(code) || hidden.has(code) || (page.hidden && !page.offersSteps && !related.has(code))) return;
    const container = containers.get(areaContainer(menu, area) ?? '') ?? addContainer(entries, containers, area);
    last += 1;
    entries.push({
      id: shippedId('menu', code),
      parentId: container.id,
      code,
      name: page.title,
      alias: 'menu',
      path: `${container.path}/${code}`,
      source: page.icon ?? 'file-text',
      sort: last,
      isShow: page.hidden,
      within: undefined,
      quick: false,
      exists: true,
      isOpen: '1',
      roles: page.roles,
      buttons: page.buttons,
    });
  };
  for (const [code, { entity, page }] of pages) {
    const offersSteps = entity.parent === undefined && page.actions.some((action) => action in entity.transitions);
    place(code, entity.area, { ...page, offersSteps, roles: rolesOf(page), buttons: buttonsOf(menu, page, code) });
  }
  for (const [code, page] of jointPages)
    place(code, page.area, { ...page, offersSteps: false, roles: page.roles ?? [], buttons: ['view'] });
  return entries.sort((left, right) => left.sort - right.sort);
}

/** Pages of which details list records. */
function relatedPages(pages: Pages['pages']): ReadonlySet<string> {
  const models = new Set([...pages.values()].map(({ entity }) => entity));
  return new Set(
    [...models].flatMap(({ source }) => Object.values(source.detail?.related ?? {}).map(({ page }) => page)),
  );
}

/** Container of an area that the shipped arrangement does not know. */
function addContainer(entries: MenuEntry[], containers: Map<string, MenuEntry>, area: string): MenuEntry {
  const code = `${area}Group`;
  // All pages of the area stand under one entry.
  const known = containers.get(code);
  if (known !== undefined) return known;
  const entry: MenuEntry = {
    id: shippedId('menu', code),
    parentId: null,
    code,
    name: area === OWN_AREA ? say('自建业务') : area,
    alias: 'menu',
    path: `/safety/${area}`,
    source: 'appstore',
    sort: 8000,
    isShow: false,
    within: undefined,
    quick: false,
    exists: true,
    isOpen: '1',
    roles: undefined,
    buttons: [],
  };
  entries.push(entry);
  containers.set(code, entry);
  return entry;
}
