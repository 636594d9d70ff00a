import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import { startsFrom } from '../../../src/core/model/starts-from.ts';
import { joined, say } from '../../../src/core/text/say.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import { actingOn, draftsOf } from '../call/author.ts';
import type { Proposal, Reading, Tx } from '../call/ports.ts';
import { prepareEnvironment } from '../call/prepare-environment.ts';
import type { StoredRecord } from '../call/stored-record.ts';
import { loadActorFacts, mayFire } from '../read/abilities.ts';
import { askedSite } from '../read/asked-site.ts';
import { lockAboveRow } from '../read/child-call.ts';
import { apartFault } from '../read/distinct-people.ts';
import { lockRecord } from '../read/read-record.ts';
import { checkVersion } from '../read/version.ts';
import { applyPrepared, lockWritten, prepareTransition } from './apply-transition.ts';
import { needsApproval } from './approval-levels.ts';
import { refuseSleeping } from './check-record.ts';
import { checkScan } from './check-scan.ts';
import { dropDraft } from './drafts/transition-drafts.ts';
import { notYours } from './not-yours.ts';
import { takeOwnRow } from './own-row.ts';
import { proveSite } from './prove-site.ts';
import { readProposal } from './read-proposal.ts';
import { staleStep } from './stale-step.ts';

/**
 * Fires a transition on a record: person, state and guards are checked and what it asks for is taken. Then it either
 * happens, or a request for it opens where an approval applies; all in the caller's transaction.
 * @param body the fields the transition asks for, `row` of the entity it writes, `copies`; `version` is checked where
 *   it is sent.
 */
export async function fireTransition(
  tx: Tx,
  id: string,
  key: string,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const transition = tx.call.model.transitions[key];
  if (transition === undefined) throw new AnlanError('unknownCall');
  await lockWritten(tx, transition);
  await lockAboveRow(tx, id);
  const stored = await lockRecord(tx, id);
  if (body.version !== undefined && body.version !== null) await checkVersion(tx, stored, body.version);
  await fireOn(tx, stored, transition, body);
}

async function fireOn(
  given: Tx,
  stored: StoredRecord,
  transition: TransitionModel,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const tx = actingOn(given, stored.values);
  const { call } = tx;
  if (!startsFrom(call.model, transition, stored.status)) {
    throw await staleStep(tx, stored, transition);
  }
  refuseSleeping(call);
  const { scan, onSite, ...read } = readProposal(call, stored, transition, body);
  const owned = await takeOwnRow(tx, stored, transition, read);
  await checkActor(tx, stored, transition, owned);
  await checkScan(tx, stored, transition, scan);
  const asked = { site: await askedSite(tx, transition.place, stored.values), demanded: !call.internal };
  const site = await proveSite(tx, stored.id, onSite, asked);
  const proposal = site === undefined ? owned : { ...owned, site };
  const prepared = await prepareTransition(tx, stored, transition, proposal);
  if (needsApproval(transition, prepared)) {
    await call.services.parts.approvals.open(tx, stored, transition, proposal, prepared.row?.values);
  } else await applyPrepared(tx, stored, transition, proposal, prepared);
  if (call.internal) return;
  // What was typed has been said.
  await dropDraft(tx.db, {
    userId: draftsOf(call.model, call.context.caller),
    entityId: call.model.id,
    recordId: stored.id,
    transition: transition.key,
  });
}

async function checkActor(
  tx: Reading,
  stored: StoredRecord,
  transition: TransitionModel,
  proposal: Proposal,
): Promise<void> {
  const { call } = tx;
  if (call.internal) return;
  const facts = await loadActorFacts(tx);
  const row = { ...proposal.fields, ...proposal.row };
  const nodes = transition.who.flatMap((actor) =>
    typeof actor === 'object' && 'expression' in actor ? [expressionNode(actor.expression)] : [],
  );
  const { values } = stored;
  const environment =
    nodes.length === 0 ? undefined : await prepareEnvironment(tx, values, { stored: values, row, transition, nodes });
  // Whom it is kept from although it would be his is told why; whose it never is, that it is not his.
  if (!mayFire(call, { ...transition, distinct: [] }, values, facts, { proposal: row, environment })) {
    throw await notYours(tx, stored.id, [transition], joined(transition.title, call.model.title));
  }
  const apart = await apartFault(tx, transition, values);
  if (apart !== undefined) throw new AnlanError('guardFailed', { detail: apart });
}

/** Fires the one transition by which the person may bring the record to a state. */
export async function changeStatus(
  tx: Tx,
  id: string,
  status: string,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { call } = tx;
  const { model } = call;
  const state = model.states[status];
  if (state === undefined) throw invalidInput([{ pointer: '/status', msg: say('没有这个状态') }]);
  await lockAboveRow(tx, id);
  const stored = await lockRecord(tx, id);
  if (body.version !== undefined && body.version !== null) await checkVersion(tx, stored, body.version);
  const possible = Object.values(model.transitions).filter(
    (transition) =>
      stored.status !== null &&
      transition.from.includes(stored.status) &&
      transition.to.some((branch) => branch.state === status),
  );
  if (possible.length === 0) {
    const from = (stored.status === null ? undefined : model.states[stored.status]?.title) ?? say('当前状态');
    throw new AnlanError('guardFailed', { detail: say('不能从“{from}”改为“{state}”', { from, state: state.title }) });
  }
  const facts = await loadActorFacts(tx);
  const permitted = call.internal
    ? possible
    : possible.filter((transition) => mayFire(call, transition, stored.values, facts));
  const [transition, second] = permitted;
  if (transition === undefined) {
    throw await notYours(tx, stored.id, possible, say('改为“{state}”', { state: state.title }));
  }
  if (second !== undefined) {
    throw new AnlanError('guardFailed', {
      detail: say('改为“{state}”有多种方式，请使用相应的操作', { state: state.title }),
    });
  }
  const { status: _, ids: __, ...fields } = body;
  await fireOn(tx, stored, transition, fields);
}
