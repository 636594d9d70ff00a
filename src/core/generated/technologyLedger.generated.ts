/* Generated from schemas/areas/risk/technologyLedger.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 工艺台账：一条记录
 */
export interface TechnologyLedgerRecord {
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
   * 编号
   */
  code: string;
  /**
   * 工艺/装置名称
   */
  name: string;
  /**
   * 所属风险分区
   */
  area: string;
  /**
   * 所属单位
   */
  dept: string;
  /**
   * 是否重点监管工艺
   */
  isKeyProcess: string;
  /**
   * 工艺类别
   */
  keyProcess: string | null;
  /**
   * 反应设备
   */
  reactor: string | null;
  /**
   * 控制方案
   */
  controlPlan: string | null;
  /**
   * 工艺节点
   */
  nodes: {
    /**
     * 节点号
     */
    no: string;
    /**
     * 节点名称
     */
    name: string;
    /**
     * 设计意图
     */
    intent?: string | null;
  }[];
  /**
   * 风险等级
   */
  riskLevel: string | null;
  /**
   * 图纸
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
