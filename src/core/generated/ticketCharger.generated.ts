/* Generated from schemas/areas/ticket/ticketCharger.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 负责人变更：一条记录
 */
export interface TicketChargerRecord {
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
   * 原负责人
   */
  oldChargerId: string | null;
  /**
   * 新负责人
   */
  newChargerId: string;
  /**
   * 变更原因
   */
  reason: string;
  /**
   * 交接内容
   */
  handover: string | null;
  /**
   * 原负责人签字
   */
  oldSign: Record<string, unknown>;
  /**
   * 变更时间
   */
  changeTime: string | null;
}
