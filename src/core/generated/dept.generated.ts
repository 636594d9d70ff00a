/* Generated from schemas/areas/system/dept.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 部门：一条记录
 */
export interface DeptRecord {
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
   * 上级部门
   */
  parentId: string | null;
  /**
   * 部门名称
   */
  deptName: string;
  /**
   * 部门全称
   */
  fullName: string;
  /**
   * 部门类型
   */
  deptCategory: string;
  /**
   * 业务类型
   */
  deptType: string;
  /**
   * 职能。作业票按职能确定必须参加的部门，如消防、安全
   */
  functions: string[] | null;
  /**
   * 负责人
   */
  leader: string | null;
  /**
   * 电话
   */
  phone: string | null;
  /**
   * 排序
   */
  sort: number;
  /**
   * 备注
   */
  remark: string | null;
}
