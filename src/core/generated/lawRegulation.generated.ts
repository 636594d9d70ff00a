/* Generated from schemas/areas/base/lawRegulation.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 法律法规：一条记录
 */
export interface LawRegulationRecord {
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
   * 文件名称
   */
  name: string;
  /**
   * 文号/标准号
   */
  docNo: string;
  /**
   * 文件类型
   */
  fileType: string;
  /**
   * 颁布机关
   */
  issueDept: string;
  /**
   * 颁布日期
   */
  issueDate: string;
  /**
   * 施行日期
   */
  effectiveDate: string;
  /**
   * 废止日期
   */
  abolishDate: string | null;
  /**
   * 是否已修订。已被修订而未废止的文件选“是”
   */
  amended: string | null;
  /**
   * 时效性
   */
  effectiveness: string | null;
  /**
   * 代替文件
   */
  replaces: string | null;
  /**
   * 关键词
   */
  keywords: string | null;
  /**
   * 适用条款
   */
  applicableClauses: string | null;
  /**
   * 适用部门
   */
  applicableDepts: string[] | null;
  /**
   * 内容摘要
   */
  summary: string | null;
  /**
   * 识别人
   */
  identifyUser: string | null;
  /**
   * 识别日期
   */
  identifyDate: string | null;
  /**
   * 合规性评价
   */
  complianceResult: string | null;
  /**
   * 评价日期
   */
  complianceDate: string | null;
  /**
   * 文本附件。启用前须上传文本
   */
  attachments:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
}
