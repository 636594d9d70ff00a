/* Generated from schemas/areas/system/dictBiz.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 业务字典：一条记录
 */
export interface DictBizRecord {
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
   * 上级
   */
  parentId: string | null;
  /**
   * 字典编号
   */
  code: string;
  /**
   * 字典键值。字典本身为-1
   */
  dictKey: string;
  /**
   * 字典名称
   */
  dictValue: string;
  /**
   * 英文名称
   */
  dictValueEn: string | null;
  /**
   * 颜色
   */
  color: string | null;
  /**
   * 排序
   */
  sort: number;
  /**
   * 封存。封存的项仍可查看，但不能再选择
   */
  isSealed: string;
  /**
   * 备注
   */
  remark: string | null;
}
