/* Generated from schemas/areas/hidden-danger/perilCheck.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 检查记录：一条记录
 */
export interface PerilCheckRecord {
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
   * 检查内容
   */
  content: string | null;
  /**
   * 检查标准
   */
  standard: string | null;
  /**
   * 检查结果
   */
  result: string | null;
  /**
   * 检查人
   */
  checkerId: string | null;
  /**
   * 检查时间
   */
  checkTime: string | null;
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
   * 情况说明
   */
  note: string | null;
  /**
   * 责任单位
   */
  deptId: string | null;
  /**
   * 所在区域
   */
  areaId: string | null;
  /**
   * 关联隐患
   */
  perilId: string | null;
}
