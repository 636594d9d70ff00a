import type { EntityCall } from '../../records/call/ports.ts';

/** Who keeps a file until he has fetched it, or a day has passed. */
export const keeperOf = ({ context: { tenantId, caller } }: EntityCall) => ({
  tenantId,
  userId: caller.userId,
  deptId: caller.deptId,
});
