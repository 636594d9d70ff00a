/* Generated from schemas/areas/hidden-danger/perilScheme.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 治理方案：一条记录
 */
export interface PerilSchemeRecord {
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
   * 隐患
   */
  perilId: string;
  /**
   * 治理目标和任务。重大隐患必填（安监总局令第16号第十五条）
   */
  goal: string | null;
  /**
   * 治理方法和措施
   */
  measures: string;
  /**
   * 治理资金
   */
  fund: number | null;
  /**
   * 责任单位
   */
  dutyDeptId: string | null;
  /**
   * 整改责任人
   */
  dutyUserId: string;
  /**
   * 治理时间
   */
  schemeStart: string | null;
  /**
   * 治理结束
   */
  schemeEnd: string | null;
  /**
   * 整改期限
   */
  abarbeitungDeadline: string;
  /**
   * 治理期间的安全措施
   */
  safetyMeasures: string | null;
  /**
   * 应急预案
   */
  emergencyPlan: string | null;
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
}
