import type { ApproveInfo } from '../../core/wire/approval.ts';

/** The rarer acts on a request: handing on, taking back, ending. */
export type RequestAct = 'transfer' | 'revoke' | 'terminate';

/** Which of them the person may do now, as the server says. */
export function requestActs(
  info: Pick<ApproveInfo, 'mayVote' | 'taskId' | 'mayRevoke' | 'mayTerminate'>,
): readonly RequestAct[] {
  return [
    ...(info.mayVote && info.taskId !== null ? (['transfer'] as const) : []),
    ...(info.mayRevoke ? (['revoke'] as const) : []),
    ...(info.mayTerminate ? (['terminate'] as const) : []),
  ];
}
