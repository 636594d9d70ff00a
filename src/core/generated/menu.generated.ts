/* Generated from schemas/areas/system/menu.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 菜单：一条记录
 */
export interface MenuRecord {
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
   * 上级菜单
   */
  parentId: string | null;
  /**
   * 菜单编号。页面编号，或以@开头的文件路径
   */
  code: string;
  /**
   * 菜单名称
   */
  name: string;
  /**
   * 英文名称
   */
  nameEn: string | null;
  /**
   * 菜单别名
   */
  alias: string;
  /**
   * 路由地址
   */
  path: string;
  /**
   * 菜单图标
   */
  source: string | null;
  /**
   * 排序
   */
  sort: number;
  /**
   * 菜单类型
   */
  category: string;
  /**
   * 按钮类型
   */
  action: string | null;
  /**
   * 打开方式
   */
  isOpen: string;
  /**
   * 是否隐藏。隐藏的页面保持存活
   */
  isShow: string;
  /**
   * 默认可见角色。角色编码；everyone 表示每个登录用户
   */
  roles: string[] | null;
  /**
   * 备注
   */
  remark: string | null;
}
