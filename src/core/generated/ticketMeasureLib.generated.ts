/* Generated from schemas/areas/ticket/ticketMeasureLib.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 安全措施库：一条记录
 */
export interface TicketMeasureLibRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: '0' | '1';
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
   * 作业类型
   */
  type: string;
  /**
   * 序号
   */
  seq: number;
  /**
   * 安全措施
   */
  content: string;
  /**
   * 是否填空
   */
  hasFill: string | null;
  /**
   * 是否法定
   */
  statutory: string | null;
}
