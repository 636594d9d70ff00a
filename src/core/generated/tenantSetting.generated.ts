/* Generated from schemas/areas/system/tenantSetting.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 法定值与企业参数：一条记录
 */
export interface TenantSettingRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: 'shipped' | 'changed';
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
   * 参数
   */
  settingTitle: string;
  /**
   * 业务领域
   */
  areaTitle: string;
  /**
   * 参数编号
   */
  settingKey: string;
  /**
   * 类型
   */
  kind: 'number' | 'flag' | 'text';
  /**
   * 现行值
   */
  currentValue: string | null;
  /**
   * 单位
   */
  unit: string | null;
  /**
   * 出厂值
   */
  shippedValue: string;
  /**
   * 允许范围
   */
  range: string | null;
  /**
   * 依据
   */
  source: string;
  /**
   * 依据核实
   */
  unsure: ('0' | '1') | null;
  /**
   * 最小值
   */
  lowest: number | null;
  /**
   * 最大值
   */
  highest: number | null;
  /**
   * 小数位
   */
  decimals: number | null;
  /**
   * 企业值
   */
  numberValue: number | null;
  /**
   * 企业选择
   */
  flagValue: string | null;
  /**
   * 企业内容
   */
  textValue: string | null;
  /**
   * 变更原因
   */
  changeReason: string | null;
}
