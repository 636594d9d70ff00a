/* Generated from schemas/areas/system/session.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 登录会话：一条记录
 */
export interface SessionRecord {
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
   * 用户
   */
  userId: string | null;
  /**
   * 登录账号
   */
  account: string | null;
  /**
   * 姓名
   */
  realName: string | null;
  /**
   * 登录地址
   */
  ip: string | null;
  /**
   * 客户端
   */
  userAgent: string | null;
  /**
   * 登录时间
   */
  loginTime: string | null;
  /**
   * 最近活动
   */
  lastSeenTime: string | null;
  /**
   * 到期时间
   */
  expireTime: string | null;
  /**
   * 结束原因
   */
  endReason: string | null;
}
