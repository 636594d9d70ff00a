/* Generated from schemas/areas/troubleshooting/troubleTask.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 排查任务：一条记录
 */
export interface TroubleTaskRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: '1' | '2' | '3' | '4' | '5';
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
   * 任务编号
   */
  taskNo: string | null;
  /**
   * 排查计划
   */
  planId: string;
  /**
   * 任务类型
   */
  taskKind: string | null;
  /**
   * 包保任务对应项
   */
  dutyItem: number | null;
  /**
   * 包保任务内容
   */
  dutyContent: string | null;
  /**
   * 管控措施
   */
  measureId: string;
  /**
   * 排查内容
   */
  troubleContent: string | null;
  /**
   * 风险事件
   */
  eventId: string | null;
  /**
   * 风险分析单元
   */
  unitId: string | null;
  /**
   * 风险分析对象
   */
  objectId: string | null;
  /**
   * 重大危险源
   */
  majorSourceId: string | null;
  /**
   * 风险对象
   */
  objectName: string | null;
  /**
   * 风险单元
   */
  unitName: string | null;
  /**
   * 排查部门
   */
  deptId: string;
  /**
   * 排查人
   */
  executorIds: string[];
  /**
   * 实际排查人
   */
  executorId: string | null;
  /**
   * 排查方式
   */
  checkMeans: string[] | null;
  /**
   * 任务时段
   */
  taskTime: string;
  /**
   * 时段止
   */
  taskEnd: string;
  /**
   * 待排查时段止
   */
  openEnd: string | null;
  /**
   * 提前提醒
   */
  remindBefore: number | null;
  /**
   * 剩余时间
   */
  leftTime: number | null;
  /**
   * 排查结果
   */
  result: string | null;
  /**
   * 异常登记
   */
  exceptionState: string | null;
  /**
   * 排查时间
   */
  checkTime: string | null;
  /**
   * 是否补充排查
   */
  late: string | null;
  /**
   * 补充原因
   */
  lateReason: string | null;
  /**
   * 作废原因
   */
  cancelReason: string | null;
  /**
   * 关联隐患
   */
  perilId: string | null;
}
