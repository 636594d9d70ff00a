import type { TransitionModel, VoteModel } from '../../../src/core/model/entity-model.ts';
import type { Reading } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { type AskedSite, askedSite } from '../../records/read/asked-site.ts';
import type { FrozenLevel } from './request.ts';

/** What the record no longer says nobody can be compared with. */
const UNSAID: AskedSite = { name: null, corners: undefined, metres: 0, tag: null };

/** What the file says today of the votes of a level; undefined for a level that it no longer has. */
export function voteModelOf({ approval }: TransitionModel, level: FrozenLevel): VoteModel | undefined {
  return level.node === undefined ? approval?.levels.find(({ key }) => key === level.key)?.vote : approval?.from?.vote;
}

/**
 * Where a vote of a level has to be given; undefined for anywhere. Whether it is asked was decided when the request
 * opened; where the place lies is as the record says now, so that an outline can be mended while people wait.
 */
export async function siteOfVote(
  tx: Reading,
  level: FrozenLevel | undefined,
  transition: TransitionModel | undefined,
  stored: Row,
): Promise<AskedSite | undefined> {
  if (level?.vote.place !== true) return undefined;
  const place = transition === undefined ? undefined : voteModelOf(transition, level)?.place;
  return (await askedSite(tx, place, stored)) ?? UNSAID;
}
