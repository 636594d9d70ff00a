/* Generated from schemas/areas/risk/riskArea.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 风险区域：一条记录
 */
export interface RiskAreaRecord {
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
   * 区域编码
   */
  areaCode: string;
  /**
   * 区域名称
   */
  areaName: string;
  /**
   * 上级区域
   */
  parentId: string | null;
  /**
   * 区域类型
   */
  areaType: string;
  /**
   * 责任部门
   */
  deptId: string;
  /**
   * 责任人
   */
  dutyUserId: string;
  /**
   * 联系电话
   */
  phone: string | null;
  /**
   * 风险等级
   */
  riskLevel: string | null;
  /**
   * 人工提高等级。只能高于区域内单元和事件的最高等级，低于时不起作用
   */
  raisedLevel: string | null;
  /**
   * 动态等级
   */
  dynamicLevel: string | null;
  /**
   * 是否预警
   */
  warned: string | null;
  /**
   * 预警原因
   */
  warnReason: string | null;
  /**
   * 应管控层级
   */
  warnControl: string | null;
  /**
   * 是否重大危险源
   */
  isMajor: string;
  /**
   * 坐标
   */
  geo: Record<string, unknown> | null;
  /**
   * 区域范围。至少三个顶点，按顺序围成区域
   */
  polygon: Record<string, unknown>;
  /**
   * 最大人数
   */
  maxPeople: number | null;
  /**
   * 主要风险
   */
  mainRisk: string | null;
}
