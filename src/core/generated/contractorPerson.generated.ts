/* Generated from schemas/areas/contractor/contractorPerson.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 承包商人员：一条记录
 */
export interface ContractorPersonRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7';
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
   * 所属承包商
   */
  contractor: string;
  /**
   * 归口管理部门
   */
  manageDept: string | null;
  /**
   * 姓名
   */
  name: string;
  /**
   * 身份证号
   */
  idCard: string;
  /**
   * 性别
   */
  gender: string | null;
  /**
   * 年龄
   */
  age: number | null;
  /**
   * 超龄说明。超过年龄上限的，写明适合该工作的依据
   */
  ageNote: string | null;
  /**
   * 手机号
   */
  phone: string;
  /**
   * 照片
   */
  photo: {
    attachId: string;
    name: string;
    originalName: string;
    link: string;
  }[];
  /**
   * 工种
   */
  workType: string;
  /**
   * 是否特种作业
   */
  isSpecial: string;
  /**
   * 证书
   */
  certificates:
    | {
        /**
         * 证书
         */
        kind: string;
        /**
         * 编号
         */
        certNo: string;
        /**
         * 有效期
         */
        validTo: string;
        /**
         * 扫描件
         */
        file: {
          attachId: string;
          name: string;
          originalName: string;
          link: string;
        }[];
      }[]
    | null;
  /**
   * 体检日期
   */
  healthDate: string;
  /**
   * 是否参保
   */
  insured: string;
  /**
   * 入厂教育
   */
  entryTrainings:
    | {
        /**
         * 级别
         */
        level: string;
        /**
         * 日期
         */
        date: string;
        /**
         * 学时
         */
        hours: number;
        /**
         * 成绩
         */
        score: number;
        /**
         * 培训人
         */
        trainer: string;
      }[]
    | null;
  /**
   * 入厂证编号
   */
  passNo: string | null;
  /**
   * 发证日期
   */
  passDate: string | null;
  /**
   * 入厂证有效期
   */
  passTo: string | null;
  /**
   * 本年记分
   */
  points: number | null;
  /**
   * 暂停原因
   */
  suspendReason: string | null;
  /**
   * 暂停日期
   */
  suspendDate: string | null;
  /**
   * 再培训日期
   */
  retrainDate: string | null;
  /**
   * 离厂日期
   */
  leaveDate: string | null;
  /**
   * 入厂教育须晚于。离厂较久后再次入厂的，原来的入厂教育不再算数
   */
  trainSince: string | null;
  /**
   * 黑名单原因
   */
  blackReason: string | null;
  /**
   * 列入日期
   */
  blackDate: string | null;
}
