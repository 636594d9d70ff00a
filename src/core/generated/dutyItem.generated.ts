/* Generated from schemas/areas/risk/dutyItem.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 包保任务：一条记录
 */
export interface DutyItemRecord {
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
   * 包保责任人。与排查任务的任务类型对应
   */
  kind: '1' | '2' | '3';
  /**
   * 任务序号
   */
  no: number;
  /**
   * 任务内容
   */
  content: string;
  /**
   * 频次要求
   */
  cycle: string | null;
  /**
   * 执行中的计划
   */
  planCount: number | null;
  /**
   * 近期应完成
   */
  dueCount: number | null;
  /**
   * 按时完成
   */
  doneCount: number | null;
  /**
   * 完成率
   */
  doneRate: number | null;
  /**
   * 依据。文件条款；待核实的注明
   */
  source: string | null;
}
