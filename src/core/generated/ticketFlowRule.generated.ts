/* Generated from schemas/areas/ticket/ticketFlowRule.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 审批规则：一条记录
 */
export interface TicketFlowRuleRecord {
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
   * 作业类型
   */
  type: string;
  /**
   * 作业级别。不选为各级别
   */
  level: string | null;
  /**
   * 顺序
   */
  seq: number;
  /**
   * 节点名称
   */
  nodeName: string;
  /**
   * 审批方。按作业票上的人员和单位确定；下面另有指定时以指定的为准
   */
  party:
    | 'charger'
    | 'commander'
    | 'territory'
    | 'baseUnit'
    | 'workUnit'
    | 'supply'
    | 'cosign'
    | 'roadUnits'
    | 'safetyDept'
    | 'specialDept'
    | 'leader'
    | 'chief';
  /**
   * 通过方式
   */
  policy: 'any' | 'all';
  /**
   * 指定人员
   */
  userIds: string[] | null;
  /**
   * 指定部门负责人
   */
  deptIds: string[] | null;
  /**
   * 指定角色
   */
  roleIds: string[] | null;
  /**
   * 办理时限(h)。超过时限未审批时提醒审批人和申请人；不填为不限
   */
  timeoutHours: number | null;
  /**
   * 是否法定
   */
  statutory: string | null;
}
