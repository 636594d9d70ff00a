/* Generated from schemas/areas/risk/riskAreaDetail.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 区域风险明细：一条记录
 */
export interface RiskAreaDetailRecord {
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
   * 风险区域
   */
  areaId: string | null;
  /**
   * 风险点
   */
  itemName: string;
  /**
   * 事故类型
   */
  accidentTypes: string[];
  /**
   * 风险等级
   */
  riskLevel: string;
  /**
   * 管控措施
   */
  measures: string;
  /**
   * 责任人
   */
  dutyUserId: string;
  /**
   * 联系电话
   */
  phone: string | null;
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
