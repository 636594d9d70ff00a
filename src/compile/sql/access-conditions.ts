import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { compileExpressionSql, type ExpressionNode, quoteIdentifier } from '../../core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { jointCondition, jointIndexOf } from './joint-index.ts';
import { TOP_TENANT, tableName } from './plan-tables.ts';
import { ALIAS, DEPT_TREE, DEPTS, rawSql, TENANT, USER } from './query.ts';
import { inlineLive, type SqlWorld, sameTenant, sqlEnvironment } from './record-sql.ts';

/** Alias of the entity's own table in the queries of lists. */
export const T = 't';

export type Condition = Expression<SqlBool>;

/** A column of an alias. */
export function columnName(id: string, alias: string): string {
  return `${alias}.${id === 'id' ? id : quoteIdentifier(id)}`;
}

/** A field's column. */
export function column(field: FieldModel, alias = T): RawBuilder<unknown> {
  return sql.raw(columnName(field.id, alias));
}

/** Rows of which a person is an owner, or that a condition names. */
export interface OwnRows {
  readonly owners: 'departmentTree' | 'department' | 'own' | undefined;
  readonly where: readonly ExpressionNode[];
  /** Whether whoever has or had an approval task about a row, or got a copy, sees it too. Default false. */
  readonly tasks?: boolean;
  /** Whether what stands under his pseudonym is the person's too. Default false. */
  readonly aliased?: boolean;
}

/** Rows of a child entity: those whose parent the person may see. */
interface RowsBelow {
  readonly parent: EntityModel;
  readonly access: RowAccess;
  /** Which of them; default all. */
  readonly rows?: RowAccess;
}

/** Rows a person may see: all, none, his own, or those below records that he may see. */
export type RowAccess = 'all' | 'none' | OwnRows | RowsBelow;

/** Conditions that a row access asks, those of the parent included. */
export function accessNodes(access: RowAccess): readonly ExpressionNode[] {
  if (typeof access === 'string') return [];
  if (!('parent' in access)) return access.where;
  return [...accessNodes(access.access), ...accessNodes(access.rows ?? 'all')];
}

/** The tenant stands in every query, whatever row-level security would hide anyway. */
export function tenantCondition(model: EntityModel, alias = T): Condition {
  const tenant = sql.raw(`${alias}."tenantId"`);
  if (model.scope === 'global') return sql<SqlBool>`${tenant} = ${sql.lit(TOP_TENANT)}`;
  if (model.scope === 'inherited') return sql<SqlBool>`${tenant} in (${TENANT}, ${sql.lit(TOP_TENANT)})`;
  return sql<SqlBool>`${tenant} = ${TENANT}`;
}

/** Grounds that the joint index answers: none (rows that are met anyway are compared), persons, or departments too. */
type JointGrounds = 'none' | 'users' | 'all';

/** What a row must meet to be seen. */
export function accessConditions(
  model: EntityModel,
  access: RowAccess,
  alias: string,
  world: SqlWorld,
  joint: JointGrounds = 'none',
): Condition[] {
  if (access === 'all') return [];
  if (access === 'none') return [sql<SqlBool>`false`];
  if ('parent' in access) {
    return [
      parentCondition(model, access, alias, world),
      ...accessConditions(model, access.rows ?? 'all', alias, world),
    ];
  }
  const grounds = [
    ...namedGrounds(model, access, alias, world),
    ...personGrounds(model, access, alias, joint !== 'none'),
    ...departmentGrounds(model, access, alias, joint === 'all'),
    ...(access.tasks === true ? [taskCondition(model, alias)] : []),
  ];
  return [grounds.length === 0 ? sql<SqlBool>`false` : eitherOf(grounds)];
}

/** That one of some conditions holds. */
export function eitherOf(conditions: readonly Condition[]): Condition {
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** Grounds on which a row is seen that are neither its persons nor its departments. */
export function otherGrounds(model: EntityModel, access: OwnRows, alias: string, world: SqlWorld): Condition[] {
  const tasks = access.tasks === true ? [taskCondition(model, alias)] : [];
  return [...namedGrounds(model, access, alias, world), ...tasks];
}

function namedGrounds(model: EntityModel, access: OwnRows, alias: string, world: SqlWorld): Condition[] {
  const environment = sqlEnvironment(model, alias, world);
  return access.where.map((node) =>
    rawSql<SqlBool>(compileExpressionSql(inlineLive(node, model), environment, { position: 'condition' })),
  );
}

/** Grounds on which a row is seen because of its persons: compared one by one, or asked of the joint index together. */
export function personGrounds(model: EntityModel, access: OwnRows, alias: string, joint = false): Condition[] {
  if (access.owners === undefined) return [];
  const index = joint ? jointIndexOf(model) : undefined;
  const selves = access.aliased === true ? [USER, ALIAS] : [USER];
  if (index !== undefined) {
    const persons = sql.join(selves.map((self) => sql`${self}::text`));
    return [jointCondition(index.users, sql`array[${persons}]`, alias)];
  }
  return model.owners.users.flatMap((key) => selves.flatMap((self) => ownerCondition(model, key, alias, self, false)));
}

/** Those of its persons that an index of their own field answers in the order of lists. */
export function singlePersonGrounds(model: EntityModel, alias: string, aliased = false): Condition[] {
  const single = model.owners.users.filter((key) => model.field.get(key)?.column?.kind === 'text');
  const selves = aliased ? [USER, ALIAS] : [USER];
  return single.flatMap((key) => selves.flatMap((self) => ownerCondition(model, key, alias, self, false)));
}

/** Grounds on which a row is seen because of its departments: each by itself, or asked of the joint index together. */
export function departmentGrounds(model: EntityModel, access: OwnRows, alias: string, joint = false): Condition[] {
  if (access.owners === undefined || access.owners === 'own') return [];
  const depts = access.owners === 'department' ? DEPTS : DEPT_TREE;
  const index = joint ? jointIndexOf(model) : undefined;
  if (index !== undefined && index.depts.length > 0) return [jointCondition(index.depts, sql`${depts}::text[]`, alias)];
  return model.owners.depts.flatMap((key) => ownerCondition(model, key, alias, depts, true));
}

// The ids are found once and looked up by key, so that the condition costs the person's tasks and not the table.
function taskCondition(model: EntityModel, alias: string): Condition {
  const of = (table: string, person = 'userId') =>
    sql`select x."recordId" from ${sql.raw(`platform.${quoteIdentifier(table)}`)} x where x."tenantId" = ${TENANT}::text and x.${sql.raw(quoteIdentifier(person))} = ${USER}::text and x."entityId" = ${sql.lit(model.id)}`;
  // Whoever has delegated a task sees what was decided for him.
  return sql<SqlBool>`${sql.raw(alias)}.id = any(array(${of('approvalTask')} and x."openedAt" is not null union ${of('approvalTask', 'delegatorId')} union ${of('approvalCopy')}))`;
}

/** Whether the record above, and with two levels the one above that, may be seen. */
function parentCondition(model: EntityModel, rows: RowsBelow, alias: string, world: SqlWorld): Condition {
  const { parent, access } = rows;
  const above = `${alias}p`;
  const reference = model.field.get(model.parent?.field ?? '');
  if (reference === undefined) return sql<SqlBool>`false`;
  const tie = `${sameTenant(parent, above, alias)} and ${above}.id = ${alias}.${quoteIdentifier(reference.id)}`;
  const conditions = [
    sql<SqlBool>`${sql.raw(tie)} and ${sql.raw(above)}."isDeleted" = 0`,
    ...accessConditions(parent, access, above, world),
  ];
  return sql<SqlBool>`exists (select 1 from ${sql.raw(tableName(parent.id))} ${sql.raw(above)} where ${sql.join(conditions, sql` and `)})`;
}

function ownerCondition(model: EntityModel, key: string, alias: string, value: unknown, list: boolean): Condition[] {
  const field = model.field.get(key);
  if (field?.column === undefined) return [];
  const name = column(field, alias);
  if (field.column.kind === 'text[]')
    return [list ? sql<SqlBool>`${name} && ${value}::text[]` : sql<SqlBool>`${name} @> array[${value}::text]`];
  return [list ? sql<SqlBool>`${name} = any(${value}::text[])` : sql<SqlBool>`${name} = ${value}::text`];
}
