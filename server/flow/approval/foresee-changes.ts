import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import { applyDefaults, computeRecord } from '../../../src/core/validation/compute-record.ts';
import { evaluateOver, holds, storedValue } from '../../../src/core/validation/record-environment.ts';
import { callOf } from '../../records/call/call-of.ts';
import { callFor, withCall } from '../../records/call/entity-call.ts';
import type { Proposal, Reading } from '../../records/call/ports.ts';
import { prepareEnvironment } from '../../records/call/prepare-environment.ts';
import type { Row } from '../../records/call/record-row.ts';
import { readRecord } from '../../records/read/read-record.ts';
import { type ApprovalRequest, rowModel } from './request.ts';

/** What a request's record is, and what `set` and `to` of its transition would write into it if it were granted now. */
interface ForeseenChanges {
  readonly before: Row;
  /** Values of `set` by field, and `status` where the state would be another. */
  readonly after: Row;
}

/**
 * The consequences of a request, computed as its grant would: as the person who asked for it, over the record of now
 * and the row that would be written. Guards are not asked and nothing is written. Undefined where nothing is awaited
 * any more or the record is gone.
 */
export async function foreseeChanges(
  tx: Reading,
  request: ApprovalRequest,
  transition: TransitionModel,
  proposal: Proposal,
): Promise<ForeseenChanges | undefined> {
  const { call } = tx;
  if (request.status !== 'open') return undefined;
  const internal = { ...call, internal: true };
  const before = await readRecord(withCall(tx, internal), request.recordId, 'all');
  if (before === undefined) return undefined;
  const acting = request.openedBy === '' ? internal : await callOf(withCall(tx, internal), request.openedBy);
  const given: Row = { ...proposal.fields, ...proposal.row };
  const own = await prepareEnvironment(withCall(tx, acting), before, { stored: before, row: given });
  const stored = computeRecord(call.model, before, own);
  const proposed: Row = { ...stored, ...proposal.fields };
  const row = await rowValues(withCall(tx, acting), request, transition, proposal, proposed);
  const environment = await prepareEnvironment(withCall(tx, acting), proposed, {
    stored,
    row: { ...proposal.fields, ...row },
    transition,
  });
  const after: Row = {};
  for (const [target, expression] of Object.entries(transition.set)) {
    const field = call.model.field.get(target);
    if (field !== undefined) after[target] = storedValue(evaluateOver(expression, proposed, environment), field);
  }
  const branch = transition.to.find(({ when }) => when === undefined || holds(when, proposed, environment));
  if (branch !== undefined && branch.state !== before.status) after.status = branch.state;
  return { before, after };
}

/** The row that would be written, with its defaults and computed fields; numbers of a series are not drawn for it. */
async function rowValues(
  tx: Reading,
  request: ApprovalRequest,
  transition: TransitionModel,
  proposal: Proposal,
  parent: Row,
): Promise<Row> {
  const { call } = tx;
  const model = rowModel(call.snapshot, transition);
  if (model?.parent === undefined) return {};
  const child = callFor(call, model);
  const given: Row = {
    status: model.initialState ?? null,
    createUser: request.openedBy || null,
    createTime: call.now,
    ...proposal.row,
    [model.parent.field]: request.recordId,
  };
  const parts = { others: { parent } };
  const full = applyDefaults(model, given, await prepareEnvironment(withCall(tx, child), given, parts));
  const environment = await prepareEnvironment(withCall(tx, child), { ...given, ...full }, parts);
  return { ...computeRecord(model, { ...given, ...full }, environment), id: proposal.rowId ?? null };
}
