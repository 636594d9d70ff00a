/* Generated from schemas/areas/ticket/ticketPerson.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 作业人员：一条记录
 */
export interface TicketPersonRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: 'waiting' | 'signed' | 'left';
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
   * 人员角色
   */
  personType: string;
  /**
   * 人员
   */
  personId: string;
  /**
   * 证书
   */
  certId: string | null;
  /**
   * 证书须用至
   */
  certUntil: string | null;
  /**
   * 证书编号
   */
  certNo: string | null;
  /**
   * 加入时间
   */
  joinTime: string | null;
  /**
   * 退出时间
   */
  leaveTime: string | null;
  /**
   * 接受交底签字
   */
  sign: Record<string, unknown> | null;
  /**
   * 签字时间
   */
  signTime: string | null;
  /**
   * 签字轮次
   */
  signedRound: number | null;
}
