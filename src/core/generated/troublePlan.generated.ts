/* Generated from schemas/areas/troubleshooting/troublePlan.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 排查计划：一条记录
 */
export interface TroublePlanRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: 'draft' | 'approving' | 'approved' | 'running' | 'finished' | 'stopped' | 'rejected';
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
   * 计划编号
   */
  planNo: string | null;
  /**
   * 计划名称
   */
  planName: string;
  /**
   * 任务类型。主要负责人、技术负责人、操作负责人任务即重大危险源包保任务
   */
  taskKind: string;
  /**
   * 包保任务对应项
   */
  dutyItem: number | null;
  /**
   * 包保任务内容
   */
  dutyContent: string | null;
  /**
   * 风险分析对象。包保任务只能选关联重大危险源的对象
   */
  objectId: string;
  /**
   * 风险分析单元
   */
  unitIds: string[];
  /**
   * 管控措施。只列管控方式为隐患排查的有效措施；每次到期为每条措施生成一个任务
   */
  measureIds: string[];
  /**
   * 排查部门
   */
  deptId: string;
  /**
   * 排查人。其中任何一人完成即可
   */
  executorIds: string[];
  /**
   * 排查周期
   */
  checkCycle: number;
  /**
   * 周期单位
   */
  checkCycleUnit: string;
  /**
   * 首次执行时间
   */
  taskStartTime: string;
  /**
   * 工作时段
   */
  workStart: string | null;
  /**
   * 工作时段止
   */
  workEnd: string | null;
  /**
   * 工作日类型
   */
  workdayKind: string;
  /**
   * 排查方式
   */
  checkMeans: string[];
  /**
   * 提前提醒
   */
  remindBefore: number | null;
  /**
   * 终止原因
   */
  stopReason: string | null;
}
