/* Generated from schemas/areas/ticket/workCert.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 作业证书：一条记录
 */
export interface WorkCertRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: 'valid' | 'revoked';
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
   * 证书类型
   */
  certType: string;
  /**
   * 证书名称
   */
  certName: string;
  /**
   * 证书编号
   */
  certNo: string;
  /**
   * 持证人类别
   */
  holderKind: string;
  /**
   * 持证人
   */
  personId: string | null;
  /**
   * 承包商持证人
   */
  contractorPersonId: string | null;
  /**
   * 身份证号
   */
  idCard: string;
  /**
   * 所在单位。承包商人员选归口管理部门
   */
  deptId: string;
  /**
   * 作业类别
   */
  workCategory: string | null;
  /**
   * 准操项目
   */
  workItem: string | null;
  /**
   * 发证机关
   */
  issueOrg: string;
  /**
   * 初次领证日期
   */
  firstIssueDate: string;
  /**
   * 有效期
   */
  validStartTime: string;
  /**
   * 有效期止
   */
  validEndTime: string | null;
  /**
   * 复审日期。应当复审的日期，逾期未复审的证书失效
   */
  reviewDate: string | null;
  /**
   * 可用至
   */
  usableTo: string | null;
  /**
   * 证书状态
   */
  certState: string | null;
  /**
   * 是否发放
   */
  issueFlag: string | null;
  /**
   * 注销原因
   */
  revokeReason: string | null;
  /**
   * 证书附件
   */
  files: {
    attachId: string;
    name: string;
    originalName: string;
    link: string;
  }[];
}
