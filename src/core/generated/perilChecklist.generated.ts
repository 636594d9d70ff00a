/* Generated from schemas/areas/hidden-danger/perilChecklist.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 排查清单：一条记录
 */
export interface PerilChecklistRecord {
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
   * 清单名称
   */
  name: string;
  /**
   * 排查类型
   */
  source: string;
  /**
   * 编制依据
   */
  basis: string | null;
  /**
   * 说明
   */
  remark: string | null;
}
