/* Generated from schemas/areas/risk/riskUnit.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 风险分析单元：一条记录
 */
export interface RiskUnitRecord {
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
   * 单元名称
   */
  unitName: string;
  /**
   * 所属对象
   */
  objectId: string;
  /**
   * 对象名称
   */
  objectName: string | null;
  /**
   * 单元类别
   */
  unitType: string;
  /**
   * 设备
   */
  equipmentIds: string[] | null;
  /**
   * 责任部门
   */
  deptId: string;
  /**
   * 责任人
   */
  dutyUserId: string;
  /**
   * 风险等级
   */
  riskLevel: string | null;
}
