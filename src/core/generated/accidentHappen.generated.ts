/* Generated from schemas/areas/risk/accidentHappen.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 事故可能性设置：一条记录
 */
export interface AccidentHappenRecord {
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
   * 分值
   */
  score: number;
  /**
   * 等级名称
   */
  name: string;
  /**
   * 偏差发生频率
   */
  deviation: string;
  /**
   * 安全检查
   */
  check: string | null;
  /**
   * 操作规程
   */
  rule: string | null;
  /**
   * 员工胜任程度
   */
  staff: string | null;
  /**
   * 控制措施
   */
  control: string | null;
  /**
   * 依据。标准条款；待核实的注明
   */
  source: string | null;
}
