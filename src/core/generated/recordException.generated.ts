/* Generated from schemas/areas/troubleshooting/recordException.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 异常登记：一条记录
 */
export interface RecordExceptionRecord {
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
   * 排查任务
   */
  taskId: string;
  /**
   * 异常描述
   */
  exceptionDesc: string;
  /**
   * 隐患类型
   */
  type: string;
  /**
   * 隐患等级
   */
  level: string;
  /**
   * 整改类型
   */
  reformType: string;
  /**
   * 现场照片
   */
  photos: {
    attachId: string;
    name: string;
    originalName: string;
    link: string;
  }[];
  /**
   * 是否现场整改
   */
  instantFix: string;
  /**
   * 整改说明
   */
  fixDesc: string | null;
  /**
   * 整改后照片
   */
  fixPhotos:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
  /**
   * 整改责任人
   */
  dutyUserId: string | null;
  /**
   * 整改期限
   */
  abarbeitungDeadline: string | null;
}
