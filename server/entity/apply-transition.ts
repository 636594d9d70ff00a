import { AnlanError, invalidInput } from '../../src/core/errors/catalogue.ts';
import type { FieldModel, TransitionModel } from '../../src/core/model/entity-model.ts';
import {
  evaluateOver,
  holds,
  type RecordEnvironment,
  storedValue,
} from '../../src/core/validation/record-environment.ts';
import { validateField } from '../../src/core/validation/validate-record.ts';
import type { WireFault } from '../../src/core/wire/contract.ts';
import type { Connection } from '../database/database.ts';
import type { Proposal } from '../flow/flow.ts';
import { afterWrite } from './after-write.ts';
import { checkRecord, settleFiles, settleRecord } from './check-record.ts';
import type { EntityCall } from './entity-call.ts';
import { loadReferences, recordEnvironment } from './environment.ts';
import { missingFields } from './read-proposal.ts';
import { computeStored, type StoredRecord } from './read-record.ts';
import type { Row } from './record-row.ts';
import { updateRecord } from './write-row.ts';

/** How a transition is applied. */
export interface ApplyOptions {
  /** It was approved: the record may stand in the state it waited in, and the request that is granted is done already. */
  readonly granted?: boolean;
}

/** A transition that would go through: everything about it has been checked and nothing written. */
export interface PreparedTransition {
  /** Values of the record afterwards. */
  readonly values: Row;
  readonly environment: RecordEnvironment;
  /** The record with its live fields and what is proposed, over which conditions are decided. */
  readonly proposed: Row;
}

/** Whether a record in this state may take the transition; a granted one may also come from where it waited. */
function checkFrom(call: EntityCall, stored: StoredRecord, transition: TransitionModel, granted: boolean): void {
  const { status } = stored;
  if (status !== null && transition.from.includes(status)) return;
  if (granted && status !== null && status === transition.approve?.pending) return;
  const title = (status === null ? undefined : call.model.states[status]?.title) ?? '当前状态';
  throw new AnlanError('guardFailed', { detail: `“${title}”的${call.model.title}不能${transition.title}` });
}

function isDraft(call: EntityCall, status: string | null): boolean {
  return status !== null && call.model.states[status]?.draft === true;
}

/** Parts of a transition that this version only accepts. */
function refuseSleepingParts(call: EntityCall, transition: TransitionModel): void {
  const timers = transition.to.some(({ state }) => call.model.states[state]?.source.timers !== undefined);
  const asleep = [
    ['writes', transition.writes !== undefined],
    ['lock', transition.lock !== undefined],
    ['effects', Object.keys(transition.effects).length > 0],
    ['timers', timers && call.services.flow?.timers === undefined],
  ] as const;
  for (const [keyword, used] of asleep) if (used) throw new AnlanError('notYetAlive', { keyword });
}

/**
 * Checks a transition as far as it can be without writing: state, guards, asked fields, and the record that would come
 * out. Who fires it is the caller's to check.
 */
export async function prepareTransition(
  call: EntityCall,
  connection: Connection,
  stored: StoredRecord,
  transition: TransitionModel,
  proposal: Proposal,
  options: ApplyOptions = {},
): Promise<PreparedTransition> {
  const { model } = call;
  checkFrom(call, stored, transition, options.granted === true);
  refuseSleepingParts(call, transition);
  const { values: before } = await computeStored(call, connection, stored);
  const missing = missingFields(call, stored, transition, proposal);
  if (missing.length > 0) throw invalidInput(missing);
  const proposed: Row = { ...before, ...proposal.fields };
  const environment = recordEnvironment(call, {
    stored: before,
    row: { ...proposal.fields, ...proposal.row },
    references: await loadReferences(call, connection, proposed),
  });
  for (const guard of transition.guards) {
    if (!holds(guard.when, proposed, environment)) throw new AnlanError('guardFailed', { detail: guard.message });
  }
  const next: Row = { ...proposed };
  for (const [target, expression] of Object.entries(transition.set)) {
    const field = model.field.get(target);
    if (field !== undefined) next[target] = storedValue(evaluateOver(expression, proposed, environment), field);
  }
  const branch = transition.to.find(({ when }) => when === undefined || holds(when, proposed, environment));
  if (transition.to.length > 0 && branch === undefined) {
    throw new AnlanError('guardFailed', { detail: `当前条件下不能${transition.title}` });
  }
  if (branch !== undefined) next.status = branch.state;
  // What waited elsewhere and stays where it was goes back there.
  else if (options.granted === true && stored.status === transition.approve?.pending) {
    next.status = transition.from[0] ?? stored.status;
  }

  const { values, faults: unseen } = settleRecord(model, next, new Set(Object.keys(proposal.fields)), environment);
  const leaves = isDraft(call, stored.status) && !isDraft(call, String(values.status));
  const askedFaults = leaves
    ? []
    : transition.fields.flatMap(({ field: key }): readonly WireFault[] => {
        const field = model.field.get(key);
        return field === undefined ? [] : validateField(model, field, values, environment, 'complete');
      });
  await checkRecord(
    call,
    connection,
    { id: stored.id, values, changed: touched(call, stored, values, proposal, transition) },
    environment,
    leaves ? 'complete' : 'types',
    [...unseen, ...askedFaults],
  );
  return { values, environment, proposed };
}

/** Fields whose references are looked at again: those that the person or `set` gave another value. */
function touched(
  call: EntityCall,
  stored: StoredRecord,
  values: Row,
  proposal: Proposal,
  transition: TransitionModel,
): FieldModel[] {
  return call.model.fields.filter(
    ({ key, base }) =>
      !base &&
      values[key] !== stored.values[key] &&
      (Object.hasOwn(proposal.fields, key) || Object.hasOwn(transition.set, key)),
  );
}

/**
 * Applies a transition whose person has been checked: guards again, then `set` and `to`, the row that it writes, its
 * effects, timers, and the requests that end because the state is left. All in the caller's transaction, over a record
 * that is locked.
 */
export async function applyTransition(
  call: EntityCall,
  connection: Connection,
  stored: StoredRecord,
  transition: TransitionModel,
  proposal: Proposal,
  options: ApplyOptions = {},
): Promise<void> {
  const { values } = await prepareTransition(call, connection, stored, transition, proposal, options);
  await updateRecord(call, connection, stored, values, transition.key);
  await settleFiles(call, connection, stored.id, stored.values, values);
  await afterWrite(call, connection, { id: stored.id, from: stored.status, values });
}

/**
 * Moves a record to a state, or writes some of its values, without a transition of its own: what `pending`, a rejection
 * and a request taken back do. Guards are not asked.
 * @param keepRequests leaves open requests open although the state changes: for the request that moves the record.
 */
export async function moveRecord(
  call: EntityCall,
  connection: Connection,
  stored: StoredRecord,
  change: { readonly status?: string; readonly values?: Row },
  options: { readonly action: string; readonly keepRequests?: boolean },
): Promise<void> {
  const next: Row = { ...stored.values, ...change.values };
  if (change.status !== undefined) next.status = change.status;
  const environment = recordEnvironment(call, {
    stored: stored.values,
    references: await loadReferences(call, connection, next),
  });
  const { values } = settleRecord(call.model, next, new Set(), environment);
  await updateRecord(call, connection, stored, values, options.action);
  await settleFiles(call, connection, stored.id, stored.values, values);
  await afterWrite(
    call,
    connection,
    { id: stored.id, from: stored.status, values },
    { keepRequests: options.keepRequests === true },
  );
}
