import { SEARCH_FUNCTION, searchFunctionDdl } from '../../../src/compile/sql/search-text.ts';
import type { Connection } from './database.ts';

/**
 * Functions behind the operators of our lists. Under row-level security an operator may use an index only when its
 * function is leakproof. These may raise no error that tells of a value, but PostgreSQL does not vouch for them; on our
 * own server we do, elsewhere its superuser has to.
 */
const operators = [
  'textlike(text, text)',
  'texticlike(text, text)',
  'numeric_eq(numeric, numeric)',
  'numeric_ne(numeric, numeric)',
  'numeric_lt(numeric, numeric)',
  'numeric_le(numeric, numeric)',
  'numeric_gt(numeric, numeric)',
  'numeric_ge(numeric, numeric)',
  'arrayoverlap(anyarray, anyarray)',
  'arraycontains(anyarray, anyarray)',
  'arraycontained(anyarray, anyarray)',
  'array_cat(anycompatiblearray, anycompatiblearray)',
  // Of a place its degrees are read, which are always numbers.
  'jsonb_object_field(jsonb, text)',
  'float8(jsonb)',
];

/** Statements by which a superuser lets lists use their indexes under row-level security. They repeat harmlessly. */
export const leakproofStatements: readonly string[] = [
  ...operators.map((name) => `alter function pg_catalog.${name} leakproof`),
  searchFunctionDdl(true),
];

/** Those of the statements that this database still lacks; each costs speed, none correctness. */
export async function missingLeakproof(connection: Connection): Promise<readonly string[]> {
  const names = [...operators.map((name) => `pg_catalog.${name}`), `${SEARCH_FUNCTION}(text)`];
  const rows = await connection.query<{ place: number }>(
    `select place::int - 1 as place from unnest($1::text[]) with ordinality as wanted(name, place)
     where not coalesce((select proleakproof from pg_proc where oid = to_regprocedure(wanted.name)), false)`,
    [names],
  );
  return rows.flatMap(({ place }) => leakproofStatements[place] ?? []);
}
