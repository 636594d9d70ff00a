/* Generated from schemas/areas/ticket/ticketMeasure.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 安全措施确认：一条记录
 */
export interface TicketMeasureRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: 'open' | 'signed';
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
   * 序号
   */
  seq: number;
  /**
   * 安全措施
   */
  content: string;
  /**
   * 是否涉及
   */
  involved: string;
  /**
   * 是否填空
   */
  hasFill: string | null;
  /**
   * 填空值
   */
  fillValue: string | null;
  /**
   * 确认人。指定后只能由本人签字；不指定时由参加作业的人员签字
   */
  confirmUserId: string | null;
  /**
   * 确认签字
   */
  sign: Record<string, unknown> | null;
  /**
   * 确认时间
   */
  confirmTime: string | null;
  /**
   * 签字轮次
   */
  signedRound: number | null;
}
