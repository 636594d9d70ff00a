import type { CallContext, Clock } from '../context.ts';

/** Account under which the platform itself acts, as the log names it. */
const SYSTEM_ACCOUNT = 'system';

/** Context of what the platform does by itself (timers, schedules): nobody's rights bind it, and nobody is its author. */
export function systemContext(tenantId: string, clock: Clock, requestId: string): CallContext {
  return {
    caller: {
      userId: '',
      account: SYSTEM_ACCOUNT,
      realName: '系统',
      tenantId,
      homeTenantId: tenantId,
      deptId: '',
      deptIds: [],
      deptTreeIds: [],
      postIds: [],
      roleCodes: [],
      scope: 'tenant',
      sessionId: '',
    },
    tenantId,
    clock,
    requestId,
    ip: '',
    idempotencyKey: undefined,
  };
}
