/* Generated from schemas/areas/troubleshooting/taskNoCheck.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 无需排查申请：一条记录
 */
export interface TaskNoCheckRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status: 'draft' | 'pending' | 'approved' | 'rejected' | 'revoked';
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
   * 排查任务
   */
  taskId: string;
  /**
   * 范围
   */
  scope: 'task' | 'unit';
  /**
   * 原因类别
   */
  reasonKind: string;
  /**
   * 原因
   */
  reason: string;
  /**
   * 无需排查时段
   */
  noCheckTime: string;
  /**
   * 时段止
   */
  noCheckEnd: string;
  /**
   * 附件
   */
  files:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
  /**
   * 风险分析单元
   */
  unitId: string | null;
  /**
   * 排查部门
   */
  deptId: string | null;
  /**
   * 任务类型
   */
  taskKind: string | null;
  /**
   * 申请人
   */
  applyUserId: string | null;
  /**
   * 申请时间
   */
  applyTime: string | null;
}
