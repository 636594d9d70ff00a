import { compileEvaluator, type ExpressionNode, plainValue } from '../../../src/core/expression/index.ts';
import { type CalledActor, type CalledStep, calledSteps } from '../../../src/core/model/called-steps.ts';
import { transitionId } from '../../../src/core/model/permanent-ids.ts';
import { type RecordEnvironment, recordNames } from '../../../src/core/validation/record-environment.ts';
import type { Reading } from '../../records/call/ports.ts';
import { prepareEnvironment } from '../../records/call/prepare-environment.ts';
import { type Row, textIds } from '../../records/call/record-row.ts';
import { recordTitle } from '../../records/call/record-title.ts';
import { titledRow } from '../../records/call/titled-row.ts';
import { distinctPeople } from '../../records/read/distinct-people.ts';
import { type Holder, holderKey, stepKey } from './holder.ts';
import { endOfMoment, startOfMoment } from './moments.ts';
import { callingConditions } from './step-plan.ts';

/** A row of `platform.stepTask` as it should be. */
export interface WantedStep {
  readonly recordId: string;
  readonly transition: string;
  readonly holder: string;
  readonly behind: boolean;
  readonly apart: readonly string[];
  readonly parentId: string | null;
  readonly title: string;
  /** What `waits.until` gave, as an instant; null leaves it to the timers of the state. */
  readonly due: string | null;
  /** From when on it waits, as an instant; null for at once. */
  readonly opens: string | null;
}

/** Who is called for which steps of a record as it stands. */
export async function findSteps(tx: Reading, row: Row): Promise<readonly WantedStep[]> {
  const { call } = tx;
  const { model } = call;
  const steps = calledSteps(model, typeof row.status === 'string' ? row.status : null);
  if (steps.length === 0) return [];
  const environment = await prepareEnvironment(tx, row, { stored: row, nodes: steps.flatMap(nodesOf(tx)), only: true });
  const parentId = model.parent === undefined ? null : row[model.parent.field];
  const found: WantedStep[] = [];
  for (const step of steps) {
    const { transition } = step;
    if (!callingConditions(model, transition).every((node) => valueOver(node, row, environment) === true)) continue;
    const apart = [...(await distinctPeople(tx, transition.distinct, { record: row })).keys()];
    const { from, until } = transition.waits;
    const zone = call.snapshot.timeZone;
    const shared = {
      recordId: String(row.id),
      transition: transitionId(transition),
      apart,
      parentId: typeof parentId === 'string' ? parentId : null,
      title: recordTitle(call, await titledRow(tx, row), String(row.id)),
      due: until === undefined ? null : endOfMoment(valueOver(until.node, row, environment), zone),
      opens: from === undefined ? null : startOfMoment(valueOver(from.node, row, environment), zone),
    };
    const named = step.actors.flatMap((actor) => namedOver(actor, row, environment));
    const groups = step.actors.flatMap((actor) => groupOf(actor, stepKey(model.id, transitionId(transition))));
    const kept = named.filter((holder) => holder.kind !== 'user' || !apart.includes(holder.id));
    const rows = [
      ...kept.map((holder) => ({ ...shared, holder: holderKey(holder), behind: false })),
      ...groups.map((holder) => ({ ...shared, holder: holderKey(holder), behind: kept.length > 0 })),
    ];
    found.push(...new Map(rows.map((one) => [one.holder, one])).values());
  }
  return found;
}

function nodesOf({ call: { model } }: Reading) {
  return ({ transition, actors }: CalledStep): readonly ExpressionNode[] => [
    ...callingConditions(model, transition),
    ...[transition.waits.from, transition.waits.until].flatMap((moment) => (moment === undefined ? [] : [moment.node])),
    ...actors.flatMap((actor) => (actor.kind === 'people' ? [actor.of, ...actor.when] : [])),
  ];
}

function valueOver(node: ExpressionNode, row: Row, environment: RecordEnvironment): unknown {
  return plainValue(compileEvaluator(node)({ ...environment, names: recordNames(row, environment) }));
}

/** Whom the record itself names. */
function namedOver(actor: CalledActor, row: Row, environment: RecordEnvironment): readonly Holder[] {
  switch (actor.kind) {
    case 'field':
      return textIds(row[actor.field]).map((id) => ({ kind: 'user', id }));
    case 'people': {
      const named = actor.when.every((node) => valueOver(node, row, environment) === true);
      return named ? textIds(valueOver(actor.of, row, environment)).map((id) => ({ kind: 'user', id })) : [];
    }
    case 'head': {
      const { up } = actor;
      return textIds(row[actor.field]).map((dept) =>
        up === undefined ? { kind: 'head', dept } : { kind: 'above', up, dept },
      );
    }
    case 'superior':
      return textIds(row[actor.field]).map((user) => ({ kind: 'superior', up: actor.up, user }));
    default:
      return [];
  }
}

function groupOf(actor: CalledActor, step: string): readonly Holder[] {
  if (actor.kind === 'role') return [{ kind: 'role', code: actor.code, step }];
  return actor.kind === 'post' ? [{ kind: 'post', code: actor.code }] : [];
}
