/* Generated from schemas/areas/risk/facilityRisk.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 设施风险(SCL)：一条记录
 */
export interface FacilityRiskRecord {
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
   * 设备台账
   */
  equipmentId: string | null;
  /**
   * 设备设施
   */
  equipmentName: string;
  /**
   * 设备类别
   */
  equipType: string;
  /**
   * 所在部位
   */
  location: string;
  /**
   * 检查项目
   */
  checks: {
    /**
     * 检查项目
     */
    checkItem: string;
    /**
     * 标准
     */
    standard: string;
    /**
     * 不符合后果
     */
    deviation: string;
    /**
     * 工程技术措施
     */
    engineering?: string | null;
    /**
     * 管理措施
     */
    management?: string | null;
    /**
     * 培训教育措施
     */
    training?: string | null;
    /**
     * 个体防护措施
     */
    ppe?: string | null;
    /**
     * 应急处置措施
     */
    emergency?: string | null;
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
