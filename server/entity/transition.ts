import { AnlanError, invalidInput } from '../../src/core/errors/catalogue.ts';
import type { FieldModel, TransitionModel } from '../../src/core/model/entity-model.ts';
import { evaluateOver, holds, storedValue } from '../../src/core/validation/record-environment.ts';
import { requiredMessage, validateField } from '../../src/core/validation/validate-record.ts';
import type { Connection } from '../database/database.ts';
import { loadActorFacts, mayFire } from './abilities.ts';
import { checkRecord, refuseSleeping, settleFiles, settleRecord } from './check-record.ts';
import type { EntityCall } from './entity-call.ts';
import { loadReferences, recordEnvironment } from './environment.ts';
import { readPatch } from './read-body.ts';
import { computeStored, lockRecord, type StoredRecord } from './read-record.ts';
import type { Row } from './record-row.ts';
import { checkVersion } from './version.ts';
import { updateRecord } from './write-row.ts';

/** Parts of a transition that this version only accepts. */
function refuseSleepingParts(call: EntityCall, transition: TransitionModel): void {
  const { source } = transition;
  const asleep = [
    ['approve', transition.approve],
    ['writes', source.writes],
    ['lock', source.lock],
    ['effects', Object.keys(transition.effects).length > 0 ? true : undefined],
    [
      'timers',
      transition.to.some(({ state }) => call.model.states[state]?.source.timers !== undefined) ? true : undefined,
    ],
  ] as const;
  for (const [keyword, value] of asleep) {
    if (value !== undefined) throw new AnlanError('notYetAlive', { keyword });
  }
}

/**
 * Fires a transition on a record: state, person and guards are checked, the fields asked for are taken, `set` applies
 * and the state changes, all in the caller's transaction.
 * @param body the fields the transition asks for; `version` is checked where it is sent.
 */
export async function fireTransition(
  call: EntityCall,
  connection: Connection,
  id: string,
  key: string,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { model } = call;
  const transition = model.transitions[key];
  if (transition === undefined) throw new AnlanError('unknownCall');
  const stored = await lockRecord(call, connection, id);
  if (body.version !== undefined && body.version !== null) await checkVersion(call, connection, stored, body.version);
  await fireOn(call, connection, stored, transition, body);
}

async function fireOn(
  call: EntityCall,
  connection: Connection,
  stored: StoredRecord,
  transition: TransitionModel,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { model } = call;
  checkFrom(call, stored, transition);
  refuseSleeping(call);
  const asked = new Set(transition.fields.map(({ field }) => field));
  const { values: proposal, faults } = readPatch(call, body, stored, asked);
  if (faults.length > 0) throw invalidInput(faults);
  await checkActor(call, connection, stored, transition, proposal);
  refuseSleepingParts(call, transition);

  const { values: before } = await computeStored(call, connection, stored);
  const missing = transition.fields.flatMap(({ field: fieldKey, required }) => {
    const field = model.field.get(fieldKey);
    const value = proposal[fieldKey] ?? (Object.hasOwn(proposal, fieldKey) ? null : stored.values[fieldKey]) ?? null;
    return required && field !== undefined && value === null
      ? [{ pointer: `/${fieldKey}`, msg: requiredMessage(field) }]
      : [];
  });
  if (missing.length > 0) throw invalidInput(missing);

  const proposed: Row = { ...before, ...proposal };
  const environment = recordEnvironment(call, {
    stored: before,
    row: proposal,
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

  const { values, faults: unseen } = settleRecord(model, next, new Set(Object.keys(proposal)), environment);
  const changed = model.fields.filter((field) => !field.base && values[field.key] !== stored.values[field.key]);
  const leaves = isDraft(call, stored.status) && !isDraft(call, String(values.status));
  const askedFaults = leaves
    ? []
    : [...asked].flatMap((fieldKey) => {
        const field = model.field.get(fieldKey);
        return field === undefined ? [] : validateField(model, field, values, environment, 'complete');
      });
  const stage = leaves ? 'complete' : 'types';
  await checkRecord(
    call,
    connection,
    { id: stored.id, values, changed: touched(changed, proposal, transition) },
    environment,
    stage,
    [...unseen, ...askedFaults],
  );
  await updateRecord(call, connection, stored, values, transition.key);
  await settleFiles(call, connection, stored.id, stored.values, values);
}

function touched(changed: readonly FieldModel[], proposal: Row, transition: TransitionModel): FieldModel[] {
  return changed.filter((field) => Object.hasOwn(proposal, field.key) || Object.hasOwn(transition.set, field.key));
}

function isDraft(call: EntityCall, status: string | null): boolean {
  return status !== null && call.model.states[status]?.draft === true;
}

function checkFrom(call: EntityCall, stored: StoredRecord, transition: TransitionModel): void {
  if (stored.status !== null && transition.from.includes(stored.status)) return;
  const title = (stored.status === null ? undefined : call.model.states[stored.status]?.title) ?? '当前状态';
  throw new AnlanError('guardFailed', { detail: `“${title}”的${call.model.title}不能${transition.title}` });
}

async function checkActor(
  call: EntityCall,
  connection: Connection,
  stored: StoredRecord,
  transition: TransitionModel,
  proposal: Row,
): Promise<void> {
  if (call.internal) return;
  const facts = await loadActorFacts(call, connection);
  if (!mayFire(call, transition, stored.values, facts, proposal)) {
    throw new AnlanError('forbidden', { action: `${transition.title}${call.model.title}` });
  }
}

/** Fires the one transition by which the person may bring the record to a state. */
export async function changeStatus(
  call: EntityCall,
  connection: Connection,
  id: string,
  status: string,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { model } = call;
  const state = model.states[status];
  if (state === undefined) throw invalidInput([{ pointer: '/status', msg: '没有这个状态' }]);
  const stored = await lockRecord(call, connection, id);
  if (body.version !== undefined && body.version !== null) await checkVersion(call, connection, stored, body.version);
  const possible = Object.values(model.transitions).filter(
    (transition) =>
      stored.status !== null &&
      transition.from.includes(stored.status) &&
      transition.to.some((branch) => branch.state === status),
  );
  if (possible.length === 0) {
    const from = (stored.status === null ? undefined : model.states[stored.status]?.title) ?? '当前状态';
    throw new AnlanError('guardFailed', { detail: `不能从“${from}”改为“${state.title}”` });
  }
  const facts = await loadActorFacts(call, connection);
  const permitted = call.internal
    ? possible
    : possible.filter((transition) => mayFire(call, transition, stored.values, facts));
  const [transition, second] = permitted;
  if (transition === undefined) throw new AnlanError('forbidden', { action: `改为“${state.title}”` });
  if (second !== undefined) {
    throw new AnlanError('guardFailed', { detail: `改为“${state.title}”有多种方式，请使用相应的操作` });
  }
  const { status: _, ids: __, ...fields } = body;
  await fireOn(call, connection, stored, transition, fields);
}
