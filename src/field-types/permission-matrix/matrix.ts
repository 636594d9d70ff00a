import type { GrantablePage } from '../../core/wire/menu.ts';
import type { PermissionRow } from './definition.ts';

/** Rows of a value; anything else gives none. */
export function matrixRows(value: unknown): readonly PermissionRow[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (row): row is PermissionRow =>
      typeof row === 'object' && row !== null && typeof row.permissionId === 'string' && Array.isArray(row.actionList),
  );
}

/** The granted actions of a page; undefined where the page follows the shipped grants. */
export function grantedActions(rows: readonly PermissionRow[], code: string): readonly string[] | undefined {
  return rows.find((row) => row.permissionId === code)?.actionList;
}

/** Actions that a role is granted as shipped. */
export function shippedActions(page: GrantablePage, role: unknown): readonly string[] {
  const own = typeof role === 'string' && Object.hasOwn(page.shipped, role) ? (page.shipped[role] ?? []) : [];
  return [...new Set([...own, ...(page.shipped.everyone ?? [])])];
}

/**
 * Actions that a role is granted as shipped and that its own grants of the page leave out: what an administrator took
 * away, or what a newer version of the product brought after he had set the page apart.
 */
export function withheldActions(
  page: GrantablePage,
  role: unknown,
  granted: readonly string[],
): GrantablePage['actions'] {
  const shipped = shippedActions(page, role);
  return page.actions.filter(({ key }) => shipped.includes(key) && !granted.includes(key));
}

/** Sets a page's granted actions, in the page's order; undefined gives the page back to the shipped grants. */
export function withActions(
  rows: readonly PermissionRow[],
  page: GrantablePage,
  actions: readonly string[] | undefined,
): readonly PermissionRow[] {
  const others = rows.filter((row) => row.permissionId !== page.code);
  if (actions === undefined) return others;
  const known = page.actions.map((action) => action.key);
  // Actions that the page no longer has are kept: another version of the page may have them again.
  const kept = actions.filter((action) => !known.includes(action));
  return [
    ...others,
    { permissionId: page.code, actionList: [...known.filter((action) => actions.includes(action)), ...kept] },
  ];
}

/** Pages whose title or code contains the keyword, with the way to them. */
export function searchPages(pages: readonly GrantablePage[], keyword: string): readonly GrantablePage[] {
  if (keyword === '') return pages;
  return pages.flatMap((page) => {
    if (page.title.includes(keyword) || page.code.includes(keyword)) return [page];
    const children = searchPages(page.children, keyword);
    return children.length > 0 ? [{ ...page, children }] : [];
  });
}

/** Codes of all pages with something below them. */
export function containerCodes(pages: readonly GrantablePage[]): string[] {
  return pages.flatMap((page) => (page.children.length > 0 ? [page.code, ...containerCodes(page.children)] : []));
}
