import { buildMenuTree, menuLeaves } from '../../../src/api/menu-tree.ts';
import type { JointPageHead } from '../../../src/core/wire/joint.ts';
import type { MenuItem } from '../../../src/core/wire/menu.ts';
import type { PageMetadata } from '../../../src/core/wire/page.ts';
import type { Person } from './person.ts';

/** A page of the menu as a kind shows it. */
export interface KindPage {
  readonly kind: string;
  readonly title: string;
  readonly address: string;
}

/** Kinds that have been looked at with every list since there were lists. */
const USUAL = ['list', 'tree', 'single', 'statistics'];

/** The first page of each other kind in a person's menu, of entities and of none. */
export async function kindPages(person: Person): Promise<readonly KindPage[]> {
  const items = await person.call<readonly MenuItem[]>('GET', 'system/menu/biz/routes-children', {
    query: { id: '1000' },
  });
  const found = new Map<string, KindPage>();
  for (const { code, path, title } of menuLeaves(buildMenuTree(items)).filter(({ hidden }) => hidden !== true)) {
    for (const kind of await kindsOf(person, code)) {
      if (USUAL.includes(kind) || found.has(kind)) continue;
      found.set(kind, { kind, title, address: `${path}?_kind=${kind}` });
    }
  }
  return [...found.values()];
}

async function kindsOf(person: Person, code: string): Promise<readonly string[]> {
  const query = { code };
  const page = await person.ask<PageMetadata>('GET', 'system/metadata/page', { query });
  if (page.status === 200) return [page.body.data.entity.pages?.[code]?.view ?? 'list'].flat();
  const joint = await person.ask<JointPageHead>('GET', 'system/joint/page', { query });
  return joint.status === 200 ? [joint.body.data.view] : [];
}
