/* Generated from schemas/areas/risk/riskEvent.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 风险事件：一条记录
 */
export interface RiskEventRecord {
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
   * 事件名称
   */
  eventName: string;
  /**
   * 所属单元
   */
  unitId: string;
  /**
   * 所属对象
   */
  objectName: string | null;
  /**
   * 单元名称
   */
  unitName: string | null;
  /**
   * 事故类型
   */
  accidentType: string;
  /**
   * 原因
   */
  cause: string;
  /**
   * 后果
   */
  consequence: string;
  /**
   * 评价方法
   */
  method: string;
  /**
   * 可能性L
   */
  lValue: string | null;
  /**
   * 严重性S。取法律、人员、损失、停工、形象各列最高
   */
  sValue: string | null;
  /**
   * 风险值R
   */
  rValue: number | null;
  /**
   * 可能性L
   */
  lecL: string | null;
  /**
   * 暴露频率E
   */
  lecE: string | null;
  /**
   * 后果C
   */
  lecC: string | null;
  /**
   * 风险值D
   */
  dValue: number | null;
  /**
   * 直接判定依据
   */
  directReason: ('law' | 'accident' | 'people' | 'source') | null;
  /**
   * 评价级别
   */
  evalLevel: string | null;
  /**
   * 风险等级
   */
  riskLevel: string | null;
  /**
   * 人工提高管控层级
   */
  raisedControl: string | null;
  /**
   * 管控层级
   */
  controlLevel: string | null;
  /**
   * 剩余风险值
   */
  residualR: number | null;
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
   * 修订前风险等级
   */
  levelBefore: string | null;
  /**
   * 是否计入
   */
  effective: string | null;
  /**
   * 修订或废弃原因
   */
  changeReason: string | null;
  /**
   * 生效时间
   */
  effectiveTime: string | null;
}
