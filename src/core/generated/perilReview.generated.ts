/* Generated from schemas/areas/hidden-danger/perilReview.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 隐患复查：一条记录
 */
export interface PerilReviewRecord {
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
   * 复查结果
   */
  reviewResult: string;
  /**
   * 复查意见
   */
  reviewOpinion: string;
  /**
   * 复查人
   */
  reviewUserId: string | null;
  /**
   * 复查时间
   */
  reviewTime: string;
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
}
