import {
  compileExpressionSql,
  quoteIdentifier,
  quoteText,
  type SqlEnvironment,
  type SqlFragment,
  sql,
} from '../../core/expression/index.ts';
import type { EntityModel, FieldModel, ModelExpression, ModelRule } from '../../core/model/entity-model.ts';
import { sqlTypeOf } from './column-sql.ts';
import { tableName } from './plan-tables.ts';
import { inlineLive, type SqlWorld, sqlEnvironment } from './record-sql.ts';

const T = 't';

/** Conditions over stored records that say which of them break what an entity asks, under the alias `t`. */
export interface BreakSql {
  /** Records of the company that are no drafts, of which everything is asked. */
  readonly complete: SqlFragment;
  /** Records whose field is empty, though it is there and has to be filled. */
  lacking(field: FieldModel): SqlFragment;
  /** Records in a state that lack a field that it requires. */
  lackingIn(field: FieldModel, stateId: string): SqlFragment;
  /** Records over which the rule of a field, or of the form, does not hold. */
  against(rule: ModelRule, field: FieldModel | undefined): SqlFragment;
  /** Records to which a demand since a moment of the wall clock applies at all. */
  madeSince(since: string | undefined): SqlFragment;
}

/**
 * Compiles what a model asks of the records that are stored.
 * @param stored ids of the columns that the table has by now; what has none yet is empty in every record.
 */
export function breakSql(model: EntityModel, stored: ReadonlySet<string>, world: SqlWorld): BreakSql {
  const own = sqlEnvironment(model, T, world);
  const environment: SqlEnvironment = {
    ...own,
    column(name) {
      const field = model.field.get(name);
      if (field?.column === undefined || stored.has(field.id)) return own.column(name);
      return { sql: `null::${field.column.ddl}`, type: sqlTypeOf(field) };
    },
  };
  const holds = (condition: ModelExpression): SqlFragment =>
    sql`((${compileExpressionSql(inlineLive(condition.node, model), environment)}) is true)`;
  const all = (conditions: readonly SqlFragment[]): SqlFragment =>
    conditions.reduce((left, right) => sql`${left} and ${right}`, sql`true`);
  const isThere = (field: FieldModel): SqlFragment => {
    const section = model.sections.find(({ fields }) => fields.includes(field.key));
    return all([field.visible, section?.visible].flatMap((visible) => (visible === undefined ? [] : [holds(visible)])));
  };
  const isEmpty = (field: FieldModel): SqlFragment =>
    field.column === undefined || !stored.has(field.id) ? sql`true` : sql`${emptySql(field)}`;
  const drafts = Object.values(model.states).flatMap(({ draft, id }) => (draft ? [quoteText(id)] : []));
  return {
    complete: drafts.length === 0 ? sql`true` : sql`coalesce(${T}.status, '') not in (${drafts.join(', ')})`,
    lacking(field) {
      const asked = field.required
        ? sql`true`
        : field.requiredWhen === undefined
          ? sql`false`
          : holds(field.requiredWhen);
      return sql`${isEmpty(field)} and ${asked} and ${isThere(field)}`;
    },
    lackingIn: (field, stateId) => sql`${T}.status = ${quoteText(stateId)} and ${isEmpty(field)} and ${isThere(field)}`,
    against(rule, field) {
      const broken = sql`not ${holds(rule.when)}`;
      return field === undefined ? broken : sql`not ${isEmpty(field)} and ${isThere(field)} and ${broken}`;
    },
    madeSince: (since) =>
      since === undefined
        ? sql`true`
        : sql`${T}."createTime" >= (${{ value: since, type: 'timestamp' }} at time zone ${quoteText(world.zone)})`,
  };
}

/** Whether a column holds nothing, as `isEmptyValue` has it. */
function emptySql({ id, column }: FieldModel): string {
  const name = `${T}.${quoteIdentifier(id)}`;
  if (column?.kind === 'text[]') return `coalesce(cardinality(${name}), 0) = 0`;
  if (column?.kind === 'jsonb') return `(${name} is null or ${name} in ('null'::jsonb, '[]'::jsonb, '""'::jsonb))`;
  return column?.kind === 'text' ? `coalesce(${name}, '') = ''` : `${name} is null`;
}

/** Rows of a company that are not removed. */
export function rowsOfCompany(tenantId: string): string {
  return `${T}."tenantId" = ${quoteText(tenantId)} and ${T}."isDeleted" = 0`;
}

/** The table with them, as what follows `from`. */
export function companyRows(model: EntityModel, tenantId: string): string {
  return `${tableName(model.id)} ${T} where ${rowsOfCompany(tenantId)}`;
}
