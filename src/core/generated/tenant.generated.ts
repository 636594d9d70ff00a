/* Generated from schemas/areas/system/tenant.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 租户：一条记录
 */
export interface TenantRecord {
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
   * 租户编号
   */
  tenantCode: string;
  /**
   * 租户名称
   */
  tenantName: string;
  /**
   * 域名地址
   */
  domain: string | null;
  /**
   * 系统背景
   */
  backgroundUrl:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
  /**
   * 联系人
   */
  linkman: string | null;
  /**
   * 联系电话
   */
  contactNumber: string | null;
  /**
   * 联系地址
   */
  address: string | null;
  /**
   * 账号额度。-1表示不限制
   */
  accountNumber: number | null;
  /**
   * 过期时间。不填表示永不过期
   */
  expireTime: string | null;
}
