import type { Database } from '../../server/ground/database/database.ts';

/** Tells PostgreSQL how much the tables hold by now that grew since it last looked. */
export async function measureTables(database: Database): Promise<void> {
  await database.withOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
       where schemaname in ('data', 'platform') and n_mod_since_analyze > 50 order by 1`,
    );
    // A rough measure is enough: some tables have indexes over computed values, which are computed for each sampled row.
    await owner.query("select set_config('default_statistics_target', '10', false)");
    for (const { name } of rows) await owner.query(`analyze ${name}`);
    await owner.query('reset default_statistics_target');
  });
}
