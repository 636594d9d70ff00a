/* Generated from schemas/areas/system/enterpriseConfig.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 企业配置：一条记录
 */
export interface EnterpriseConfigRecord {
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
   * 企业名称
   */
  tenantName: string;
  /**
   * 系统标题。显示在登录页和浏览器标题
   */
  title: string;
  /**
   * 布局
   */
  layout: string;
  /**
   * 主题
   */
  theme: string;
  /**
   * 内容宽度
   */
  contentWidth: string;
  /**
   * 多标签页
   */
  multiTab: string;
  /**
   * 地图瓦片地址
   */
  mapTileUrl: string;
  /**
   * 中心经度
   */
  mapCenterLng: number;
  /**
   * 中心纬度
   */
  mapCenterLat: number;
  /**
   * 高度
   */
  mapAlt: number;
  /**
   * 朝向
   */
  mapHeading: number;
  /**
   * 页脚
   */
  footer: string | null;
  /**
   * 技术支持
   */
  techSupport: string | null;
  /**
   * APP二维码
   */
  appQrCode:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
  /**
   * 启用验证码
   */
  captchaMode: string;
  /**
   * 三员分立。开启后，系统管理员的权力由系统运维管理员、安全保密管理员、安全审计员分别行使
   */
  separateDuties: string | null;
  /**
   * 承诺公告截止时间
   */
  promiseTime: string | null;
}
