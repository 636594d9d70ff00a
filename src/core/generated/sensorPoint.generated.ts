/* Generated from schemas/areas/alarm/sensorPoint.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 监测点位：一条记录
 */
export interface SensorPointRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: '0' | '1';
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
   * 位号
   */
  tag: string;
  /**
   * 点位名称
   */
  pointName: string;
  /**
   * 监测类型
   */
  pointType: string;
  /**
   * 介质
   */
  medium: string | null;
  /**
   * 单位
   */
  unit: string;
  /**
   * 量程下限
   */
  rangeLow: number;
  /**
   * 量程上限
   */
  rangeHigh: number;
  /**
   * 低低限
   */
  ll: number | null;
  /**
   * 低限
   */
  l: number | null;
  /**
   * 高限
   */
  h: number | null;
  /**
   * 高高限
   */
  hh: number | null;
  /**
   * 死区
   */
  deadBand: number | null;
  /**
   * 延时
   */
  delaySec: number | null;
  /**
   * 小数位
   */
  decimals: number | null;
  /**
   * 区域
   */
  areaId: string;
  /**
   * 所属设备
   */
  equipmentId: string;
  /**
   * 重大危险源
   */
  majorSourceId: string | null;
  /**
   * 责任部门
   */
  dutyDeptId: string;
  /**
   * 坐标
   */
  geo: Record<string, unknown> | null;
  /**
   * 是否联锁
   */
  isInterlock: string | null;
  /**
   * 数据来源
   */
  source: string;
  /**
   * 实时值
   */
  value: number | null;
  /**
   * 数据质量
   */
  quality: string | null;
  /**
   * 采集时间
   */
  valueTime: string | null;
  /**
   * 报警状态
   */
  pointState: string | null;
}
