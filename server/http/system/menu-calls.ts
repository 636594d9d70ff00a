import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { ButtonNode, MenuItem } from '../../../src/core/wire/menu.ts';
import { EVERYONE, rightsOf } from '../../access/permission/rights.ts';
import type { Caller } from '../../ground/context.ts';
import type { MenuEntry, MetadataSnapshot } from '../../metadata/snapshot.ts';
import type { PersonInput, SystemCall } from './system-call.ts';

/** Menu group that the management system shows. */
const systemGroup = 'systemGroup';
/** Root of the shipped menu: `id` of the whole tree. */
const rootId = '1000';

/**
 * Whether a person sees a leaf of the menu: a page of an entity where he has `view` on it, another screen where a
 * role's own record grants `view`, or, for roles whose record does not name it, the entry is meant for the role.
 */
function seesLeaf(entry: MenuEntry, caller: Pick<Caller, 'roleCodes'>, snapshot: MetadataSnapshot): boolean {
  if (isDescribed(entry.code, snapshot)) return rightsOf(caller, snapshot).page(entry.code).has('view');
  return grantedButtons(entry, caller, snapshot).includes('view');
}

/** Whether metadata describes the page of a code. */
function isDescribed(code: string, { pages, jointPages }: MetadataSnapshot): boolean {
  return pages.has(code) || jointPages?.has(code) === true;
}

// Of a hand-written screen: records decide for the roles they belong to, the entry's own roles for all others.
function grantedButtons(
  entry: MenuEntry,
  caller: Pick<Caller, 'roleCodes'>,
  snapshot: MetadataSnapshot,
): readonly string[] {
  const granted = new Set<string>();
  for (const role of caller.roleCodes.length > 0 ? caller.roleCodes : [EVERYONE]) {
    const record = snapshot.roles.get(role)?.pages.get(entry.code);
    const shipped = entry.roles?.some((code) => code === EVERYONE || code === role) === true;
    for (const action of record ?? (shipped ? entry.buttons : [])) granted.add(action);
    if ((record === undefined && shipped) || (record !== undefined && record.length > 0)) granted.add('view');
  }
  return [...granted];
}

/**
 * The menu of a person below an entry, by default the whole; containers without a leaf of his are left out. Leaves that
 * this version lacks stay, hidden, and so do containers that show nothing.
 */
function menuTree(
  caller: Pick<Caller, 'roleCodes'>,
  snapshot: MetadataSnapshot,
  parentId: string | null = null,
): readonly MenuItem[] {
  const known = new Set(snapshot.menu.map(({ id }) => id));
  const below = new Map<string | null, MenuEntry[]>();
  for (const entry of snapshot.menu) {
    const parent = entry.parentId !== null && known.has(entry.parentId) ? entry.parentId : null;
    below.set(parent, [...(below.get(parent) ?? []), entry]);
  }
  const build = (parent: string | null): readonly MenuItem[] =>
    (below.get(parent) ?? []).flatMap((entry) => {
      const container = below.has(entry.id);
      const children = build(entry.id);
      const visible = container ? children.length > 0 : seesLeaf(entry, caller, snapshot);
      const exists = container ? children.some(({ isShow }) => isShow === '0') : entry.exists;
      const within = viewOf(entry, caller, snapshot);
      const isShow = exists && !entry.isShow && within === undefined ? '0' : '1';
      return visible ? [{ ...itemOf(entry, snapshot), ...(within && { within }), isShow, children }] : [];
    });
  return build(parentId);
}

/** The page among whose views an entry stands, where the person sees that page in the side menu. */
function viewOf(entry: MenuEntry, caller: Pick<Caller, 'roleCodes'>, snapshot: MetadataSnapshot): string | undefined {
  const page = snapshot.menu.find(({ code }) => code === entry.within);
  if (page === undefined || !entry.exists || entry.isShow || !page.exists || page.isShow) return undefined;
  return seesLeaf(page, caller, snapshot) ? page.code : undefined;
}

function itemOf(entry: MenuEntry, snapshot: MetadataSnapshot): Omit<MenuItem, 'children' | 'isShow'> {
  const { id, parentId, code, path, name, alias, source, sort, isOpen } = entry;
  const isPage = snapshot.pages.has(code) ? '1' : snapshot.jointPages?.has(code) === true ? '2' : '0';
  return { id, parentId, code, path, name, alias, source, sort, isOpen, isPage, ...(entry.quick && { isQuick: '1' }) };
}

/** The buttons of a person as a tree: a node for each page he sees, leaves `<page>_<action>`. */
export function buttonTree(caller: Pick<Caller, 'roleCodes'>, snapshot: MetadataSnapshot): readonly ButtonNode[] {
  const rights = rightsOf(caller, snapshot);
  const titled = [...[...snapshot.pages.values()].map(({ page }) => page), ...(snapshot.jointPages?.values() ?? [])];
  const pages = titled.map(({ code, title }) => ({ code, name: title, actions: [...rights.page(code)] }));
  const screens = snapshot.menu
    .filter((entry) => entry.roles !== undefined && !isDescribed(entry.code, snapshot))
    .map((entry) => ({ code: entry.code, name: entry.name, actions: grantedButtons(entry, caller, snapshot) }));
  return [...pages, ...screens]
    .filter(({ actions }) => actions.length > 0)
    .map(({ code, name, actions }) => ({
      code,
      name,
      children: actions.map((action) => ({ code: `${code}_${action}` })),
    }));
}

async function routesChildren({ context, snapshot, argument, services }: PersonInput): Promise<readonly MenuItem[]> {
  const id = argument('id');
  const whole = id === undefined || id === rootId || id === '0';
  const management = argument('system') === 'management' || (services.site.kind === 'management' && id === undefined);
  if (!management && whole) return menuTree(context.caller, snapshot);
  const top = snapshot.menu.find((entry) => (management && whole ? entry.code === systemGroup : entry.id === id));
  if (top === undefined) throw new AnlanError('notFound', { what: say('菜单') });
  return menuTree(context.caller, snapshot, top.id);
}

/** The calls that say what a person may reach. */
export const menuCalls: readonly SystemCall[] = [
  ...(['GET', 'POST'] as const).map(
    (method): SystemCall => ({
      name: `menuRoutes${method === 'GET' ? '' : 'Post'}`,
      method,
      path: 'menu/biz/routes-children',
      title: '当前用户的菜单',
      arguments: {
        id: { title: '上级菜单，默认全部' },
        system: { title: 'management：管理系统的菜单' },
      },
      answer: '菜单项，含下级',
      handle: routesChildren,
    }),
  ),
  {
    name: 'menuButtons',
    method: 'GET',
    path: 'menu/buttons',
    title: '当前用户的按钮权限',
    answer: '页面节点，叶子为“页面编号_按钮”',
    handle: async ({ context, snapshot }) => buttonTree(context.caller, snapshot),
  },
];
