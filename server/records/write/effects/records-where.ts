import { boundRecord } from '../../../../src/compile/sql/bound-record.ts';
import { inlineLive, sqlEnvironment } from '../../../../src/compile/sql/record-sql.ts';
import { AnlanError } from '../../../../src/core/errors/catalogue.ts';
import {
  compileExpressionSql,
  joinSql,
  quoteIdentifier,
  renderSql,
  type SqlFragment,
  sql,
} from '../../../../src/core/expression/index.ts';
import type { EntityModel, ModelExpression } from '../../../../src/core/model/entity-model.ts';
import { say } from '../../../../src/core/text/say.ts';
import type { Reading } from '../../call/ports.ts';
import type { Row } from '../../call/record-row.ts';
import { valuePlacer } from '../../call/value-placer.ts';

/** Most records that one effect acts upon, since all of it is one transaction. */
export const MOST_TOUCHED = 2000;

/**
 * Ids of the records of an entity that a condition takes, oldest first; `parent.x` of the condition is the record of the
 * call. They are locked: one that somebody changes at this moment is waited for and judged anew. Throws where there are
 * more than one effect may act upon.
 */
export async function recordsWhere(
  tx: Reading,
  target: EntityModel,
  where: ModelExpression,
  record: Row,
): Promise<readonly string[]> {
  const { call } = tx;
  const tenant: SqlFragment = sql`${{ value: call.context.tenantId, type: 'text' }}`;
  const columns = new Map<string, SqlFragment>([['tenantId', sql`${tenant} as "tenantId"`]]);
  const place = valuePlacer(columns, 'p', call.snapshot.timeZone);
  const acting = boundRecord(call.model, (field) => place(field, field.id, record), 'p."tenantId"', call.world);
  const environment = sqlEnvironment(target, 't', call.world, ([first, ...path]) =>
    (first === 'parent' || first === 'outer') && path.length > 0 ? acting(path) : undefined,
  );
  const condition = compileExpressionSql(inlineLive(where.node, target), environment, { position: 'condition' });
  const { text, values } = renderSql(
    sql`select t.id from data.${quoteIdentifier(target.id)} t, (select ${joinSql([...columns.values()], ', ')}) p where t."tenantId" = ${tenant} and t."isDeleted" = 0 and (${condition}) order by t.id limit ${String(MOST_TOUCHED + 1)} for no key update of t`,
  );
  const rows = await tx.db.query<{ id: string }>(text, values);
  if (rows.length > MOST_TOUCHED) {
    throw new AnlanError('guardFailed', {
      detail: say('一次联动涉及的{target}超过{most}条，请缩小范围', { target: target.title, most: MOST_TOUCHED }),
    });
  }
  return rows.map(({ id }) => id);
}
