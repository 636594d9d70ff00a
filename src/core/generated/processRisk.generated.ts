/* Generated from schemas/areas/risk/processRisk.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 工艺风险：一条记录
 */
export interface ProcessRiskRecord {
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
   * 工艺
   */
  technologyId: string;
  /**
   * 节点
   */
  node: string;
  /**
   * 参数
   */
  parameter: string;
  /**
   * 偏差
   */
  deviation: string;
  /**
   * 原因
   */
  cause: string;
  /**
   * 后果
   */
  consequence: string;
  /**
   * 现有安全措施
   */
  safeguards: string;
  /**
   * 可能性L
   */
  lValue: string;
  /**
   * 严重性S
   */
  sValue: string;
  /**
   * 风险值R
   */
  rValue: number | null;
  /**
   * 建议措施
   */
  suggest: string | null;
  /**
   * 是否重点监管工艺
   */
  isKeyProcess: string;
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
