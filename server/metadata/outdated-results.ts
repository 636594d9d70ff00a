import { outdatedCount, outdatedRows } from '../../src/compile/sql/outdated-sql.ts';
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
    for (const result of was === undefined ? [] : redefinedResults(was, model)) {
      const found = await countOutdated(database, result, model, (tenantId) => {
        const world = judgedSqlWorld(now, parsed);
        return { ...world, me: { ...world.me, tenantId } };
      });
      if (found.count > 0) told.push(outdated(model, result, found));
    }
  }
  return told;
}

/** A stored result that is made otherwise now: of the record, or with `table` of the rows of one of its sub-tables. */
interface Result {
  readonly field: FieldModel;
  readonly table?: FieldModel;
}

function redefinedResults(was: EntityModel, now: EntityModel): readonly Result[] {
  return now.fields.flatMap((field): Result[] => {
    const former = was.fields.find(({ id }) => id === field.id);
    if (isRedefined(field, former, madeBy(field, now), former === undefined ? '' : madeBy(former, was)))
      return [{ field }];
    return (field.columns ?? []).flatMap((column): Result[] => {
      const formerly = former?.columns?.find(({ id }) => id === column.id);
      const isOther = isRedefined(column, formerly, made(column), formerly === undefined ? '' : made(formerly));
      return isOther ? [{ field: column, table: field }] : [];
    });
  });
}

type Found = { readonly count: number; readonly exact: boolean };

function outdated(model: EntityModel, { field, table }: Result, { count, exact }: Found): Problem {
  const calls = model.operations.some(({ kind }) => kind === 'recalculate');
  const many = exact ? `${count} 条记录存的值与现在的算法不同` : `${count} 条记录的值可能不同，要看各企业自己的设置`;
  const within = table === undefined ? [] : [table.key, 'items', 'properties'];
  const title = table === undefined ? field.title : `${table.title}的${field.title}`;
  return {
    file: entityFile(model.area, model.key),
    pointer: jsonPointer('record', 'properties', ...within, field.key),
    message: `“${title}”（${field.key}）的算法已改变：${many}`,
    fix: calls ? '在该页面上点“重新计算”，确认后改变它们' : '每条记录在下次保存时改变；此前保持原值',
    severity: 'warning',
  };
}

/** Whether a field is stored as before and made otherwise. */
function isRedefined(field: FieldModel, former: FieldModel | undefined, now: string, before: string): boolean {
  if (field.base || former?.column === undefined || field.column?.ddl !== former.column.ddl) return false;
  if (field.rollup === undefined && field.compute === undefined && field.cases === undefined) return false;
  return now !== before;
}

const made = ({ property }: FieldModel): string => JSON.stringify(MAKING.map((part) => property[part]));

function madeBy(field: FieldModel, model: EntityModel): string {
  const section = model.sections.find(({ fields }) => fields.includes(field.key));
  return JSON.stringify([made(field), section?.visible?.source]);
}

/** Over all tenants, each asked for itself. Where it cannot be told by a query, all that stand there. */
async function countOutdated(
  database: Database,
  { field, table }: Result,
  model: EntityModel,
  worldOf: (tenantId: string) => Parameters<typeof outdatedCount>[2],
): Promise<Found> {
  let [count, exact] = [0, true];
  for (const tenantId of new Set(['000000', ...(await tenantCodes(database, 'all'))])) {
    const asked = await counted(database, tenantId, () => {
      const world = worldOf(tenantId);
      return table === undefined ? outdatedCount(field, model, world) : outdatedRows(table, field, model, world);
    });
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
