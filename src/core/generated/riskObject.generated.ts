/* Generated from schemas/areas/risk/riskObject.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 风险分析对象：一条记录
 */
export interface RiskObjectRecord {
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
   * 对象编码
   */
  objectCode: string;
  /**
   * 对象名称。如装置、罐区、仓库
   */
  objectName: string;
  /**
   * 对象类别
   */
  objectType: string;
  /**
   * 所属区域
   */
  areaId: string;
  /**
   * 责任部门
   */
  deptId: string;
  /**
   * 责任人
   */
  dutyUserId: string;
  /**
   * 关联重大危险源
   */
  majorSourceId: string | null;
  /**
   * 风险等级
   */
  riskLevel: string | null;
}
