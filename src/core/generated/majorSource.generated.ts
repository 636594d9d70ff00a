/* Generated from schemas/areas/risk/majorSource.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 重大危险源：一条记录
 */
export interface MajorSourceRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: 'running' | 'stopped' | 'cancelled';
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
   * 危险源名称
   */
  sourceName: string;
  /**
   * 备案编号
   */
  sourceCode: string | null;
  /**
   * 单元类型
   */
  unitKind: string;
  /**
   * 所属区域
   */
  areaId: string;
  /**
   * 责任部门
   */
  deptId: string;
  /**
   * 危险化学品
   */
  chemicals: {
    /**
     * 名称
     */
    name: string;
    /**
     * CAS号
     */
    cas?: string | null;
    /**
     * 存在量q
     */
    q: number;
    /**
     * 临界量Q
     */
    Q: number;
    /**
     * 校正系数β
     */
    beta: number;
    /**
     * q/Q
     */
    ratio?: number | null;
  }[];
  /**
   * 厂界外500m常住人口
   */
  exposedCount: number;
  /**
   * 校正系数α
   */
  alpha: number | null;
  /**
   * 辨识指标S
   */
  sumValue: number | null;
  /**
   * 分级指标R
   */
  rValue: number | null;
  /**
   * 级别
   */
  level: string | null;
  /**
   * 投用日期
   */
  useDate: string | null;
  /**
   * 备案日期
   */
  filingDate: string | null;
  /**
   * 安全评估日期
   */
  assessDate: string | null;
  /**
   * 评估有效期至
   */
  assessDue: string | null;
  /**
   * 主要负责人
   */
  mainDuty: string;
  /**
   * 技术负责人
   */
  techDuty: string;
  /**
   * 操作负责人
   */
  operDuty: string;
  /**
   * 监测点位
   */
  points: string[] | null;
}
