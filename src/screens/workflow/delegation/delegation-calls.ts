import { request } from '../../../api/client.ts';
import type { Delegation } from '../../../core/wire/approval.ts';

/** The person's delegations, newest first. */
export function fetchDelegations(signal?: AbortSignal): Promise<readonly Delegation[]> {
  return request({ service: 'system', path: 'flow/delegations', signal, quiet: true });
}

/** Makes a delegation. Refused with 400 where one of the same time stands already. */
export function saveDelegation(
  delegation: Readonly<Record<'delegateId' | 'startTime' | 'endTime' | 'reason', string>>,
  idempotencyKey: string,
): Promise<unknown> {
  return request({
    method: 'POST',
    service: 'system',
    path: 'flow/delegation-save',
    body: delegation,
    idempotencyKey,
    quiet: [0, 400],
  });
}

/** Takes a delegation back; what was handed over stays where it is. */
export function removeDelegation(id: string): Promise<unknown> {
  return request({ method: 'POST', service: 'system', path: 'flow/delegation-remove', body: { id } });
}
