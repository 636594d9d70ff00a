import { TOP_TENANT } from '../../src/compile/sql/plan-tables.ts';
import type { Choice } from '../../src/core/field-type.ts';
import type { PlacedChoice } from '../../src/core/overlay/own-dictionary.ts';
import type { PlacedEntry } from '../../src/core/overlay/own-menu.ts';
import type { RowScope } from '../ground/context.ts';
import type { Connection } from '../ground/database/database.ts';
import type { TenantWorld } from './judge/lay-overlays.ts';
import type { MenuRow } from './menu-entries.ts';
import type { DictionaryFile } from './shipped-files.ts';
import type { Dictionary, RoleGrants } from './snapshot.ts';

interface DictionaryRow {
  readonly id: string;
  readonly tenantId: string;
  readonly parentId: string | null;
  readonly code: string;
  readonly dictKey: string;
  readonly dictValue: string;
  readonly color: string | null;
  readonly sort: number;
  readonly isSealed: string;
}

interface RoleRow {
  readonly roleCode: string;
  readonly dataScope: string;
  readonly permissions: readonly { readonly permissionId: string; readonly actionList: readonly string[] }[] | null;
}

const HEAD = '-1';

/** A tenant's own row wins over the shipped one of the same dictionary and key. */
function winners(rows: readonly DictionaryRow[]): Map<string, DictionaryRow> {
  const byKey = new Map<string, DictionaryRow>();
  for (const row of rows) {
    const name = `${row.code} ${row.dictKey}`;
    const known = byKey.get(name);
    if (!known || known.tenantId === TOP_TENANT) byKey.set(name, row);
  }
  return byKey;
}

/** Dictionaries of a tenant, from records; the grading, icons and parents in other dictionaries come from the shipped files. */
export async function readDictionaries(
  connection: Connection,
  shipped: ReadonlyMap<string, DictionaryFile>,
): Promise<ReadonlyMap<string, Dictionary>> {
  const rows = await connection.query<DictionaryRow>(
    `select id, "tenantId", "parentId", code, "dictKey", "dictValue", color, sort, "isSealed"
     from data."dictBiz" where "isDeleted" = 0 and "tenantId" = any($1) order by code, sort, "dictKey"`,
    [[connection.tenantId, TOP_TENANT]],
  );
  const keyOfId = new Map(rows.map((row) => [row.id, row.dictKey]));
  const dictionaries = new Map<string, { title: string; choices: Choice[] }>();
  for (const row of winners(rows).values()) {
    const dictionary = dictionaries.get(row.code) ?? { title: row.code, choices: [] };
    dictionaries.set(row.code, dictionary);
    if (row.dictKey === HEAD) {
      dictionary.title = row.dictValue;
      continue;
    }
    const above = row.parentId === null ? undefined : keyOfId.get(row.parentId);
    const parent = above !== undefined && above !== HEAD ? above : shipped.get(row.code)?.options[row.dictKey]?.parent;
    const icon = shipped.get(row.code)?.options[row.dictKey]?.icon;
    dictionary.choices.push({
      key: row.dictKey,
      title: row.dictValue,
      ...(row.color ? { color: row.color } : {}),
      ...(icon ? { icon } : {}),
      ...(parent ? { parent } : {}),
      ...(row.isSealed === '1' ? { sealed: true } : {}),
    });
  }
  return new Map(
    [...dictionaries].map(([code, dictionary]) => [
      code,
      { code, ...dictionary, severity: shipped.get(code)?.severity },
    ]),
  );
}

/**
 * Choices of a dictionary with their places.
 * @param of tenants whose records say them. Default the tenant's own over those that are shipped.
 */
export async function readPlacedChoices(
  connection: Connection,
  code: string,
  of: readonly string[] = [connection.tenantId, TOP_TENANT],
): Promise<readonly PlacedChoice[]> {
  const rows = await connection.query<DictionaryRow>(
    `select id, "tenantId", "parentId", code, "dictKey", "dictValue", color, sort, "isSealed"
     from data."dictBiz" where "isDeleted" = 0 and "tenantId" = any($1) and code = $2 and "dictKey" <> '${HEAD}'`,
    [of, code],
  );
  return [...winners(rows).values()]
    .map(({ dictKey, dictValue, color, sort, isSealed }) => ({
      key: dictKey,
      title: dictValue,
      ...(color ? { color } : {}),
      ...(isSealed === '1' ? { sealed: true } : {}),
      order: Number(sort),
    }))
    .sort((left, right) => left.order - right.order);
}

/** Stored menu records that the tenant sees. */
export async function readMenuRows(connection: Connection): Promise<MenuRow[]> {
  return connection.query<MenuRow>(
    `select id, "tenantId", "parentId", code, name, alias, path, source, sort, "isOpen", "isShow", roles
     from data.menu where "isDeleted" = 0 and category = '1' and "tenantId" = any($1) order by sort, id`,
    [[connection.tenantId, TOP_TENANT]],
  );
}

/** The entries of the menu as a tenant sees them; of the top tenant those that are shipped. */
export function placedEntries(rows: readonly MenuRow[]): readonly PlacedEntry[] {
  const codes = new Map(rows.map(({ id, code }) => [id, code]));
  const winning = new Map<string, MenuRow>();
  for (const row of rows) {
    if (!winning.has(row.code) || row.tenantId !== TOP_TENANT) winning.set(row.code, row);
  }
  return [...winning.values()].map(({ code, name, parentId, path, source, sort, isShow, isOpen }): PlacedEntry => {
    const parent = codes.get(parentId ?? '');
    return {
      ...{ key: code, name, path, order: Number(sort) },
      ...(parent === undefined ? {} : { parent }),
      ...(source ? { icon: source } : {}),
      ...(isShow === '1' ? { hidden: true } : {}),
      ...(isOpen === '2' ? { window: true } : {}),
    };
  });
}

/** Meaning of the keys of the dictionary data-scope. */
export const ROW_SCOPES: Readonly<Record<string, RowScope>> = {
  '1': 'tenant',
  '2': 'tenant',
  '3': 'departmentTree',
  '4': 'department',
  '5': 'own',
  '6': 'own',
};

/** Roles of a tenant with what their records grant. */
export async function readRoles(connection: Connection): Promise<ReadonlyMap<string, RoleGrants>> {
  const rows = await connection.query<RoleRow>(
    `select "roleCode", "dataScope", permissions from data.role where "isDeleted" = 0 and "tenantId" = $1`,
    [connection.tenantId],
  );
  return new Map(
    rows.map((row) => [
      row.roleCode,
      {
        code: row.roleCode,
        scope: ROW_SCOPES[row.dataScope] ?? 'own',
        pages: new Map((row.permissions ?? []).map((entry) => [entry.permissionId, entry.actionList])),
      },
    ]),
  );
}

/** What a tenant's edits may name besides what is shipped. */
export async function readTenantWorld(
  connection: Connection,
  shipped: ReadonlyMap<string, DictionaryFile>,
): Promise<TenantWorld> {
  const roles = await readRoles(connection);
  return { roles: [...roles.keys()], dictionaries: await readDictionaries(connection, shipped) };
}
