/* Generated from schemas/areas/ticket/ticketClarify.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 安全交底：一条记录
 */
export interface TicketClarifyRecord {
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
   * 作业票
   */
  ticketId: string;
  /**
   * 交底内容
   */
  content: string;
  /**
   * 安全交底人
   */
  briefUserId: string | null;
  /**
   * 交底人签字
   */
  briefSign: Record<string, unknown>;
  /**
   * 交底时间
   */
  briefTime: string | null;
  /**
   * 交底照片
   */
  photos:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
}
