/* Generated from schemas/areas/hidden-danger/perilCheckItem.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 检查项：一条记录
 */
export interface PerilCheckItemRecord {
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
   * 排查清单
   */
  checklistId: string;
  /**
   * 序号
   */
  seq: number;
  /**
   * 检查内容
   */
  content: string;
  /**
   * 检查标准
   */
  standard: string;
  /**
   * 检查方法
   */
  method: string | null;
  /**
   * 依据
   */
  basis: string | null;
}
