/* Generated from schemas/areas/hidden-danger/perilReport.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 隐患上报：一条记录
 */
export interface PerilReportRecord {
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
   * 上报部门。负有安全生产监督管理职责的部门
   */
  reportOrg: string;
  /**
   * 上报时间
   */
  reportTime: string;
  /**
   * 上报内容
   */
  reportContent: string;
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
