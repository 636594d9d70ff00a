/* Generated from schemas/areas/risk/workRisk.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 作业风险(JHA)：一条记录
 */
export interface WorkRiskRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: 'draft' | 'reviewing' | 'effective' | 'revising' | 'rejected' | 'discarded';
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
   * 责任部门
   */
  deptId: string;
  /**
   * 岗位
   */
  post: string;
  /**
   * 作业活动台账
   */
  workId: string | null;
  /**
   * 作业活动
   */
  activity: string;
  /**
   * 活动频率
   */
  frequency: string;
  /**
   * 作业步骤
   */
  steps: {
    /**
     * 步骤
     */
    step: string;
    /**
     * 危害因素
     */
    hazard: string;
    /**
     * 事故类型
     */
    accidentType: string;
    /**
     * 现有措施
     */
    measures: string;
    /**
     * L
     */
    lValue: string;
    /**
     * S
     */
    sValue: string;
    /**
     * R
     */
    rValue?: number | null;
    /**
     * 评价级别
     */
    evalLevel?: string | null;
    /**
     * 管控层级
     */
    controlLevel?: string | null;
    /**
     * 建议措施
     */
    suggest?: string | null;
  }[];
  /**
   * 最大R
   */
  maxR: number | null;
  /**
   * 评价级别
   */
  evalLevel: string | null;
  /**
   * 风险等级
   */
  riskLevel: string | null;
  /**
   * 管控层级
   */
  controlLevel: string | null;
  /**
   * 评价人
   */
  evaluatorId: string;
  /**
   * 评价时间
   */
  evaluationTime: string;
  /**
   * 下次评价
   */
  nextEvaluation: string | null;
  /**
   * 是否逾期未评
   */
  isOverdue: string | null;
  /**
   * 修订或废弃原因
   */
  changeReason: string | null;
  /**
   * 生效时间
   */
  effectiveTime: string | null;
}
