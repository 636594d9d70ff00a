/* Generated from schemas/areas/system/companyEntry.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 进入企业授权：一条记录
 */
export interface CompanyEntryRecord {
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
   * 平台人员
   */
  userId: string;
  /**
   * 可进入的企业
   */
  companyId: string;
  /**
   * 有效期至。不填表示一直有效，删除授权即收回
   */
  until: string | null;
  /**
   * 授权事由
   */
  reason: string;
}
