/** The clock of the server; tests and the demo plant inject their own. */
export interface Clock {
  now(): Date;
}

/** Row scope of a person, resolved once per session. */
export type RowScope = 'tenant' | 'departmentTree' | 'department' | 'own' | 'none';

/** Tenant whose people may enter the companies for which they were given the right. */
export const topTenant = '000000';

/** The signed-in person as checks of rights see him. */
export interface Caller {
  readonly userId: string;
  readonly account: string;
  readonly realName: string;
  /** Tenant whose data the call works on: the own one, or the chosen one for people of 000000. */
  readonly tenantId: string;
  /** Tenant that the account belongs to. */
  readonly homeTenantId: string;
  /** Main department; '' where there is none. */
  readonly deptId: string;
  readonly deptIds: readonly string[];
  /** Departments below the own ones, the own ones included. */
  readonly deptTreeIds: readonly string[];
  readonly postIds: readonly string[];
  readonly roleCodes: readonly string[];
  /** Widest row scope of the roles. */
  readonly scope: RowScope;
  readonly sessionId: string;
  /** His pseudonym, where the tenant has anonymous records. Whoever acts under it has it as his id too. */
  readonly alias?: string;
  /** Who acts under a pseudonym: in memory alone, never to be stored or told. */
  readonly behind?: string;
}

/** What every operation knows about the call it serves. */
export interface CallContext {
  readonly caller: Caller;
  readonly tenantId: string;
  readonly clock: Clock;
  readonly requestId: string;
  readonly ip: string;
  /** Idempotency key of the call (header `Idempotency-Key`), where sent. */
  readonly idempotencyKey: string | undefined;
  /** When the person did it on a device that sends it later, by the device's clock; missing where it is sent at once. */
  readonly deviceTime?: string;
  /** What the call follows from, for whoever set it to find again: copies of a context keep it. */
  readonly cause?: object;
}
