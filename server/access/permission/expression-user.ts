import type { ExpressionUser } from '../../../src/core/expression/index.ts';
import type { Caller } from '../../ground/context.ts';

/** A person as expressions see him. */
export function expressionUser(caller: Caller): ExpressionUser {
  return {
    userId: caller.userId === '' ? null : caller.userId,
    account: caller.account,
    realName: caller.realName,
    deptId: caller.deptId === '' ? null : caller.deptId,
    deptIds: caller.deptTreeIds,
    roles: caller.roleCodes,
    tenantId: caller.tenantId,
  };
}
