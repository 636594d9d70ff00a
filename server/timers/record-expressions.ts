import { compileDetailQuery } from '../../src/compile/sql/list-query.ts';
import { bind } from '../../src/compile/sql/query.ts';
import {
  collectReferences,
  compileEvaluator,
  type EvaluationEnvironment,
  type ExpressionNode,
  type Value,
} from '../../src/core/expression/index.ts';
import { computeRecord } from '../../src/core/validation/compute-record.ts';
import type { RecordEnvironment, RecordValues } from '../../src/core/validation/record-environment.ts';
import type { Connection } from '../database/database.ts';
import type { EntityCall } from '../entity/entity-call.ts';
import { type EnvironmentParts, loadReferences, recordEnvironment } from '../entity/environment.ts';
import { queryInput } from '../entity/query-input.ts';
import { createRowReader, type Row } from '../entity/record-row.ts';
import { expressionNode } from '../permission/row-access.ts';
import { loadCalendar } from '../schedule/work-calendar.ts';

/** Expressions of metadata over one record: its computed values and what they can reach. */
export interface RecordExpressions {
  readonly values: Row;
  readonly environment: RecordEnvironment;
  /** What evaluating over the record reaches. */
  readonly names: EvaluationEnvironment;
  /** Value of an expression's text. */
  evaluate(source: string): Value;
  /** Whether a condition holds; a missing one does. */
  holds(source: string | undefined): boolean;
}

/**
 * Prepares expressions that metadata holds as text (of timers and schedules) over a record: reads what stands behind
 * its references, and the tenant's calendar where one asks for it.
 */
export async function recordExpressions(
  call: EntityCall,
  connection: Connection,
  record: RecordValues,
  sources: readonly (string | undefined)[],
  parts: Pick<EnvironmentParts, 'row'> = {},
): Promise<RecordExpressions> {
  const nodes = sources.flatMap((source) => (source === undefined ? [] : [expressionNode(source)]));
  const references = new Map(await loadReferences(call, connection, record));
  await loadBehind(call, connection, record, nodes, references);
  const calendar = nodes.some(asksCalendar) ? { calendar: await loadCalendar(call, connection) } : {};
  const environment = { ...recordEnvironment(call, { stored: record, references, ...parts }), ...calendar };
  const values = computeRecord(call.model, record, environment);
  const names: EvaluationEnvironment = {
    ...environment,
    names(name) {
      if (name === 'old') return record;
      if (name === 'row') return parts.row ?? null;
      return Object.hasOwn(values, name) ? values[name] : undefined;
    },
  };
  const evaluate = (source: string) => compileEvaluator(expressionNode(source))(names);
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

function asksCalendar(node: ExpressionNode): boolean {
  return someNode(node, (part) => part.kind === 'call' && (part.name === 'isHoliday' || part.name === 'workdays'));
}

/** Whether the value of an expression moves with the clock alone. */
export function followsClock(source: string): boolean {
  return someNode(
    expressionNode(source),
    (part) => part.kind === 'call' && (part.name === 'now' || part.name === 'today'),
  );
}

async function loadBehind(
  call: EntityCall,
  connection: Connection,
  record: RecordValues,
  nodes: readonly ExpressionNode[],
  into: Map<string, unknown>,
): Promise<void> {
  for (const path of new Set(nodes.flatMap((node) => [...collectReferences(node)]))) {
    const [key = '', name, ...deeper] = path.split('.');
    if (name === undefined || deeper.length > 0 || into.has(path)) continue;
    const target = call.snapshot.entities.get(call.model.field.get(key)?.target ?? '');
    const field = target?.field.get(name);
    const id = record[key];
    if (target === undefined || field === undefined || typeof id !== 'string') continue;
    const query = compileDetailQuery({ model: target, fields: [field], access: 'all', labels: false }, call.world, {
      removed: true,
    });
    const [row] = await connection.query<Row>(query.text, bind(query, queryInput(call, { id })));
    if (row !== undefined) into.set(path, createRowReader([field], call.snapshot, false)(row)[name]);
  }
}
