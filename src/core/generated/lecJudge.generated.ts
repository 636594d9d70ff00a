/* Generated from schemas/areas/risk/lecJudge.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 作业条件风险判定设置：一条记录
 */
export interface LecJudgeRecord {
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
   * 风险值下限（含）
   */
  minD: number;
  /**
   * 风险值上限（不含）。最高一级不填
   */
  belowD: number | null;
  /**
   * 评价级别
   */
  evalLevel: string;
  /**
   * 风险等级
   */
  riskLevel: string;
  /**
   * 风险颜色
   */
  color: string;
  /**
   * 依据
   */
  source: string | null;
}
