import type { CallContext } from '../../server/ground/context.ts';
import { users } from './people.ts';
import type { TenantId } from './types.ts';

const people = new Map(users.map((user) => [user.id, user]));

/** A call of the person who keeps a record, at the time when it was kept; of the platform where nobody is named. */
export function contextOf(
  tenantId: TenantId,
  { createUser = '', createTime }: { readonly createUser?: string; readonly createTime?: Date },
  now: Date = new Date(),
): CallContext {
  const at = createTime ?? now;
  const person = people.get(createUser);
  const deptIds = person?.dept ?? [];
  return {
    caller: {
      userId: createUser,
      account: person?.account ?? 'system',
      realName: person?.realName ?? '演示工厂',
      tenantId,
      homeTenantId: tenantId,
      deptId: deptIds[0] ?? '',
      deptIds,
      deptTreeIds: deptIds,
      postIds: [],
      roleCodes: [],
      scope: 'tenant',
      sessionId: '',
    },
    tenantId,
    clock: { now: () => at },
    requestId: 'demo-plant',
    ip: '',
    idempotencyKey: undefined,
  };
}
