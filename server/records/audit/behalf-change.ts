import { say } from '../../../src/core/text/say.ts';
import type { EntityCall } from '../call/ports.ts';
import { storing } from '../call/stored.ts';
import { type AuditChange, BEHALF_CHANGE } from './audit.ts';

/** In whose place a vote was given, as its log row says it; none where whoever voted did so for himself. */
export function behalfChanges(call: EntityCall, userId: string | undefined, name: string): readonly AuditChange[] {
  if (userId === undefined) return [];
  return storing(call, () => [
    {
      id: BEHALF_CHANGE,
      key: BEHALF_CHANGE,
      title: say('代为审批'),
      from: null,
      to: userId,
      fromText: '',
      toText: name,
    },
  ]);
}

/** Whether an entry of a log row says in whose place somebody voted, and changes nothing. */
export const isBehalf = ({ id }: Pick<AuditChange, 'id'>): boolean => id === BEHALF_CHANGE;
