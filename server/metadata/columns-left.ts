import { tableName } from '../../src/compile/sql/plan-tables.ts';
import type { Problem } from '../../src/core/dialect/problem.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import { entityFile } from '../../src/core/model/model-world.ts';
import type { Database } from '../ground/database/database.ts';

/** Columns that a PostgreSQL table can have, dropped ones included. */
const MOST = 1600;

/** How many columns an entity's table can take beyond those that the model wants, and what to say where it cannot. */
export async function columnsLeft(
  database: Database,
  model: EntityModel,
): Promise<{ readonly left: number; readonly problem: Problem }> {
  const table = tableName(model.id);
  const { used, names } = await database.withOwner(async (client) => {
    const { rows } = await client.query<{ used: number; names: string[] | null }>(
      `select count(*)::int as used, array_agg(attname::text) filter (where not attisdropped) as names
       from pg_attribute where attrelid = to_regclass($1) and attnum > 0`,
      [table],
    );
    return { used: rows[0]?.used ?? 0, names: new Set(rows[0]?.names ?? []) };
  });
  const added = model.fields.filter(({ base, column, id }) => !base && column !== undefined && !names.has(id)).length;
  const left = MOST - used - added;
  return {
    left,
    problem: {
      file: entityFile(model.area, model.key),
      pointer: '/record/properties',
      message: `“${model.title}”的数据表已用 ${used} 列（含已删除的），再加 ${added} 列会超过上限 ${MOST}`,
      fix: '减少新增的字段，或把它们放进子表',
      severity: 'error',
    },
  };
}
