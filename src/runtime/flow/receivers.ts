import type { ApproveInfo } from '../../core/wire/approval.ts';
import { flowText } from './text.ts';

/** Why a person cannot take a task over, as far as the task tells it; undefined where he may be able to. */
export function receiverMisfit(receivers: ApproveInfo['receivers'], userId: string): string | undefined {
  if (receivers === null) return undefined;
  const refused = receivers.refused.find((one) => one.userId === userId);
  if (refused !== undefined) return refused.reason;
  return receivers.only === null || receivers.only.includes(userId) ? undefined : flowText('vote.unqualified');
}
