/* Generated from schemas/areas/archives/equipment.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 设备：一条记录
 */
export interface EquipmentRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: '0' | '1' | '2' | '3';
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
   * 设备位号
   */
  equipNo: string;
  /**
   * 设备名称
   */
  equipName: string;
  /**
   * 设备类别
   */
  equipType: string;
  /**
   * 设备等级
   */
  equipLevel: string;
  /**
   * 所属装置
   */
  unit: string;
  /**
   * 使用部门
   */
  dept: string;
  /**
   * 规格型号
   */
  model: string;
  /**
   * 制造单位
   */
  manufacturer: string;
  /**
   * 出厂编号
   */
  serialNo: string | null;
  /**
   * 制造日期
   */
  produceDate: string | null;
  /**
   * 投用日期
   */
  useDate: string;
  /**
   * 设计寿命
   */
  designLife: number | null;
  /**
   * 介质
   */
  medium: string | null;
  /**
   * 设计压力
   */
  designPressure: number | null;
  /**
   * 设计温度
   */
  designTemp: number | null;
  /**
   * 材质
   */
  material: string | null;
  /**
   * 是否安全仪表
   */
  isSis: string;
  /**
   * 检维修周期
   */
  maintainCycle: number | null;
  /**
   * 上次检修
   */
  lastMaintain: string | null;
  /**
   * 下次检修
   */
  nextMaintain: string | null;
  /**
   * 责任人
   */
  keeper: string;
  /**
   * 检维修记录
   */
  records:
    | {
        /**
         * 日期
         */
        date: string;
        /**
         * 内容
         */
        content: string;
        /**
         * 人员
         */
        person: string;
      }[]
    | null;
  /**
   * 设备资料
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
