import { outdatedCount } from '../../src/compile/sql/outdated-sql.ts';
import { tableName } from '../../src/compile/sql/plan-tables.ts';
import { jsonPointer, type Problem } from '../../src/core/dialect/problem.ts';
import { renderSql, type SqlFragment, sql } from '../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import { entityFile } from '../../src/core/model/model-world.ts';
import type { Database } from '../ground/database/database.ts';
import { tenantCodes } from '../ground/database/tenants.ts';
import { judgedSqlWorld } from './judge/judge-statements.ts';
import type { ParsedWorld } from './judge/parse-world.ts';

/** Parts of a field by which a stored result is made. */
const MAKING = ['compute', 'cases', 'rollup', 'visible'] as const;

/**
 * Stored results that a changed definition would make others: of each field, how many records hold another value than it
 * gives now, over all tenants. Nothing is changed by that; the records keep what they hold until somebody recalculates.
 */
export async function outdatedResults(
  database: Database,
  before: ReadonlyMap<string, EntityModel>,
  now: ReadonlyMap<string, EntityModel>,
  parsed: Pick<ParsedWorld, 'settings' | 'dictionaries'>,
): Promise<readonly Problem[]> {
  const told: Problem[] = [];
  const byId = new Map([...before.values()].map((model) => [model.id, model]));
  for (const model of now.values()) {
    const was = byId.get(model.id);
    const fields = was === undefined ? [] : model.fields.filter((field) => isRedefined(field, was, model));
    for (const field of fields) {
      const found = await countOutdated(database, field, model, (tenantId) => {
        const world = judgedSqlWorld(now, parsed);
        return { ...world, me: { ...world.me, tenantId } };
      });
      if (found.count > 0) told.push(outdated(model, field, found));
    }
  }
  return told;
}

type Found = { readonly count: number; readonly exact: boolean };

function outdated(model: EntityModel, field: FieldModel, { count, exact }: Found): Problem {
  const calls = model.operations.some(({ kind }) => kind === 'recalculate');
  const many = exact ? `${count} 条记录存的值与现在的算法不同` : `${count} 条记录的值可能不同，要看各企业自己的设置`;
  return {
    file: entityFile(model.area, model.key),
    pointer: jsonPointer('record', 'properties', field.key),
    message: `“${field.title}”（${field.key}）的算法已改变：${many}`,
    fix: calls ? '在该页面上点“重新计算”，确认后改变它们' : '每条记录在下次保存时改变；此前保持原值',
    severity: 'warning',
  };
}

/** Whether a field is stored as before and made otherwise. */
function isRedefined(field: FieldModel, was: EntityModel, now: EntityModel): boolean {
  const former = was.fields.find(({ id }) => id === field.id);
  if (field.base || former?.column === undefined || field.column?.ddl !== former.column.ddl) return false;
  if (field.rollup === undefined && field.compute === undefined && field.cases === undefined) return false;
  return madeBy(field, now) !== madeBy(former, was);
}

function madeBy({ key, property }: FieldModel, model: EntityModel): string {
  const section = model.sections.find(({ fields }) => fields.includes(key));
  return JSON.stringify([...MAKING.map((part) => property[part]), section?.visible?.source]);
}

/** Over all tenants, each asked for itself. Where it cannot be told by a query, all that stand there. */
async function countOutdated(
  database: Database,
  field: FieldModel,
  model: EntityModel,
  worldOf: (tenantId: string) => Parameters<typeof outdatedCount>[2],
): Promise<Found> {
  let [count, exact] = [0, true];
  for (const tenantId of new Set(['000000', ...(await tenantCodes(database, 'all'))])) {
    const asked = await counted(database, tenantId, () => outdatedCount(field, model, worldOf(tenantId)));
    count += asked ?? (await counted(database, tenantId, () => standing(model, tenantId))) ?? 0;
    exact &&= asked !== undefined;
  }
  return { count, exact };
}

const standing = (model: EntityModel, tenantId: string): SqlFragment =>
  sql`select count(*) as count from ${tableName(model.id)} where "tenantId" = ${{ value: tenantId, type: 'text' }} and "isDeleted" = 0`;

/** Undefined where the statement cannot be made or the database refuses it: what it reads may be still to come. */
async function counted(
  database: Database,
  tenantId: string,
  make: () => SqlFragment | undefined,
): Promise<number | undefined> {
  try {
    const query = make();
    if (query === undefined) return undefined;
    const { text, values } = renderSql(query);
    const [row] = await database.withTenant(tenantId, (connection) =>
      connection.query<{ count: string }>(text, values),
    );
    return Number(row?.count ?? 0);
  } catch {
    return undefined;
  }
}
