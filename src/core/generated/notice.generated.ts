/* Generated from schemas/areas/system/notice.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 消息：一条记录
 */
export interface NoticeRecord {
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
   * 收件人
   */
  userId: string | null;
  /**
   * 类型
   */
  kind: ('task' | 'copy' | 'reminder' | 'result') | null;
  /**
   * 标题
   */
  title: string | null;
  /**
   * 内容
   */
  text: string | null;
  /**
   * 各语言的文字
   */
  wordings: Record<string, unknown> | null;
  /**
   * 业务代码
   */
  entityKey: string | null;
  /**
   * 记录编号
   */
  recordId: string | null;
  /**
   * 已读
   */
  isRead: string | null;
  /**
   * 阅读时间
   */
  readTime: string | null;
}
