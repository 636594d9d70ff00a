/* Generated from schemas/areas/troubleshooting/troubleRecord.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 排查记录：一条记录
 */
export interface TroubleRecordRecord {
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
   * 排查结果
   */
  result: string;
  /**
   * 排查人
   */
  checkerId: string | null;
  /**
   * 排查时间
   */
  checkTime: string | null;
  /**
   * 说明
   */
  note: string | null;
  /**
   * 照片
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
   * 扫描标签。扫码或NFC读到的标签号
   */
  tagId: string | null;
  /**
   * 实测值
   */
  reading: number | null;
  /**
   * 定位
   */
  geo: Record<string, unknown> | null;
}
