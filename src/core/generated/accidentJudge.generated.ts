/* Generated from schemas/areas/risk/accidentJudge.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 风险判定设置：一条记录
 */
export interface AccidentJudgeRecord {
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
   * 风险值下限
   */
  minR: number;
  /**
   * 风险值上限
   */
  maxR: number;
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
   * 应采取的行动
   */
  action: string;
  /**
   * 实施期限
   */
  limit: string | null;
  /**
   * 依据。标准条款；待核实的注明
   */
  source: string | null;
}
