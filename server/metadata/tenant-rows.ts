import { TOP_TENANT } from '../../src/compile/sql/plan-tables.ts';
import type { RowsFile } from '../../src/core/dialect/rows-file.ts';
import { computeShippedRow, isWellFormed } from '../../src/core/dialect/shipped-rows.ts';
import { quoteIdentifier } from '../../src/core/expression/index.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import type { Database } from '../ground/database/database.ts';
import { shippedId } from './shipped-records.ts';

async function isTenant(database: Database, tenantId: string): Promise<boolean> {
  if (tenantId === TOP_TENANT) return true;
  const rows = await database.withTenant(TOP_TENANT, (connection) =>
    connection.query('select 1 from data.tenant where "tenantCode" = $1 and "isDeleted" = 0', [tenantId]),
  );
  return rows.length > 0;
}

/** Id of a shipped row, the same in every tenant and on every machine. */
export function shippedRowId(entity: string, key: string): string {
  return shippedId('row', entity, key);
}

/** Columns and values of a row; a reference to another shipped row is written by that row's key. */
function columnsOf(
  model: EntityModel,
  values: Readonly<Record<string, unknown>>,
  files: ReadonlyMap<string, RowsFile>,
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const field = model.field.get(key);
    if (field?.column === undefined) continue;
    const { target } = field;
    const shipped = target === undefined ? undefined : files.get(target)?.rows;
    row[field.id] =
      target !== undefined && shipped !== undefined && typeof value === 'string' && Object.hasOwn(shipped, value)
        ? shippedRowId(target, value)
        : value;
  }
  return row;
}

/**
 * Gives a tenant the rows that the product ships for setup tables and libraries (`schemas/rows`), each once: a row that
 * the tenant has, has changed or has removed is left as it is, but for fields that nobody may write: these are the
 * product's own, and an upgrade brings their new values. Stored computed values are made of the row, the shipped
 * settings and the other rows. Rows that do not fit their entity are left out; `lint`
 * names them. False where there is no such tenant (yet).
 */
export async function placeTenantRows(
  database: Database,
  models: ReadonlyMap<string, EntityModel>,
  tenantId: string,
  files: ReadonlyMap<string, RowsFile>,
  settings?: ReadonlyMap<string, unknown>,
): Promise<boolean> {
  if (!(await isTenant(database, tenantId))) return false;
  await writeTenantRows(database, models, tenantId, files, settings);
  return true;
}

/** The same without asking whether there is such a tenant: for one that is about to be made. */
export async function writeTenantRows(
  database: Database,
  models: ReadonlyMap<string, EntityModel>,
  tenantId: string,
  files: ReadonlyMap<string, RowsFile>,
  settings?: ReadonlyMap<string, unknown>,
): Promise<void> {
  const surroundings = { files, ...(settings === undefined ? {} : { settings }) };
  const batches = [...files].flatMap(([entity, file]) => {
    const model = models.get(entity);
    if (model === undefined || model.scope === 'global') return [];
    const rows = Object.entries(file.rows)
      .filter(([, values]) => isWellFormed(model, values))
      .map(([key, values]) => ({
        ...columnsOf(model, computeShippedRow(model, values, surroundings).values, files),
        id: shippedRowId(entity, key),
        ...(model.initialState === undefined ? {} : { status: model.initialState }),
      }));
    const owned = productsOwn(model).filter((column) => rows.some((row) => Object.hasOwn(row, column)));
    return rows.length === 0 ? [] : [{ table: `data.${quoteIdentifier(model.id)}`, rows, owned }];
  });
  await database.transaction(tenantId, async (connection) => {
    for (const { table, rows, owned } of batches) {
      const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].map(quoteIdentifier).join(', ');
      // Without a conflict target: a row of the tenant's own with the same unique value wins too.
      await connection.execute(
        `insert into ${table} (${columns}, "tenantId", version, "createTime", "isDeleted")
         select ${columns}, $2, 1, now(), 0 from jsonb_populate_recordset(null::${table}, $1::jsonb)
         on conflict do nothing`,
        [JSON.stringify(rows), tenantId],
      );
      if (owned.length === 0) continue;
      const list = (alias: string) => owned.map((column) => `${alias}.${quoteIdentifier(column)}`).join(', ');
      await connection.execute(
        `update ${table} t set (${owned.map(quoteIdentifier).join(', ')}) = row(${list('s')})
         from jsonb_populate_recordset(null::${table}, $1::jsonb) s
         where t."tenantId" = $2 and t.id = s.id and (${list('t')}) is distinct from (${list('s')})`,
        [JSON.stringify(rows), tenantId],
      );
    }
  });
}

/** Columns that nobody may write: in shipped rows they hold what the product says, a limit of the law for instance. */
function productsOwn(model: EntityModel): readonly string[] {
  return Object.entries(model.permissions.fields ?? {}).flatMap(([key, rules]) => {
    const [only, ...more] = rules;
    const isAlways = only?.when === undefined && only?.states === undefined && only?.steps === undefined;
    const isRead = isAlways && only?.access === 'read' && only.roles.includes('everyone');
    const field = model.field.get(key);
    return isRead && more.length === 0 && field?.column !== undefined ? [field.id] : [];
  });
}
