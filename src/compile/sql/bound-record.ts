import {
  type CallNode,
  type CompiledSql,
  compileExpressionSql,
  type SqlColumn,
  type SqlEnvironment,
} from '../../core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { columnSql, liveType } from './column-sql.ts';
import { behindId, type SqlWorld, sqlEnvironment } from './record-sql.ts';

/** Whose value it is: the record's as it is to be, as it is stored, or what a step proposes. */
export type Side = '' | 'old' | 'row';

/**
 * Paths of a record that is no row of a table: its values are placed somewhere, and what stands behind its references is
 * read.
 * @param tenant SQL of the record's tenant.
 */
export function boundRecord(
  model: EntityModel,
  place: (field: FieldModel) => SqlColumn,
  tenant: string,
  world: SqlWorld,
): (path: readonly string[]) => SqlColumn | undefined {
  return ([key = '', ...behind]) => {
    const field = model.field.get(key);
    if (field === undefined) return undefined;
    const own = place(field);
    return behind.length === 0 ? own : behindId(field, own.sql, behind, { tenant, inner: 'bound' }, world);
  };
}

/**
 * A call over rows as SQL, asked for a record whose values stand in a row of one, called `t`, with its tenant. Throws
 * where it reads what SQL cannot say.
 * @param rowModel entity whose fields a proposed row has; undefined where it only has fields of the record.
 */
export function compileAsked(
  call: CallNode,
  { model, rowModel }: { readonly model: EntityModel; readonly rowModel?: EntityModel | undefined },
  world: SqlWorld,
  place: (field: FieldModel, side: Side) => SqlColumn,
): CompiledSql {
  const sideOf = (of: EntityModel, side: Side) => boundRecord(of, (field) => place(field, side), 't."tenantId"', world);
  const old = sideOf(model, 'old');
  const row = sideOf(model, 'row');
  const written = rowModel === undefined ? undefined : sideOf(rowModel, 'row');
  const special = ([first, ...path]: readonly string[]): SqlColumn | undefined => {
    if (path.length === 0) return undefined;
    if (first === 'old') return old(path);
    return first === 'row' ? (written?.(path) ?? row(path)) : undefined;
  };
  const base = sqlEnvironment(model, 't', world, special);
  const placed = (key: string): void => {
    const field = model.field.get(key);
    if (field !== undefined) place(field, '');
  };
  // Laid over it and not copied: clock and person are looked at only where they are meant.
  const placing: Pick<SqlEnvironment, 'column' | 'member' | 'rows'> = {
    column(name) {
      const field = model.field.get(name);
      return field === undefined ? undefined : place(field, '');
    },
    member(path) {
      const [first = ''] = path;
      placed(first === 'parent' ? (model.parent?.field ?? '') : first);
      return base.member?.(path);
    },
    rows(name) {
      // Rows of a sub-table stand in its column, those of a child entity are found by the record's id.
      placed(model.field.has(name) ? name : 'id');
      return base.rows?.(name);
    },
  };
  return compileExpressionSql(call, Object.assign(Object.create(base) as SqlEnvironment, placing));
}

/** A value that is bound when the statement runs, as a column of a row under an alias. */
export function boundColumn(field: FieldModel, alias: string, name: string): SqlColumn {
  const stored = columnSql(field, alias);
  const sql = `${alias}."${name}"`;
  return stored === undefined ? { sql, type: liveType(field) } : { ...stored, sql };
}
