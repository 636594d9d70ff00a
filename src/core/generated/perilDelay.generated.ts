/* Generated from schemas/areas/hidden-danger/perilDelay.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 延期申请：一条记录
 */
export interface PerilDelayRecord {
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
   * 原整改期限
   */
  oldDeadline: string | null;
  /**
   * 延期至
   */
  newDeadline: string;
  /**
   * 延期原因
   */
  delayReason: string;
  /**
   * 临时管控措施
   */
  tempMeasures: string;
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
}
