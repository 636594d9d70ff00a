/* Generated from schemas/areas/risk/controlLevel.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 管控层级设置：一条记录
 */
export interface ControlLevelRecord {
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
   * 评价级别
   */
  evalLevel: string;
  /**
   * 管控层级
   */
  controlLevel: string;
  /**
   * 责任岗位
   */
  dutyPostIds: string[] | null;
  /**
   * 分值
   */
  score: number;
  /**
   * 说明
   */
  description: string | null;
}
