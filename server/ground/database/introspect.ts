import type pg from 'pg';
import type { ActualDatabase, ActualTable } from '../../../src/compile/sql/diff-plan.ts';

const QUERY = `
  select c.relname as name,
    c.relrowsecurity and c.relforcerowsecurity as secured,
    greatest(c.reltuples, 0)::bigint as rows,
    (select json_object_agg(a.attname, json_build_array(format_type(a.atttypid, a.atttypmod), a.attnotnull))
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select json_object_agg(i.relname, x.indisvalid) from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indrelid = c.oid and not x.indisprimary) as indexes,
    (select json_agg(k.conname) from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as keys,
    (select json_agg(p.polname) from pg_policy p where p.polrelid = c.oid) as policies,
    (select json_agg(r) from unnest(array['select', 'insert', 'update', 'delete']) r
      where has_table_privilege($1, c.oid, r)) as grants
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'data' and c.relkind in ('r', 'p')`;

interface TableRow {
  readonly name: string;
  readonly secured: boolean;
  readonly rows: number;
  readonly columns: Record<string, [string, boolean]>;
  readonly indexes: Record<string, boolean> | null;
  readonly keys: string[] | null;
  readonly policies: string[] | null;
  readonly grants: string[] | null;
}

/** Reads what schema `data` holds, in one query. `appRole` is the role whose rights are reported. */
export async function introspectDatabase(client: pg.ClientBase, appRole: string): Promise<ActualDatabase> {
  const { rows } = await client.query<TableRow>(QUERY, [appRole]);
  return { tables: new Map(rows.map((row) => [row.name, tableOf(row)])) };
}

function tableOf(row: TableRow): ActualTable {
  const indexes = Object.entries(row.indexes ?? {});
  return {
    columns: new Map(Object.entries(row.columns).map(([name, [type, notNull]]) => [name, { type, notNull }])),
    indexes: new Set(indexes.flatMap(([name, valid]) => (valid ? [name] : []))),
    invalidIndexes: new Set(indexes.flatMap(([name, valid]) => (valid ? [] : [name]))),
    foreignKeys: new Set(row.keys ?? []),
    policies: new Set(row.policies ?? []),
    secured: row.secured,
    grants: new Set(row.grants ?? []),
    estimatedRows: row.rows,
  };
}
