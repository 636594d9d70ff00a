import type { ExpressionNode } from '../../../src/core/expression/index.ts';
import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import type { Proposal, Reading } from '../../records/call/ports.ts';
import { prepareEnvironment } from '../../records/call/prepare-environment.ts';
import type { Row } from '../../records/call/record-row.ts';
import type { StoredRecord } from '../../records/call/stored-record.ts';
import { computeStored } from '../../records/read/read-record.ts';
import type { LevelSubject } from './resolve-levels.ts';

/** Conditions by which the approval names people, for what they reach beyond the record. */
function actorNodes({ approval }: TransitionModel): ExpressionNode[] {
  return (approval?.revoke?.who ?? []).flatMap((actor) =>
    typeof actor === 'object' && 'expression' in actor ? [expressionNode(actor.expression)] : [],
  );
}

/** What a request is decided over: the record as stored, and as it would be with what is proposed. */
export async function approvalSubject(
  tx: Reading,
  record: StoredRecord,
  transition: TransitionModel,
  proposal: Proposal,
): Promise<LevelSubject> {
  const { values: stored } = await computeStored(tx, record);
  const proposed: Row = { ...proposal.fields, ...proposal.row };
  const values: Row = { ...stored, ...proposal.fields };
  const environment = await prepareEnvironment(tx, values, {
    stored,
    row: proposed,
    transition,
    nodes: actorNodes(transition),
  });
  return { record: values, stored, proposal: proposed, environment };
}
