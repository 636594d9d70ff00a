/* Generated from schemas/areas/risk/controlMeasure.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 管控措施：一条记录
 */
export interface ControlMeasureRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: 'valid' | 'failed' | 'discarded';
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
   * 风险事件
   */
  eventId: string | null;
  /**
   * 所属单元
   */
  unitName: string | null;
  /**
   * 所属对象
   */
  objectName: string | null;
  /**
   * 管控方式
   */
  dataSrc: string;
  /**
   * 措施分类一
   */
  classify1: string;
  /**
   * 措施分类二
   */
  classify2: string;
  /**
   * 措施分类三
   */
  classify3: string | null;
  /**
   * 管控措施
   */
  measureDesc: string;
  /**
   * 隐患排查内容
   */
  troubleContent: string | null;
  /**
   * 关联监测点位
   */
  pointId: string | null;
  /**
   * 责任人
   */
  dutyUserId: string;
  /**
   * 降低可能性
   */
  lReduce: number | null;
  /**
   * 降低严重性
   */
  sReduce: number | null;
  /**
   * 失效原因
   */
  failReason: string | null;
  /**
   * 废弃原因
   */
  discardReason: string | null;
}
