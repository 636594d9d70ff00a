/* Generated from schemas/areas/risk/twoAndOne.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 两重点一重大：一条记录
 */
export interface TwoAndOneRecord {
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
   * 类别
   */
  itemKind: string;
  /**
   * 名称
   */
  itemName: string;
  /**
   * 重点监管工艺
   */
  keyProcess: string | null;
  /**
   * 所属区域
   */
  areaId: string;
  /**
   * 责任部门
   */
  deptId: string;
  /**
   * 责任人
   */
  dutyUserId: string;
  /**
   * 安全措施
   */
  safetyMeasures: string;
  /**
   * 是否设安全联锁
   */
  isInterlock: string;
  /**
   * 监测点位
   */
  points: string[] | null;
  /**
   * 应急预案
   */
  emergencyPlan:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
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
