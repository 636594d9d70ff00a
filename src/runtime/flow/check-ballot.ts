import type { VoteAsks } from '../../core/wire/approval.ts';
import type { WireFault } from '../../core/wire/contract.ts';
import type { BallotInput } from './flow-calls.ts';
import { flowText } from './text.ts';

/** Longest opinion, in characters. */
export const OPINION_LENGTH = 200;

/** What is wrong with a decision before it is sent; the server checks it again. */
export function checkBallot(asks: VoteAsks, ballot: BallotInput): readonly WireFault[] {
  const faults: WireFault[] = [];
  const opinion = ballot.opinion?.trim() ?? '';
  const { length } = [...opinion];
  if (ballot.result === 'reject' && length === 0) {
    faults.push({ pointer: '/opinion', msg: flowText('vote.opinion.rejectRequired') });
  } else if (ballot.result === 'reject' && (length < 2 || length > OPINION_LENGTH)) {
    faults.push({ pointer: '/opinion', msg: flowText('vote.opinion.length') });
  } else if (length > OPINION_LENGTH) {
    faults.push({ pointer: '/opinion', msg: flowText('vote.opinion.tooLong') });
  } else if (ballot.result === 'pass' && asks.opinion === 'required' && length === 0) {
    faults.push({ pointer: '/opinion', msg: flowText('vote.opinion.required') });
  }
  if (asks.signature && (ballot.signature ?? '') === '') {
    faults.push({ pointer: '/signature', msg: flowText('vote.signature.required') });
  }
  return faults;
}
