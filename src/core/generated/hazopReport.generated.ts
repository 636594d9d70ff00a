/* Generated from schemas/areas/risk/hazopReport.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * HAZOP分析报告：一条记录
 */
export interface HazopReportRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: 'open' | 'closed';
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
   * 报告名称
   */
  reportName: string;
  /**
   * 分析装置
   */
  deviceName: string;
  /**
   * 所属部门
   */
  deptId: string;
  /**
   * 是否两重点一重大。是则每3年、否则每5年开展一次
   */
  isTwoOne: string;
  /**
   * 组长
   */
  leaderId: string;
  /**
   * 分析小组
   */
  members: {
    /**
     * 姓名
     */
    name: string;
    /**
     * 专业
     */
    specialty: string;
    /**
     * 单位
     */
    unit: string;
  }[];
  /**
   * 分析时间
   */
  analysisTime: string;
  /**
   * 分析结束
   */
  analysisEnd: string;
  /**
   * 下次分析时间
   */
  nextTime: string | null;
  /**
   * 节点分析
   */
  nodes:
    | {
        /**
         * 节点
         */
        node: string;
        /**
         * 参数
         */
        parameter: string;
        /**
         * 引导词
         */
        guideWord: string;
        /**
         * 偏差
         */
        deviation: string;
        /**
         * 原因
         */
        cause?: string | null;
        /**
         * 后果
         */
        consequence?: string | null;
        /**
         * S
         */
        sValue?: string | null;
        /**
         * L
         */
        lValue?: string | null;
        /**
         * R
         */
        rValue?: number | null;
        /**
         * 现有措施
         */
        safeguards?: string | null;
        /**
         * 建议
         */
        suggestion?: string | null;
        /**
         * 责任人
         */
        dutyUserId?: string | null;
        /**
         * 期限
         */
        deadline?: string | null;
        /**
         * 是否完成
         */
        done?: string | null;
      }[]
    | null;
  /**
   * 建议项数
   */
  suggestCount: number | null;
  /**
   * 已完成建议
   */
  doneCount: number | null;
  /**
   * 建议完成
   */
  suggestTotal: string | null;
  /**
   * 报告附件
   */
  files: {
    attachId: string;
    name: string;
    originalName: string;
    link: string;
  }[];
}
