/* Generated from schemas/areas/contractor/contractor.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 承包商：一条记录
 */
export interface ContractorRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: '0' | '1' | '2' | '3' | '4' | '5' | '6';
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
   * 承包商名称
   */
  name: string;
  /**
   * 统一社会信用代码
   */
  creditCode: string;
  /**
   * 承包商类型
   */
  contractorType: string;
  /**
   * 服务范围
   */
  serviceScope: string;
  /**
   * 法定代表人
   */
  legalPerson: string;
  /**
   * 地址
   */
  address: string | null;
  /**
   * 项目负责人
   */
  projectManager: string;
  /**
   * 负责人电话
   */
  managerPhone: string;
  /**
   * 安全负责人
   */
  safetyOfficer: string;
  /**
   * 安全负责人电话
   */
  safetyPhone: string;
  /**
   * 专职安全员人数
   */
  safetyStaffCount: number;
  /**
   * 归口管理部门
   */
  manageDept: string;
  /**
   * 归口管理人
   */
  manager: string;
  /**
   * 管理员账号。这些账号只能看到并维护本承包商的资料和人员
   */
  adminIds: string[] | null;
  /**
   * 资质证书
   */
  qualifications: {
    /**
     * 证书类别
     */
    kind: string;
    /**
     * 证书编号
     */
    certNo: string;
    /**
     * 资质等级
     */
    grade?: string | null;
    /**
     * 有效期至。长期有效的不填
     */
    validTo?: string | null;
    /**
     * 扫描件
     */
    file: {
      attachId: string;
      name: string;
      originalName: string;
      link: string;
    }[];
  }[];
  /**
   * 安全协议编号
   */
  agreementNo: string | null;
  /**
   * 协议有效期
   */
  agreementStart: string | null;
  /**
   * 协议到期日
   */
  agreementEnd: string | null;
  /**
   * 安全协议
   */
  agreementFile:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
  /**
   * 工伤/安责险
   */
  insurance: {
    attachId: string;
    name: string;
    originalName: string;
    link: string;
  }[];
  /**
   * 保险有效期至
   */
  insuranceTo: string;
  /**
   * 近三年安全业绩
   */
  lossRecord: string;
  /**
   * 准入日期
   */
  accessDate: string | null;
  /**
   * 准入有效期至
   */
  accessTo: string | null;
  /**
   * 证照最早到期
   */
  docTo: string | null;
  /**
   * 证照状态
   */
  docState: ('normal' | 'expiring' | 'expired') | null;
  /**
   * 在册人数
   */
  personCount: number | null;
  /**
   * 本年违规次数
   */
  illegalCount: number | null;
  /**
   * 本年扣分
   */
  yearDeduct: number | null;
  /**
   * 安全积分
   */
  score: number | null;
  /**
   * 积分等级。准入后按本年积分评定；审查中、已清退和黑名单的不评
   */
  grade: string | null;
  /**
   * 最近评价等级
   */
  evalGrade: string | null;
  /**
   * 最近评价日期
   */
  evalDate: string | null;
  /**
   * 暂停原因
   */
  suspendReason: string | null;
  /**
   * 恢复说明
   */
  restoreReason: string | null;
  /**
   * 整改资料
   */
  restoreFiles:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
  /**
   * 清退原因
   */
  endReason: string | null;
  /**
   * 黑名单原因
   */
  blackReason: string | null;
  /**
   * 列入日期
   */
  blackDate: string | null;
  /**
   * 附件
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
