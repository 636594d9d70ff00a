/* Generated from schemas/areas/ticket/ticketGas.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 气体分析：一条记录
 */
export interface TicketGasRecord {
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
   * 取样时间
   */
  sampleTime: string;
  /**
   * 取样部位
   */
  samplePart: string;
  /**
   * 分析项目
   */
  gasKind: string;
  /**
   * 有毒气体
   */
  substanceId: string | null;
  /**
   * 气体名称
   */
  gasName: string;
  /**
   * 分析结果
   */
  value: number;
  /**
   * 单位
   */
  unit: string;
  /**
   * 作业类型
   */
  workType: string | null;
  /**
   * 爆炸下限分类
   */
  lelClass: string | null;
  /**
   * 是否富氧
   */
  oxygenRich: string | null;
  /**
   * 合格下限
   */
  lowerLimit: number | null;
  /**
   * 合格上限
   */
  upperLimit: number | null;
  /**
   * 合格标准
   */
  limitText: string | null;
  /**
   * 是否合格
   */
  qualified: string | null;
  /**
   * 分析人
   */
  analystId: string | null;
  /**
   * 分析人签字
   */
  sign: Record<string, unknown>;
  /**
   * 记录类别
   */
  kind: string;
}
