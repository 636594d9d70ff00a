/* Generated from schemas/areas/system/post.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 岗位：一条记录
 */
export interface PostRecord {
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
   * 岗位类型
   */
  category: string;
  /**
   * 岗位编号
   */
  postCode: string;
  /**
   * 岗位名称
   */
  postName: string;
  /**
   * 排序
   */
  sort: number;
  /**
   * 是否关键岗位
   */
  isKeyPost: string;
  /**
   * 所需证书
   */
  needCerts: string[] | null;
  /**
   * 备注
   */
  remark: string | null;
}
