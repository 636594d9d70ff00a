import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { plainValue } from '../../../src/core/expression/index.ts';
import { askedField } from '../../../src/core/model/asked-field.ts';
import type { EntityModel, FieldModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import { startsFrom } from '../../../src/core/model/starts-from.ts';
import { say } from '../../../src/core/text/say.ts';
import { computeRecord } from '../../../src/core/validation/compute-record.ts';
import {
  evaluateOver,
  holds,
  type RecordEnvironment,
  storedValue,
} from '../../../src/core/validation/record-environment.ts';
import { missingHere, validateField } from '../../../src/core/validation/validate-record.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import type { AuditChange } from '../audit/audit.ts';
import { siteChanges } from '../audit/site-change.ts';
import { withDerived } from '../call/area-rules.ts';
import { callOf } from '../call/call-of.ts';
import { callFor, withCall } from '../call/entity-call.ts';
import type { EntityCall, Proposal, Reading, Tx } from '../call/ports.ts';
import { asksExists, prepareEnvironment } from '../call/prepare-environment.ts';
import type { Row } from '../call/record-row.ts';
import type { StoredRecord } from '../call/stored-record.ts';
import { checkGuards } from '../read/check-guards.ts';
import { afterWrite, afterWriteBelow, settleFlow, tellArrival } from './after-write.ts';
import { checkChildren } from './check-children.ts';
import { checkRecord, settleFiles, settleRecord } from './check-record.ts';
import { copyUploads } from './copy-uploads.ts';
import { runAfterRules } from './effects/run-after-rules.ts';
import { runEffects } from './effects/run-effects.ts';
import { prepareNew, storeNew, within } from './new-record.ts';
import type { PreparedTransition } from './prepared-transition.ts';
import { missingFields } from './read-proposal.ts';
import { updateRecord } from './write-row.ts';

/** How a transition is applied. */
interface ApplyOptions {
  /** It was approved: the record may stand in the state it waited in, and the request that is granted is done already. */
  readonly granted?: boolean;
  /** User who asked for it, where another person's decision lets it happen: `me` is he, and what is written is his. */
  readonly requestedBy?: string;
}

/** Whether a record in this state may take the transition; a granted one may also come from where it waited. */
function checkFrom(call: EntityCall, stored: StoredRecord, transition: TransitionModel, granted: boolean): void {
  const { status } = stored;
  if (startsFrom(call.model, transition, status)) return;
  if (granted && status !== null && status === transition.approve?.pending) return;
  const title = (status === null ? undefined : call.model.states[status]?.title) ?? say('当前状态');
  throw new AnlanError('guardFailed', {
    detail: say('“{title}”的{model}不能{transition}', { title, model: call.model.title, transition: transition.title }),
  });
}

function isDraft(call: EntityCall, status: string | null): boolean {
  return status !== null && call.model.states[status]?.draft === true;
}

/**
 * Checks a transition as far as it can be without writing: state, lock, guards, asked fields, the row that it writes,
 * and the record that would come out. Who fires it is the caller's to check.
 */
export async function prepareTransition(
  tx: Reading,
  stored: StoredRecord,
  transition: TransitionModel,
  proposal: Proposal,
  options: ApplyOptions = {},
): Promise<PreparedTransition> {
  const { call } = tx;
  const { model } = call;
  checkFrom(call, stored, transition, options.granted === true);
  const missing = missingFields(call, stored, transition, proposal);
  if (missing.length > 0) throw invalidInput(missing);
  const given: Row = { ...proposal.fields, ...proposal.row };
  if (transition.lock !== undefined) await lockValue(tx, stored, transition, proposal);
  const own = await prepareEnvironment(tx, stored.values, { stored: stored.values, row: given });
  const before = computeRecord(model, stored.values, own);
  const proposed: Row = { ...before, ...proposal.fields };
  const early = await prepareEnvironment(tx, proposed, { stored: before, row: given, transition });
  // What the record alone decides is said before a form is looked at.
  await checkGuards(tx, transition, { record: proposed, stored: before, row: given }, early, false);
  const row = await prepareRow(tx, transition, proposal, {
    id: stored.id,
    values: proposed,
    trusted: options.granted === true,
  });
  const environment =
    row === undefined
      ? early
      : await prepareEnvironment(tx, proposed, {
          stored: before,
          row: { ...proposal.fields, ...row.values, id: row.id },
          transition,
        });
  const late = row === undefined ? given : { ...proposal.fields, ...row.values, id: row.id };
  await checkGuards(tx, transition, { record: proposed, stored: before, row: late }, environment, true);
  const next: Row = { ...proposed };
  for (const [target, expression] of Object.entries(transition.set)) {
    const field = model.field.get(target);
    if (field !== undefined) next[target] = storedValue(evaluateOver(expression, proposed, environment), field);
  }
  const branch = transition.to.find(({ when }) => when === undefined || holds(when, proposed, environment));
  if (transition.to.length > 0 && branch === undefined) {
    throw new AnlanError('guardFailed', {
      detail: say('当前条件下不能{transition}', { transition: transition.title }),
    });
  }
  if (branch !== undefined) next.status = branch.state;
  // What waited elsewhere and has nowhere to go goes back where it can be asked for.
  else if (options.granted === true && stored.status === transition.approve?.pending) {
    next.status = transition.from[0] ?? stored.status;
  }

  const { values: settled, faults: unseen } = settleRecord(
    model,
    next,
    new Set(Object.keys(proposal.fields)),
    environment,
  );
  const ruled = { row: late, transition: transition.key };
  const values = withDerived(call, { record: settled, old: before, ...ruled }, environment);
  const leaves = isDraft(call, stored.status) && !isDraft(call, String(values.status));
  const askedFaults = leaves
    ? []
    : transition.fields.flatMap((asked): readonly WireFault[] => {
        const field = askedField(model, asked);
        return field === undefined ? [] : validateField(model, field, values, environment, 'complete');
      });
  await checkRecord(
    tx,
    {
      id: stored.id,
      values,
      changed: touched(call, stored, values, proposal, transition),
      before: stored.values,
      ...(isDraft(call, String(values.status)) ? {} : { ruled }),
      // What is granted was chosen when it was asked for.
      given: options.granted === true ? undefined : new Set(Object.keys(proposal.fields)),
    },
    asksExists(tx) ? await prepareEnvironment(tx, values, { stored: before }) : environment,
    leaves ? 'complete' : 'types',
    [...unseen, ...askedFaults],
  );
  if (leaves) await checkChildren(tx, stored.id, values);
  return { values, row, environment, proposed };
}

/** Firings with an equal value wait for each other until their transactions end, and then see what the others did. */
async function lockValue(
  tx: Reading,
  stored: StoredRecord,
  transition: TransitionModel,
  proposal: Proposal,
): Promise<void> {
  if (transition.lock === undefined) return;
  if (transition.lock.node.kind === 'literal') return lockWritten(tx, transition);
  const environment = await prepareEnvironment(tx, stored.values, {
    stored: stored.values,
    row: { ...proposal.fields, ...proposal.row },
    expressions: [transition.lock],
  });
  const value = plainValue(evaluateOver(transition.lock, { ...stored.values, ...proposal.fields }, environment));
  await waitFor(tx, value);
}

/** Waits for the other firings with a value that is written out, before any record is locked. */
export async function lockWritten(tx: Reading, { lock }: TransitionModel): Promise<void> {
  if (lock?.node.kind === 'literal') await waitFor(tx, lock.node.value);
}

async function waitFor({ db, call }: Reading, value: unknown): Promise<void> {
  const name = JSON.stringify(['transition', call.context.tenantId, call.model.id, value]);
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}

/** Completes and checks the row that a transition writes, by the child entity's own rules; its faults stand at `/row`. */
async function prepareRow(
  tx: Reading,
  transition: TransitionModel,
  proposal: Proposal,
  above: { readonly id: string; readonly values: Row; readonly trusted: boolean },
): Promise<PreparedTransition['row']> {
  const { call } = tx;
  const model = call.snapshot.entities.get(transition.writes ?? '');
  if (model?.parent === undefined) return undefined;
  const child = callFor(call, model);
  const id = proposal.rowId ?? call.services.ids.next();
  const given: Row = { ...proposal.row, [model.parent.field]: above.id };
  const { values: parent, trusted } = above;
  const status = model.initialState ?? null;
  const record = { id, status, given, stage: 'complete', others: { parent }, trusted } as const;
  const values = await within('/row', () => prepareNew(withCall(tx, child), record));
  return { call: child, id, values };
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
  tx: Tx,
  stored: StoredRecord,
  transition: TransitionModel,
  proposal: Proposal,
  options: ApplyOptions = {},
): Promise<void> {
  const acting = options.requestedBy === undefined ? tx.call : await callOf(tx, options.requestedBy);
  const prepared = await prepareTransition(withCall(tx, acting), stored, transition, proposal, options);
  await applyPrepared(withCall(tx, acting), stored, transition, proposal, prepared);
}

/** Applies a transition that has been prepared in this transaction. */
export async function applyPrepared(
  tx: Tx,
  stored: StoredRecord,
  transition: TransitionModel,
  proposal: Proposal,
  { values: next, row, environment }: PreparedTransition,
): Promise<void> {
  const { call } = tx;
  const set = Object.keys(transition.set);
  const values = await copyUploads(tx, stored.id, next, stored.values, set);
  await updateRecord(tx, stored, values, transition.key, siteChanges(call, proposal.site));
  await settleFiles(tx, stored.id, stored.values, values);
  if (row !== undefined) await writeRow(tx, stored, proposal, values, row);
  else if (proposal.site !== undefined) await sealStep(tx, stored, transition, proposal, values);
  const written = { id: stored.id, from: stored.status, values, before: stored.values };
  const acts = transition.effectSteps.length > 0;
  await settleFlow(tx, written, false, acts);
  if (acts) {
    await runEffects(tx, transition.effectSteps, {
      id: stored.id,
      values,
      stored: stored.values,
      row: environment.row,
      transition,
      action: transition.title,
    });
    await tellArrival(tx, written);
  }
  await runAfterRules(tx, {
    id: stored.id,
    values,
    stored: stored.values,
    row: { ...environment.row },
    transition: transition.key,
    action: transition.title,
  });
  await tx.verbs.tryAutomatic(tx, stored.id);
  if (call.model.parent !== undefined) {
    const aboveId = stored.values[call.model.parent.field];
    if (typeof aboveId === 'string') await afterWriteBelow(tx, aboveId);
  }
}

/** Seals what was done where the place was proven, with the record as it is then. */
async function sealStep(
  tx: Tx,
  { id }: StoredRecord,
  { key }: TransitionModel,
  proposal: Proposal,
  values: Row,
): Promise<void> {
  await tx.call.services.parts.evidence.seal(tx, { recordId: id, values, proposal, transition: key });
}

/** Inserts the row that a transition writes, and seals what the person saw and signed. */
async function writeRow(
  tx: Tx,
  stored: StoredRecord,
  proposal: Proposal,
  values: Row,
  row: NonNullable<PreparedTransition['row']>,
): Promise<void> {
  await storeNew(withCall(tx, callFor(tx.call, row.call.model)), row.id, row.values);
  await tx.call.services.parts.evidence.seal(tx, {
    recordId: stored.id,
    values,
    proposal: { ...proposal, row: row.values, rowId: row.id },
    row: { entityKey: row.call.model.key, id: row.id },
  });
  await afterWrite(
    withCall(tx, row.call),
    { id: row.id, from: null, values: { ...row.values, id: row.id } },
    { saved: {} },
  );
}

/**
 * Moves a record to a state, or writes some of its values, without a transition of its own: what `pending`, a rejection
 * and a request taken back do. Guards are not asked.
 * @param besides what its log row says besides the fields that changed.
 * @param keepRequests leaves open requests open although the state changes: for the request that moves the record.
 * @param returns the record goes back where it was: what that state asks for it need not have, or it could not go back.
 */
export async function moveRecord(
  tx: Tx,
  stored: StoredRecord,
  change: { readonly status?: string; readonly values?: Row },
  options: {
    readonly action: string;
    readonly keepRequests?: boolean;
    readonly returns?: boolean;
    readonly besides?: readonly AuditChange[];
  },
): Promise<void> {
  const next: Row = { ...stored.values, ...change.values };
  if (change.status !== undefined) next.status = change.status;
  const environment = await prepareEnvironment(tx, next, { stored: stored.values });
  const { values: settled } = settleRecord(tx.call.model, next, new Set(), environment);
  const values = withDerived(tx.call, { record: settled, old: stored.values }, environment);
  if (options.returns !== true) refuseMissing(tx.call.model, values, environment);
  await updateRecord(tx, stored, values, options.action, options.besides);
  await settleFiles(tx, stored.id, stored.values, values);
  const written = { id: stored.id, from: stored.status, values, before: stored.values };
  await afterWrite(tx, written, { keepRequests: options.keepRequests === true });
}

/** Refuses a record that lacks what the state asks for to which it comes. */
function refuseMissing(model: EntityModel, values: Row, environment: RecordEnvironment): void {
  const missing = model.fields.flatMap((field) => missingHere(model, field, values, environment));
  if (missing.length > 0) throw invalidInput(missing);
}
