/* Generated from schemas/areas/system/user.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 用户：一条记录
 */
export interface UserRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: '0' | '1' | '2';
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
   * 登录账号
   */
  account: string;
  /**
   * 姓名
   */
  realName: string;
  /**
   * 昵称
   */
  name: string | null;
  /**
   * 工号
   */
  staffNo: string;
  /**
   * 性别
   */
  sex: string;
  /**
   * 出生日期
   */
  birthday: string | null;
  /**
   * 身份证号
   */
  idCard: string | null;
  /**
   * 手机
   */
  phone: string;
  /**
   * 邮箱
   */
  email: string | null;
  /**
   * 头像
   */
  avatar:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
  /**
   * 所属部门。第一个为主部门
   */
  dept: string[];
  /**
   * 角色
   */
  role: string[];
  /**
   * 岗位
   */
  post: string[];
  /**
   * 人员类别
   */
  personCategory: string;
  /**
   * 入职日期
   */
  entryDate: string | null;
  /**
   * 下次登录须修改密码。由他人设置的密码，本人登录后必须先修改
   */
  mustChangePassword: string | null;
}
