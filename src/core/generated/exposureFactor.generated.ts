/* Generated from schemas/areas/risk/exposureFactor.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 暴露人员校正系数：一条记录
 */
export interface ExposureFactorRecord {
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
   * 人数下限
   */
  minPeople: number;
  /**
   * 人数上限。最高一档不填
   */
  maxPeople: number | null;
  /**
   * 校正系数α
   */
  alpha: number;
  /**
   * 依据
   */
  source: string | null;
}
