import type { MenuItem } from '../core/wire/menu.ts';

/** What a leaf of the menu opens: a page by its code, or a screen by its file path (`@dashboards/overview`). */
type MenuBinding = { readonly kind: 'code'; readonly code: string } | { readonly kind: 'file'; readonly path: string };

/** An item of the menu as routes and side menu use it. */
export interface MenuNode {
  readonly id: string;
  readonly code: string;
  readonly title: string;
  /** Full path, beginning with a slash. */
  readonly path: string;
  readonly icon: string;
  /** Not in the side menu; its page is kept alive once it was visited. */
  readonly hidden: boolean;
  readonly newTab: boolean;
  /** Code of the page among whose views it stands; it is hidden then. */
  readonly within: string | undefined;
  /** Whether the header offers to add there. */
  readonly quick: boolean;
  /** Whether the page of the code is an entity's. */
  readonly described: boolean;
  /** Whether metadata describes the page of the code, and it is of no single entity. */
  readonly joint: boolean;
  /** Undefined for a container. */
  readonly binding: MenuBinding | undefined;
  readonly children: readonly MenuNode[];
}

/** Children with these paths make no route; the pages stand among the fixed routes. */
const SKIPPED_CHILDREN: readonly string[] = ['/safety/homePage', '/safety/homeworkshop'];

/** Paths that open in a new tab, whatever their record says. */
const NEW_TAB_PATHS: readonly string[] = ['/led', '/safety/videoMonitoring/index'];

/** Builds the menu's nodes from the menu call: paths, bindings, and what is skipped, hidden or opens in a new tab. */
export function buildMenuTree(items: readonly MenuItem[]): readonly MenuNode[] {
  return items.flatMap((item) => buildNode(item, undefined));
}

function buildNode(item: MenuItem, parentPath: string | undefined): MenuNode[] {
  const path = pathOf(item, parentPath);
  if (path === undefined || (parentPath !== undefined && SKIPPED_CHILDREN.includes(path))) {
    return [];
  }
  const wireChildren = item.children;
  const children = wireChildren.flatMap((child) => buildNode(child, path));
  if (wireChildren.length > 0 && children.length === 0) {
    return [];
  }
  return [
    {
      id: item.id,
      code: item.code,
      title: item.name,
      path,
      icon: item.source,
      hidden: item.isShow === '1',
      within: item.within,
      quick: item.isQuick === '1',
      newTab: NEW_TAB_PATHS.includes(path) || item.isOpen === '2',
      described: item.isPage === '1',
      joint: item.isPage === '2',
      binding: wireChildren.length > 0 ? undefined : bindingOf(item.code),
      children,
    },
  ];
}

// Alias `menu` marks a routed item: its own path, or the parent's with the name. Without it only an own path counts.
function pathOf(item: MenuItem, parentPath: string | undefined): string | undefined {
  const own = item.path.trim();
  if (own !== '') {
    return own.startsWith('/') ? own : `${parentPath ?? ''}/${own}`;
  }
  return item.alias === 'menu' ? `${parentPath ?? ''}/${item.name}` : undefined;
}

function bindingOf(code: string): MenuBinding {
  return code.startsWith('@') ? { kind: 'file', path: code.slice(1).replace(/^\/+/, '') } : { kind: 'code', code };
}

/** All leaves, in the menu's order. */
export function menuLeaves(nodes: readonly MenuNode[]): readonly MenuNode[] {
  return nodes.flatMap((node) => (node.binding ? [node] : menuLeaves(node.children)));
}

/** First leaf that is in the side menu and opens in this tab; a hidden one where there is no other. */
export function firstLeaf(nodes: readonly MenuNode[]): MenuNode | undefined {
  const leaves = menuLeaves(nodes);
  return leaves.find((leaf) => !leaf.hidden && !leaf.newTab) ?? leaves.find((leaf) => !leaf.newTab);
}

/** Nodes from the top to the one with the id; empty where there is none. */
export function menuTrail(nodes: readonly MenuNode[], id: string): readonly MenuNode[] {
  for (const node of nodes) {
    if (node.id === id) {
      return [node];
    }
    const below = menuTrail(node.children, id);
    if (below.length > 0) {
      return [node, ...below];
    }
  }
  return [];
}

/** The leaf of the side menu that a leaf stands at: the page among whose views it is, else itself. */
export function menuPlace(nodes: readonly MenuNode[], leaf: MenuNode): MenuNode {
  if (leaf.within === undefined) return leaf;
  return menuLeaves(nodes).find(({ code }) => code === leaf.within) ?? leaf;
}

/** The views of the page that a code belongs to, that page first; empty where it has none. */
export function viewsOf(nodes: readonly MenuNode[], code: string): readonly MenuNode[] {
  const leaves = menuLeaves(nodes);
  const leaf = leaves.find((one) => one.code === code);
  const place = leaf === undefined ? undefined : menuPlace(nodes, leaf);
  const views = leaves.filter(({ within }) => within !== undefined && within === place?.code);
  return place === undefined || views.length === 0 ? [] : [place, ...views];
}

/** What a path meets in the menu: the leaf itself or one above it, or a container's path. */
type MenuMatch =
  | { readonly kind: 'leaf'; readonly leaf: MenuNode; readonly rest: string }
  | { readonly kind: 'container'; readonly node: MenuNode };

/** Finds the node that serves a path: the leaf with the longest path that begins it, else the container it names. */
export function matchMenu(nodes: readonly MenuNode[], pathname: string): MenuMatch | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  let best: MenuNode | undefined;
  let container: MenuNode | undefined;
  const visit = (list: readonly MenuNode[]) => {
    for (const node of list) {
      if (!node.binding) {
        container ??= node.path === path ? node : undefined;
      } else if (
        (path === node.path || path.startsWith(`${node.path}/`)) &&
        node.path.length > (best?.path.length ?? 0)
      ) {
        best = node;
      }
      visit(node.children);
    }
  };
  visit(nodes);
  if (best && (best.path === path || !container)) {
    return { kind: 'leaf', leaf: best, rest: path.slice(best.path.length) };
  }
  return container ? { kind: 'container', node: container } : undefined;
}
