/* Generated from schemas/areas/ticket/ticketAccept.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 验收记录：一条记录
 */
export interface TicketAcceptRecord {
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
   * 验收意见
   */
  acceptOpinion: string;
  /**
   * 无残留火种
   */
  noFire: string | null;
  /**
   * 人员和工器具已清点
   */
  allOut: string | null;
  /**
   * 作业负责人签字
   */
  acceptSign: Record<string, unknown>;
  /**
   * 验收时间
   */
  acceptTime: string | null;
}
