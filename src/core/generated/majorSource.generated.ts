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
     * 现存量。没有存量点位时登记，不填按存在量q
     */
    presentQ?: number | null;
    /**
     * 存量点位。有实时值时按点位计算现存量
     */
    pointId?: string | null;
    /**
     * 点位折算系数。点位每一单位折合多少吨，如液位每米；不填为1
     */
    pointFactor?: number | null;
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
   * 实时S
   */
  realSum: number | null;
  /**
   * 实时R。按现存量计算：存量点位的实时值，没有时取登记的现存量，再没有取存在量
   */
  realR: number | null;
  /**
   * 实时级别
   */
  realLevel: string | null;
  /**
   * 监测点位数
   */
  pointCount: number | null;
  /**
   * 正在报警
   */
  alarmCount: number | null;
  /**
   * 未闭环隐患
   */
  openPerils: number | null;
  /**
   * 主要负责人应完成
   */
  mainDue: number | null;
  /**
   * 主要负责人完成率
   */
  mainRate: number | null;
  /**
   * 技术负责人应完成
   */
  techDue: number | null;
  /**
   * 技术负责人完成率
   */
  techRate: number | null;
  /**
   * 操作负责人应完成
   */
  operDue: number | null;
  /**
   * 操作负责人完成率
   */
  operRate: number | null;
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
