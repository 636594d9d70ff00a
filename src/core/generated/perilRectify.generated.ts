/* Generated from schemas/areas/hidden-danger/perilRectify.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 隐患整改：一条记录
 */
export interface PerilRectifyRecord {
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
   * 整改情况
   */
  rectifyDesc: string;
  /**
   * 实际资金
   */
  actualFund: number | null;
  /**
   * 整改人
   */
  rectifyUserId: string | null;
  /**
   * 完成时间
   */
  finishTime: string;
  /**
   * 整改后照片
   */
  photosAfter: {
    attachId: string;
    name: string;
    originalName: string;
    link: string;
  }[];
  /**
   * 附件
   */
  files:
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
