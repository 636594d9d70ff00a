import { sql } from 'kysely';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { T, tenantCondition } from './access-conditions.ts';
import { tableName } from './plan-tables.ts';
import { type PlacedQuery, place, queries } from './query.ts';
import type { SqlWorld } from './record-sql.ts';
import { indexedCondition, type TextSearch, textCondition } from './text-conditions.ts';

/** An entity with the fields in which a text is looked for. */
interface SearchedEntity {
  readonly model: EntityModel;
  readonly fields: readonly FieldModel[];
}

/**
 * Which of several entities hold a text, argument `keyword`, in any row of the tenant: their keys as `entity`. One
 * statement in place of one for each; it knows nothing of rights, so that its answer is nobody's to see.
 */
export function compileHoldingQuery(holders: readonly SearchedEntity[], world: Pick<SqlWorld, 'entity'>): PlacedQuery {
  const parts = holders.map(({ model, fields }) => {
    const text: TextSearch = { model, fields, argument: 'keyword', world };
    const indexed = indexedCondition(text, T);
    const conditions = [
      tenantCondition(model),
      sql`${sql.raw(`${T}."isDeleted"`)} = 0`,
      textCondition(text, T),
      ...(indexed === undefined ? [] : [indexed]),
    ];
    const rows = sql`select from ${sql.raw(`${tableName(model.id)} ${T}`)} where ${sql.join(conditions, sql` and `)}`;
    return sql`select ${sql.lit(model.key)} as entity where exists (${rows})`;
  });
  return place({ compile: () => sql`${sql.join(parts, sql` union all `)}`.compile(queries) }, false);
}
