/* Generated from schemas/areas/ticket/ticketSuspend.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 暂停记录：一条记录
 */
export interface TicketSuspendRecord {
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
   * 作业票
   */
  ticketId: string;
  /**
   * 暂停原因
   */
  reason: string;
  /**
   * 暂停时间
   */
  suspendTime: string | null;
  /**
   * 暂停人
   */
  suspendUserId: string | null;
}
