import type { ApproveInfo } from '../../core/wire/approval.ts';

/** The rarer acts on a request: having another sign too, handing on, taking back, ending. */
export type RequestAct = 'addSigner' | 'transfer' | 'revoke' | 'terminate';

/** Which of them the person may do now, as the server says. */
export function requestActs(
  info: Pick<ApproveInfo, 'mayVote' | 'blocked' | 'taskId' | 'mayRevoke' | 'mayTerminate'>,
): readonly RequestAct[] {
  return [
    // Whoever does not decide himself has nobody sign beside him.
    ...(info.mayVote && info.blocked === null && info.taskId !== null ? (['addSigner'] as const) : []),
    ...(info.mayVote && info.taskId !== null ? (['transfer'] as const) : []),
    ...(info.mayRevoke ? (['revoke'] as const) : []),
    ...(info.mayTerminate ? (['terminate'] as const) : []),
  ];
}
