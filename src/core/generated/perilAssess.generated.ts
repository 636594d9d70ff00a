/* Generated from schemas/areas/hidden-danger/perilAssess.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 隐患评估：一条记录
 */
export interface PerilAssessRecord {
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
   * 隐患等级
   */
  level: string;
  /**
   * 整改类型
   */
  reformType: string;
  /**
   * 可能性L
   */
  riskL: number | null;
  /**
   * 严重性S
   */
  riskS: number | null;
  /**
   * 风险值R
   */
  riskR: number | null;
  /**
   * 评估时间
   */
  evaluationTime: string;
  /**
   * 评估人员
   */
  assessorIds: string[] | null;
  /**
   * 评估意见
   */
  opinion: string;
  /**
   * 判定依据
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
}
