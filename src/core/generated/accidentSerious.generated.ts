/* Generated from schemas/areas/risk/accidentSerious.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 事故严重性设置：一条记录
 */
export interface AccidentSeriousRecord {
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
   * 分值
   */
  score: number;
  /**
   * 等级名称
   */
  name: string;
  /**
   * 法律法规
   */
  law: string;
  /**
   * 人员伤亡
   */
  people: string;
  /**
   * 直接经济损失
   */
  loss: string;
  /**
   * 停工
   */
  stop: string | null;
  /**
   * 环境影响
   */
  env: string | null;
  /**
   * 企业形象
   */
  image: string | null;
  /**
   * 依据。标准条款；待核实的注明
   */
  source: string | null;
}
