/* Generated from schemas/areas/system/auditLog.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 操作日志：一条记录
 */
export interface AuditLogRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 创建人
   */
  createUser: string;
  /**
   * 创建部门
   */
  createDept: string;
  /**
   * 创建时间
   */
  createTime: string;
  /**
   * 修改人
   */
  updateUser: string;
  /**
   * 修改时间
   */
  updateTime: string;
  /**
   * 版本
   */
  version: number;
  /**
   * 时间
   */
  time: string | null;
  /**
   * 操作人
   */
  userId: string | null;
  /**
   * 登录账号
   */
  account: string | null;
  /**
   * 业务
   */
  entityTitle: string | null;
  /**
   * 操作
   */
  actionTitle: string | null;
  /**
   * 记录名称
   */
  recordTitle: string | null;
  /**
   * 业务代码
   */
  entityKey: string | null;
  /**
   * 操作代码
   */
  action: string | null;
  /**
   * 记录编号
   */
  recordId: string | null;
  /**
   * 变更内容
   */
  summary: string | null;
  /**
   * 起因
   */
  cause: string | null;
  /**
   * 来源地址
   */
  ip: string | null;
  /**
   * 请求编号
   */
  requestId: string | null;
  /**
   * 校验值
   */
  hash: string | null;
  /**
   * 字段变化
   */
  changes: {}[] | null;
}
