import type { ExpressionNode } from '../../../src/core/expression/index.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import type { Connection } from '../../ground/database/database.ts';

/** Whether an expression asks what awaits the person. */
export function asksAwaiting(node: ExpressionNode): boolean {
  switch (node.kind) {
    case 'call':
      return node.name === 'awaiting' || node.arguments.some(asksAwaiting);
    case 'unary':
      return asksAwaiting(node.operand);
    case 'binary':
      return asksAwaiting(node.left) || asksAwaiting(node.right);
    case 'conditional':
      return [node.test, node.whenTrue, node.whenFalse].some(asksAwaiting);
    case 'list':
      return node.items.some(asksAwaiting);
    case 'member':
      return asksAwaiting(node.object);
    default:
      return false;
  }
}

/** Keys of the transitions of a record whose approval awaits the person's vote. */
export async function awaitedTransitions(
  connection: Connection,
  model: EntityModel,
  recordId: unknown,
  userId: string,
): Promise<ReadonlySet<string>> {
  if (typeof recordId !== 'string') return new Set();
  // The table is declared above records (server/flow/approval).
  const rows = await connection.query<{ transition: string }>(
    `select distinct transition from platform."approvalTask"
     where "tenantId" = $1 and "userId" = $2 and "entityId" = $3 and "recordId" = $4 and status = 'open'`,
    [connection.tenantId, userId, model.id, recordId],
  );
  return new Set(rows.flatMap(({ transition }) => transitionOf(model, transition)?.key ?? []));
}
