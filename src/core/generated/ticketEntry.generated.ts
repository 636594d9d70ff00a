/* Generated from schemas/areas/ticket/ticketEntry.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 进出登记：一条记录
 */
export interface TicketEntryRecord {
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
   * 人员
   */
  personId: string;
  /**
   * 带入工器具(件)
   */
  toolsIn: number | null;
  /**
   * 进入时间
   */
  enterTime: string;
  /**
   * 带出工器具(件)
   */
  toolsOut: number | null;
  /**
   * 离开时间
   */
  leaveTime: string | null;
}
