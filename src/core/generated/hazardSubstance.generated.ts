/* Generated from schemas/areas/risk/hazardSubstance.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 危险化学品临界量：一条记录
 */
export interface HazardSubstanceRecord {
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
   * 名称
   */
  name: string;
  /**
   * CAS号
   */
  cas: string | null;
  /**
   * 临界量Q
   */
  criticalQ: number;
  /**
   * 校正系数β
   */
  beta: number;
  /**
   * 依据。标准条款；待核实的注明
   */
  source: string | null;
}
