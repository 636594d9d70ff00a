import { type ExpressionNode, printExpression } from '../../../src/core/expression/index.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import { followsClock, type RecordExpressions } from './record-expressions.ts';
import { durationUnit } from './recurrence.ts';

/** What a reminder is about, where that is not the moment at which it comes. */
export interface ReminderSubject {
  readonly node: ExpressionNode;
  /** Whether it comes when the day is over, so that it is about a day alone. */
  readonly isOver: boolean;
}

/**
 * What the moment of a timer is reckoned from where it comes before that (`startTime - minutes(30)`), or with the day after
 * a day that must have passed (`dueDate + days(1)`). Undefined where the moment itself is what it is about.
 * @param at source of the timer's moment.
 */
export function concernedBy(at: string): ReminderSubject | undefined {
  const node = expressionNode(at);
  if (node.kind !== 'binary' || durationUnit(node.right) === undefined || followsClock(at)) return undefined;
  if (node.operator === '-') return { node: node.left, isOver: false };
  const isOver = node.operator === '+' && printExpression(node.right) === 'days(1)';
  return isOver ? { node: node.left, isOver } : undefined;
}

/** The moment or day that a reminder is about, as the plant's clock shows it; undefined where that is its own moment. */
export function concernedText(
  concerned: ReminderSubject | undefined,
  expressions: RecordExpressions,
): string | undefined {
  if (concerned === undefined) return undefined;
  const value = expressions.evaluate(concerned.node);
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  return concerned.isOver && value.length > 10 ? undefined : value;
}
