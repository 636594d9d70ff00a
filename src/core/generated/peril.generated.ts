/* Generated from schemas/areas/hidden-danger/peril.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 隐患：一条记录
 */
export interface PerilRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status:
    'draft' | 'assessing' | 'planning' | 'rectifying' | 'accepting' | 'reviewing' | 'closed' | 'rejected' | 'cancelled';
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
   * 隐患编号
   */
  perilNo: string | null;
  /**
   * 隐患名称
   */
  perilName: string;
  /**
   * 隐患来源
   */
  source: string;
  /**
   * 隐患类型
   */
  type: string;
  /**
   * 隐患等级。登记时初判，评估时确认
   */
  level: string;
  /**
   * 隐患类别
   */
  category: string;
  /**
   * 整改类型
   */
  reformType: string;
  /**
   * 责任单位
   */
  deptId: string;
  /**
   * 所在区域
   */
  areaId: string;
  /**
   * 具体部位
   */
  location: string;
  /**
   * 坐标
   */
  geo: Record<string, unknown> | null;
  /**
   * 隐患描述
   */
  perilDesc: string;
  /**
   * 原因分类
   */
  causeClass: string;
  /**
   * 原因分析
   */
  reason: string | null;
  /**
   * 发生环节
   */
  occurPhase: string | null;
  /**
   * 判定依据。重大隐患填写判定标准的条款
   */
  basis: string | null;
  /**
   * 隐患照片
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
  finderId: string;
  /**
   * 发现时间
   */
  findingTime: string;
  /**
   * 登记人
   */
  registrantId: string | null;
  /**
   * 关联检查记录
   */
  checkId: string | null;
  /**
   * 关联管控措施
   */
  riskMeasureId: string | null;
  /**
   * 关联排查任务
   */
  troubleTaskId: string | null;
  /**
   * 整改责任人
   */
  dutyUserId: string | null;
  /**
   * 整改措施
   */
  measures: string | null;
  /**
   * 整改资金
   */
  fund: number | null;
  /**
   * 整改期限
   */
  abarbeitungDeadline: string | null;
  /**
   * 应急/临时管控措施
   */
  emergencyPlan: string | null;
  /**
   * 验收人
   */
  acceptUserId: string | null;
  /**
   * 复查人
   */
  reviewUserId: string | null;
  /**
   * 处理意见
   */
  stepOpinion: string | null;
  /**
   * 延期次数
   */
  delayCount: number | null;
  /**
   * 是否升级督办
   */
  escalated: string | null;
  /**
   * 是否超期
   */
  isOverdue: string | null;
  /**
   * 整改完成时间
   */
  finishTime: string | null;
  /**
   * 上报时间
   */
  reportTime: string | null;
  /**
   * 销号时间
   */
  closeTime: string | null;
}
