/* Generated from schemas/areas/ticket/ticketResume.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 恢复记录：一条记录
 */
export interface TicketResumeRecord {
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
   * 安全措施已复核
   */
  measuresOk: string;
  /**
   * 复核情况
   */
  checkNote: string | null;
  /**
   * 复核签字
   */
  resumeSign: Record<string, unknown>;
  /**
   * 暂停时间
   */
  suspendedAt: string | null;
  /**
   * 申请恢复时间
   */
  resumeTime: string | null;
}
