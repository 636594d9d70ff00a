/* Generated from schemas/areas/contractor/contractorIllegal.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 违规记录：一条记录
 */
export interface ContractorIllegalRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: '0' | '1' | '2' | '3' | '4';
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
   * 记录编号
   */
  recordNo: string | null;
  /**
   * 承包商
   */
  contractor: string;
  /**
   * 违规人员。不选为整个单位
   */
  person: string | null;
  /**
   * 发现时间
   */
  findingTime: string;
  /**
   * 区域
   */
  area: string;
  /**
   * 违规类别
   */
  behaviourType: string;
  /**
   * 严重程度
   */
  level: string;
  /**
   * 违规描述
   */
  description: string;
  /**
   * 违规照片
   */
  photos: {
    attachId: string;
    name: string;
    originalName: string;
    link: string;
  }[];
  /**
   * 发现人
   */
  finder: string;
  /**
   * 扣除企业积分
   */
  deductScore: number;
  /**
   * 个人记分
   */
  personPoints: number | null;
  /**
   * 违约金
   */
  fine: number | null;
  /**
   * 处理措施
   */
  measures: string[];
  /**
   * 整改期限
   */
  rectifyDue: string;
  /**
   * 整改情况
   */
  rectifyResult: string | null;
  /**
   * 整改照片
   */
  rectifyPhotos:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
  /**
   * 整改完成时间
   */
  rectifyTime: string | null;
  /**
   * 是否超期
   */
  isOverdue: string | null;
  /**
   * 复查意见
   */
  opinion: string | null;
}
