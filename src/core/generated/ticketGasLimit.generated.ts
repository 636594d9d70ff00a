/* Generated from schemas/areas/ticket/ticketGasLimit.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 有毒气体限值：一条记录
 */
export interface TicketGasLimitRecord {
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
   * 气体名称
   */
  substance: string;
  /**
   * 合格上限
   */
  upper: number;
  /**
   * 单位
   */
  unit: string;
  /**
   * 依据
   */
  source: string;
  /**
   * 待核实
   */
  unsure: string | null;
  /**
   * 是否法定
   */
  statutory: string | null;
}
