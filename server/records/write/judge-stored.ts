import { callsWithin, type ExpressionNode, entityRead } from '../../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import type { ValidationStage } from '../../../src/core/validation/validate-record.ts';
import type { EntityCall, Reading } from '../call/ports.ts';
import { asksName, ownNodes, prepareEnvironment } from '../call/prepare-environment.ts';
import type { Row } from '../call/record-row.ts';
import { checkRecord } from './check-record.ts';
import type { BodyParts } from './save-children.ts';

/**
 * Whether what a record demands is decided by rows that come along and that only the database can tell, once they are
 * stored: it asks for them by an entity's name, or for a live column of them that asks for rows beside it. Before they
 * are written such a question would be answered without them.
 */
export function isJudgedStored(call: EntityCall, children: BodyParts['children']): boolean {
  const { model, snapshot } = call;
  const written = new Set([...children].flatMap(([child, rows]) => (rows.length === 0 ? [] : [child.key])));
  if (written.size === 0) return false;
  if (readsOf(ownNodes(model), written)) return true;
  const beside = new Set([model.key, ...written]);
  return model.children.some((key) => {
    const child = snapshot.entities.get(key);
    return child !== undefined && asksName(call, key) && readsOf(liveNodes(child), beside);
  });
}

function readsOf(nodes: readonly ExpressionNode[], entities: ReadonlySet<string>): boolean {
  return nodes.some((node) => callsWithin(node).some((call) => entities.has(entityRead(call) ?? '')));
}

function liveNodes({ fields }: EntityModel): readonly ExpressionNode[] {
  const computedBy = ({ compute, cases }: FieldModel) => [compute, ...(cases ?? []).map((branch) => branch.when)];
  return fields
    .filter(({ live }) => live)
    .flatMap((field) => computedBy(field).flatMap((expression) => (expression === undefined ? [] : [expression.node])));
}

/** The stage in which a record is checked before its rows are there. */
export function stageBefore(judgedStored: boolean, stage: ValidationStage): ValidationStage {
  return judgedStored ? 'types' : stage;
}

/** Checks a record as it now stands with its rows; what it refuses takes the whole save back. */
export async function judgeStored(
  tx: Reading,
  record: { readonly id: string; readonly values: Row; readonly before?: Row },
  others: Row,
): Promise<void> {
  const { id, before } = record;
  const values = { ...record.values, id };
  const stored = before === undefined ? {} : { stored: before };
  const environment = await prepareEnvironment(tx, values, { ...stored, others });
  await checkRecord(tx, { ...record, values, changed: [] }, environment, 'complete');
}
