import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { createPlatformTables } from '../../server/assembly/platform-tables.ts';
import { applyDatabasePlan } from '../../server/ground/database/apply-plan.ts';
import { openDatabase } from '../../server/ground/database/bootstrap.ts';
import type { JudgedWorld } from '../../server/metadata/judge/check-world.ts';
import { judgedSqlWorld } from '../../server/metadata/judge/judge-statements.ts';
import { prepareStatements } from '../../server/metadata/judge/prepare-statements.ts';
import { TOP_TENANT } from '../../src/compile/sql/plan-tables.ts';
import type { Problem } from '../../src/core/dialect/problem.ts';

/**
 * Makes the tables of the entities in an embedded database of the moment, empty, and lets it plan every statement that
 * they can cause. The database of a server is not touched.
 */
export async function lintDatabase({ models, parsed }: JudgedWorld): Promise<readonly Problem[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'anlan-lint-'));
  const quiet = { info: () => {}, warn: console.error, error: console.error };
  try {
    const opened = await openDatabase({}, folder, quiet);
    const database = createPlatformDatabase({ appUrl: opened.appUrl, ownerUrl: opened.ownerUrl, connections: 1 });
    try {
      await database.withOwner((client) => createPlatformTables(client, database.appRole));
      await applyDatabasePlan(database, [...models.values()]);
      const world = judgedSqlWorld(models, parsed);
      const { problems, prepared } = await prepareStatements(database, TOP_TENANT, [...models.values()], world);
      console.log(`数据库试编了 ${models.size} 个实体的 ${prepared} 条语句`);
      return problems;
    } finally {
      await database.close();
      await opened.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
