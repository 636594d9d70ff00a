import type { ExpressionNode } from '../../src/core/expression/index.ts';
import type { TransitionModel } from '../../src/core/model/entity-model.ts';
import type { Connection } from '../database/database.ts';
import type { EntityCall } from '../entity/entity-call.ts';
import { loadReferences, recordEnvironment } from '../entity/environment.ts';
import { computeStored, type StoredRecord } from '../entity/read-record.ts';
import type { Row } from '../entity/record-row.ts';
import type { Proposal } from '../flow/flow.ts';
import { expressionNode } from '../permission/row-access.ts';
import type { LevelSubject } from './resolve-levels.ts';

/** Expressions of an approval, for what they read behind references. */
function approvalNodes({ approval }: TransitionModel): ExpressionNode[] {
  if (approval === undefined) return [];
  const actors = [...approval.levels.flatMap(({ who }) => who), ...(approval.revoke?.who ?? []), ...approval.copies];
  return [
    ...approval.levels.flatMap(({ when, vote }) => [when?.node, vote.guard?.when.node]),
    ...Object.values(approval.reject.set).map(({ node }) => node),
    ...actors.map((actor) =>
      typeof actor === 'object' && 'expression' in actor ? expressionNode(actor.expression) : undefined,
    ),
  ].filter((node) => node !== undefined);
}

/** What a request is decided over: the record as stored, and as it would be with what is proposed. */
export async function approvalSubject(
  call: EntityCall,
  connection: Connection,
  record: StoredRecord,
  transition: TransitionModel,
  proposal: Proposal,
): Promise<LevelSubject> {
  const { values: stored } = await computeStored(call, connection, record);
  const proposed: Row = { ...proposal.fields, ...proposal.row };
  const values: Row = { ...stored, ...proposal.fields };
  const environment = recordEnvironment(call, {
    stored,
    row: proposed,
    references: await loadReferences(call, connection, values, approvalNodes(transition)),
  });
  return { record: values, stored, proposal: proposed, environment };
}
