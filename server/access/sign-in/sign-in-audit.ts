import type { Clock } from '../../ground/context.ts';
import type { Connection } from '../../ground/database/database.ts';
import type { SnowflakeIds } from '../../ground/database/snowflake.ts';

/** An act that is about no record of an entity, for the audit log: signing in and out, and what is published of a design. */
export interface AuditedAct {
  /**
   * `session` for sessions, `user` for what concerns the account, `access` for what somebody tried to see, `design` for
   * changes of forms, lists and flows.
   */
  readonly entityKey: 'session' | 'user' | 'access' | 'design';
  readonly recordId: string;
  readonly action:
    | 'signIn'
    | 'signInFailed'
    | 'signOut'
    | 'enter'
    | 'tokenReused'
    | 'lock'
    | 'updatePassword'
    | 'readRefused'
    | 'publish'
    | 'rollBack';
  /** Default the account. */
  readonly recordTitle?: string;
  readonly summary: string;
  readonly userId: string | null;
  readonly account: string;
  readonly ip: string;
  readonly requestId: string;
}

const ENTITY_TITLES: Readonly<Record<AuditedAct['entityKey'], string>> = {
  session: '登录会话',
  user: '用户',
  access: '访问',
  design: '表单设计',
};

const ACTION_TITLES: Readonly<Record<AuditedAct['action'], string>> = {
  signIn: '登录',
  signInFailed: '登录失败',
  readRefused: '访问被拒绝',
  signOut: '退出',
  enter: '进入企业',
  tokenReused: '令牌重复使用',
  lock: '锁定',
  updatePassword: '修改密码',
  publish: '发布',
  rollBack: '回退',
};

/** Writes an event into the audit log, inside the transaction that it tells of. */
export async function auditAct(
  connection: Connection,
  clock: Clock,
  ids: SnowflakeIds,
  event: AuditedAct,
): Promise<void> {
  await connection.execute(
    `insert into data."auditLog" (id, "tenantId", "createUser", "createTime", time, "userId", account, "entityKey",
       "recordId", "recordTitle", action, summary, ip, "requestId", "entityTitle", "actionTitle")
     values ($1, $2, $3, $4, $4, $3, $5, $6, $7, $14, $8, $9, $10, $11, $12, $13)`,
    [
      ids.next(),
      connection.tenantId,
      event.userId,
      clock.now(),
      event.account.slice(0, 32),
      event.entityKey,
      event.recordId,
      event.action,
      event.summary,
      event.ip,
      event.requestId,
      ENTITY_TITLES[event.entityKey],
      ACTION_TITLES[event.action],
      (event.recordTitle ?? event.account).slice(0, 255),
    ],
  );
}
