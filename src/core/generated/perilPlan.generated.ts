/* Generated from schemas/areas/hidden-danger/perilPlan.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 排查计划：一条记录
 */
export interface PerilPlanRecord {
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
   * 排查类型
   */
  source: string;
  /**
   * 排查级别
   */
  planLevel: string;
  /**
   * 组织部门
   */
  deptId: string;
  /**
   * 负责人
   */
  leaderId: string;
  /**
   * 参与人员
   */
  memberIds: string[];
  /**
   * 受检单位
   */
  checkDeptIds: string[];
  /**
   * 排查区域
   */
  areaIds: string[] | null;
  /**
   * 计划时间
   */
  planStart: string;
  /**
   * 计划结束
   */
  planEnd: string;
  /**
   * 执行周期
   */
  cycleType: string;
  /**
   * 周期天数
   */
  cycleDays: number | null;
  /**
   * 检查表。检查项复制到每个任务
   */
  checklistId: string;
  /**
   * 排查依据
   */
  basis: string | null;
  /**
   * 附件
   */
  files:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
  /**
   * 终止原因
   */
  stopReason: string | null;
}
