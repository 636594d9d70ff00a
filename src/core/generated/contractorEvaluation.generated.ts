/* Generated from schemas/areas/contractor/contractorEvaluation.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 承包商安全评价：一条记录
 */
export interface ContractorEvaluationRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: '0' | '1' | '2' | '3' | '4';
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
   * 评价名称
   */
  title: string;
  /**
   * 承包商
   */
  contractor: string;
  /**
   * 评价类型
   */
  evalType: string;
  /**
   * 评价期间
   */
  periodStart: string;
  /**
   * 评价期间止
   */
  periodEnd: string | null;
  /**
   * 项目名称
   */
  project: string | null;
  /**
   * 评价项目
   */
  items: {
    /**
     * 评价内容
     */
    item: string;
    /**
     * 标准分
     */
    full: number;
    /**
     * 得分
     */
    score: number;
    /**
     * 扣分原因
     */
    reason?: string | null;
  }[];
  /**
   * 总分
   */
  total: number | null;
  /**
   * 等级
   */
  grade: string | null;
  /**
   * 评价人。至少两人，来自不同部门
   */
  evaluators: string[];
  /**
   * 评价意见
   */
  opinion: string;
}
