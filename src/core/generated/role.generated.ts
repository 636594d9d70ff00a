/* Generated from schemas/areas/system/role.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 角色：一条记录
 */
export interface RoleRecord {
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
   * 上级角色
   */
  parentId: string | null;
  /**
   * 角色名称
   */
  roleName: string;
  /**
   * 角色编码
   */
  roleCode: string;
  /**
   * 数据范围
   */
  dataScope: string;
  /**
   * 排序
   */
  sort: number;
  /**
   * 权限。未列出的页面按出厂权限
   */
  permissions:
    | {
        /**
         * 菜单。填写页面编码，可先导出角色对照
         */
        permissionId: string;
        /**
         * 按钮。填写按钮编码，如view；要收回一个页面的全部按钮，请在页面上修改
         */
        actionList?: string[] | null;
      }[]
    | null;
}
