/* Generated from schemas/areas/hidden-danger/perilTask.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 排查任务：一条记录
 */
export interface PerilTaskRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: 'pending' | 'doing' | 'done' | 'overdue' | 'cancelled';
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
  planId: string | null;
  /**
   * 任务名称
   */
  taskName: string;
  /**
   * 排查部门
   */
  deptId: string;
  /**
   * 排查人
   */
  executorIds: string[];
  /**
   * 检查表
   */
  checklistId: string;
  /**
   * 任务时间
   */
  taskStart: string;
  /**
   * 任务结束
   */
  taskEnd: string;
  /**
   * 完成时间
   */
  finishTime: string | null;
}
