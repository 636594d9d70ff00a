/* Generated from schemas/areas/hidden-danger/perilAccept.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 隐患验收：一条记录
 */
export interface PerilAcceptRecord {
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
   * 隐患
   */
  perilId: string;
  /**
   * 验收结果
   */
  acceptResult: string;
  /**
   * 验收意见
   */
  acceptOpinion: string;
  /**
   * 验收人
   */
  acceptUserId: string | null;
  /**
   * 验收时间
   */
  acceptTime: string;
  /**
   * 现场照片
   */
  photos:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
  /**
   * 签名
   */
  sign: Record<string, unknown> | null;
}
