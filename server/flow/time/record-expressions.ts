import {
  compileEvaluator,
  type EvaluationEnvironment,
  type ExpressionNode,
  type Value,
} from '../../../src/core/expression/index.ts';
import { computeRecord } from '../../../src/core/validation/compute-record.ts';
import type { RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import type { Reading } from '../../records/call/ports.ts';
import { prepareEnvironment } from '../../records/call/prepare-environment.ts';
import type { Row } from '../../records/call/record-row.ts';

/** Expressions of metadata over one record: its computed values and what they can reach. */
export interface RecordExpressions {
  readonly values: Row;
  readonly environment: RecordEnvironment;
  /** What evaluating over the record reaches. */
  readonly names: EvaluationEnvironment;
  /** Value of an expression, as text or as its tree. */
  evaluate(source: string | ExpressionNode): Value;
  /** Whether a condition holds; a missing one does. */
  holds(source: string | undefined): boolean;
}

/**
 * Prepares expressions over a record, of timers (as metadata's text) and schedules (as trees): reads all that they reach
 * beyond it.
 */
export async function recordExpressions(
  tx: Reading,
  record: Row,
  asked: readonly (string | ExpressionNode | undefined)[],
  parts: { readonly row?: Row | undefined; readonly node?: Row | undefined } = {},
): Promise<RecordExpressions> {
  const nodes = asked.flatMap((entry) =>
    entry === undefined ? [] : [typeof entry === 'string' ? expressionNode(entry) : entry],
  );
  const environment = await prepareEnvironment(tx, record, {
    stored: record,
    row: parts.row,
    nodes,
    ...(parts.node === undefined ? {} : { others: { node: parts.node } }),
  });
  const values = computeRecord(tx.call.model, record, environment);
  const { others = {} } = environment;
  const names: EvaluationEnvironment = {
    ...environment,
    names(name) {
      if (name === 'old') return record;
      if (name === 'row') return parts.row ?? null;
      if (Object.hasOwn(values, name)) return values[name];
      return Object.hasOwn(others, name) ? others[name] : undefined;
    },
  };
  const evaluate = (asked: string | ExpressionNode) =>
    compileEvaluator(typeof asked === 'string' ? expressionNode(asked) : asked)(names);
  return {
    values,
    environment,
    names,
    evaluate,
    holds: (source) => source === undefined || evaluate(source) === true,
  };
}

function someNode(node: ExpressionNode, test: (node: ExpressionNode) => boolean): boolean {
  if (test(node)) return true;
  return Object.values(node).some((part: unknown) =>
    (Array.isArray(part) ? part : [part]).some(
      (child: unknown) =>
        typeof child === 'object' && child !== null && 'kind' in child && someNode(child as ExpressionNode, test),
    ),
  );
}

/** Whether the value of an expression moves with the clock alone. */
export function followsClock(source: string): boolean {
  return someNode(
    expressionNode(source),
    (part) => part.kind === 'call' && (part.name === 'now' || part.name === 'today'),
  );
}
