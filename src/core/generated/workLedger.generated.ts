/* Generated from schemas/areas/risk/workLedger.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 作业活动台账：一条记录
 */
export interface WorkLedgerRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: '0' | '1';
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
   * 编号
   */
  code: string;
  /**
   * 作业活动名称
   */
  name: string;
  /**
   * 作业活动内容
   */
  content: string;
  /**
   * 岗位/地点
   */
  place: string;
  /**
   * 所属风险分区
   */
  area: string;
  /**
   * 所属单位
   */
  dept: string;
  /**
   * 活动频率
   */
  frequency: string;
  /**
   * 是否特殊作业
   */
  isSpecialWork: string;
  /**
   * 作业步骤
   */
  steps: {
    /**
     * 序号
     */
    no: number;
    /**
     * 步骤
     */
    step: string;
  }[];
  /**
   * 风险等级
   */
  riskLevel: string | null;
}
