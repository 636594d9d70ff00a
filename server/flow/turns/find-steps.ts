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
import type { TimedRecord } from '../time/deadlines.ts';
import { decidedTimers, holdingTimers } from './decided-timers.ts';
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
  /** What it is searched by: its name, behind that of the record above. */
  readonly title: string;
  /** What `waits.until` gave, as an instant; null leaves it to the timers of the state. */
  readonly due: string | null;
  /** From when on it waits, as an instant; null for at once. */
  readonly opens: string | null;
}

/** What is found of a record. */
interface FoundSteps {
  readonly steps: readonly WantedStep[];
  readonly timed: TimedRecord;
}

/**
 * Who is called for which steps of a record as it stands, and which timers of its state will act.
 * @param above name of the record above, by which its rows are found too; undefined where there is none.
 */
export async function findSteps(tx: Reading, row: Row, above: string | undefined): Promise<FoundSteps> {
  const { call } = tx;
  const { model } = call;
  const id = String(row.id);
  const state = typeof row.status === 'string' ? row.status : '';
  const steps = calledSteps(model, state);
  if (steps.length === 0) return { steps: [], timed: { id, state, holds: new Map() } };
  const timers = decidedTimers(model, state);
  const nodes = [...steps.flatMap(nodesOf(tx)), ...timers.map(({ node }) => node)];
  const environment = await prepareEnvironment(tx, row, { stored: row, nodes, only: true });
  const holds = holdingTimers(timers, row, environment);
  const parentId = model.parent === undefined ? null : row[model.parent.field];
  const title = recordTitle(call, await titledRow(tx, row), id);
  const shared = {
    recordId: id,
    parentId: typeof parentId === 'string' ? parentId : null,
    title: above === undefined ? title : `${above} ${title}`,
  };
  const found: WantedStep[] = [];
  for (const step of steps)
    for (const asked of await heldBy(tx, step, row, environment)) found.push({ ...shared, ...asked });
  return { steps: found, timed: { id, state, holds } };
}

/** The rows of one step of a record; none where nobody is called for it as the record stands. */
async function heldBy(
  tx: Reading,
  { transition, actors }: CalledStep,
  row: Row,
  environment: RecordEnvironment,
): Promise<readonly Omit<WantedStep, 'recordId' | 'parentId' | 'title'>[]> {
  const { model, snapshot } = tx.call;
  if (!callingConditions(model, transition).every((node) => valueOver(node, row, environment) === true)) return [];
  const apart = [...(await distinctPeople(tx, transition.distinct, { record: row })).keys()];
  const { from, until } = transition.waits;
  const zone = snapshot.timeZone;
  const shared = {
    transition: transitionId(transition),
    apart,
    due: until === undefined ? null : endOfMoment(valueOver(until.node, row, environment), zone),
    opens: from === undefined ? null : startOfMoment(valueOver(from.node, row, environment), zone),
  };
  const named = actors.flatMap((actor) => namedOver(actor, row, environment));
  const groups = actors.flatMap((actor) => groupOf(actor, stepKey(model.id, transitionId(transition))));
  const kept = named.filter((holder) => holder.kind !== 'user' || !apart.includes(holder.id));
  const rows = [
    ...kept.map((holder) => ({ ...shared, holder: holderKey(holder), behind: false })),
    ...groups.map((holder) => ({ ...shared, holder: holderKey(holder), behind: kept.length > 0 })),
  ];
  return [...new Map(rows.map((one) => [one.holder, one])).values()];
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
