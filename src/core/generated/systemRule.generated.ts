/* Generated from schemas/areas/base/systemRule.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 规章制度：一条记录
 */
export interface SystemRuleRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: '0' | '1' | '2' | '3' | '4' | '5';
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
   * 制度编号
   */
  ruleNo: string;
  /**
   * 制度名称
   */
  name: string;
  /**
   * 制度类别
   */
  ruleType: string;
  /**
   * 版本号
   */
  ruleVersion: string;
  /**
   * 起草部门
   */
  draftDept: string;
  /**
   * 起草人
   */
  drafter: string;
  /**
   * 发布日期。审批通过时自动填写
   */
  issueDate: string | null;
  /**
   * 实施日期
   */
  effectDate: string;
  /**
   * 评审周期
   */
  reviewCycle: number;
  /**
   * 下次评审日期
   */
  nextReviewDate: string | null;
  /**
   * 适用部门
   */
  scopeDepts: string[];
  /**
   * 是否必读
   */
  readRequired: string;
  /**
   * 正文摘要
   */
  content: string | null;
  /**
   * 废止原因
   */
  abolishReason: string | null;
  /**
   * 新版本号。一般在现行版本号上加0.1
   */
  nextVersion: string | null;
  /**
   * 替换的制度。本版发布后，被替换的版本成为已换版
   */
  replaces: string | null;
  /**
   * 修订记录
   */
  revisions:
    | {
        /**
         * 版本
         */
        version: string;
        /**
         * 修订日期
         */
        date: string;
        /**
         * 修订原因
         */
        reason: string;
      }[]
    | null;
  /**
   * 制度文本
   */
  attachments: {
    attachId: string;
    name: string;
    originalName: string;
    link: string;
  }[];
}
