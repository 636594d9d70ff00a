import type { SqlWorld } from '../../../src/compile/sql/record-sql.ts';
import { type Statement, statementsOf } from '../../../src/compile/sql/statements.ts';
import { createProblemSink, type Problem } from '../../../src/core/dialect/problem.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { entityFile } from '../../../src/core/model/model-world.ts';
import type { Connection, Database } from '../../ground/database/database.ts';

/**
 * Lets a database that has the tables of the models plan every statement that they can cause, without running any. What
 * it refuses is told at its place.
 */
export async function prepareStatements(
  database: Database,
  tenantId: string,
  models: readonly EntityModel[],
  world: SqlWorld,
): Promise<{ readonly problems: readonly Problem[]; readonly prepared: number }> {
  const problems: Problem[] = [];
  let prepared = 0;
  for (const model of models) {
    const sink = createProblemSink(entityFile(model.area, model.key));
    const done = new Set<string>();
    for (const statement of statementsOf(model, world)) {
      const fault = await faultOf(database, tenantId, statement, done);
      prepared += 1;
      if (fault !== undefined) {
        sink.error(statement.path, `数据库不接受${statement.what}：${fault}`, '改写该处的表达式，使两边的类型一致');
      }
    }
    problems.push(...sink.problems);
  }
  return { problems, prepared };
}

async function faultOf(
  database: Database,
  tenantId: string,
  statement: Statement,
  done: Set<string>,
): Promise<string | undefined> {
  try {
    const text = statement.text();
    if (done.has(text)) return undefined;
    done.add(text);
    // One transaction each: after a refusal the others would be refused too.
    await database.withTenant(tenantId, (connection: Connection) => connection.query(`explain (generic_plan) ${text}`));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
