/* Generated from schemas/areas/ticket/workTicket.entity.json by `npm run metadata -- types`. Do not edit. */

/**
 * 特殊作业票：一条记录
 */
export interface WorkTicketRecord {
  /**
   * 主键
   */
  id: string;
  /**
   * 状态
   */
  status:
    | 'draft'
    | 'analysing'
    | 'confirming'
    | 'clarifying'
    | 'approving'
    | 'approved'
    | 'working'
    | 'suspended'
    | 'accepting'
    | 'closed'
    | 'rejected'
    | 'terminated'
    | 'expired'
    | 'cancelled';
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
   * 作业票编号
   */
  ticketNo: string | null;
  /**
   * 作业类型。保存后不能改变
   */
  type: string;
  /**
   * 作业级别
   */
  chainLevel: string | null;
  /**
   * 动火级别
   */
  hotLevel: string;
  /**
   * 是否露天
   */
  isOutdoor: string;
  /**
   * 应否升级。节假日、公休日、夜间或五级风以上的露天动火须升级管理
   */
  autoUpgrade: string | null;
  /**
   * 是否升级管理
   */
  isUpgrade: string;
  /**
   * 升级原因
   */
  upgradeReason: string | null;
  /**
   * 审批级别。升级管理后提高一级，有效期和审批以此为准
   */
  managedLevel: string | null;
  /**
   * 动火部位
   */
  hotPart: string;
  /**
   * 动火方式
   */
  hotModes: string[];
  /**
   * 当班班长(验票人)
   */
  shiftLeaderId: string;
  /**
   * 应急措施
   */
  emergencyMeasure: string | null;
  /**
   * 作业申请单位
   */
  applyDeptId: string;
  /**
   * 申请人
   */
  applyUserId: string | null;
  /**
   * 申请时间
   */
  applyTime: string | null;
  /**
   * 所在单位(属地)
   */
  territoryDeptId: string;
  /**
   * 作业单位类型
   */
  workUnitType: string;
  /**
   * 作业单位(内部)
   */
  workDeptId: string | null;
  /**
   * 作业单位(承包商)
   */
  contractorId: string | null;
  /**
   * 作业区域
   */
  areaId: string;
  /**
   * 作业地点
   */
  location: string;
  /**
   * 作业坐标
   */
  geo: Record<string, unknown> | null;
  /**
   * 作业内容
   */
  workContent: string;
  /**
   * 计划作业时间
   */
  planStartTime: string;
  /**
   * 计划结束时间
   */
  planEndTime: string;
  /**
   * 特殊情况延长时限。一般不超过15天，特殊情况不超过30天
   */
  specialPeriod: string | null;
  /**
   * 最长有效期
   */
  validHours: number | null;
  /**
   * 实际开始时间
   */
  actualStartTime: string | null;
  /**
   * 实际结束时间
   */
  actualEndTime: string | null;
  /**
   * 作业负责人
   */
  chargerId: string;
  /**
   * 安全交底人。由所在单位(属地)指定
   */
  brieferId: string;
  /**
   * 监护人
   */
  guardianIds: string[] | null;
  /**
   * 作业人员
   */
  personIds: string[] | null;
  /**
   * 措施确认人
   */
  confirmerIds: string[] | null;
  /**
   * 风力(级)
   */
  windForce: number | null;
  /**
   * 是否在火灾爆炸危险场所
   */
  inHazardArea: string;
  /**
   * 是否富氧设备或场所
   */
  oxygenRich: string | null;
  /**
   * 是否涉及有毒介质
   */
  isToxicMedium: string | null;
  /**
   * 是否涉及可燃介质
   */
  isFlammableMedium: string | null;
  /**
   * 是否涂装作业
   */
  isPainting: string | null;
  /**
   * 代表性气体爆炸下限
   */
  lelClass: string | null;
  /**
   * 须分析可燃气体
   */
  needCombustible: string | null;
  /**
   * 须分析氧气
   */
  needOxygen: string | null;
  /**
   * 须分析有毒气体
   */
  needToxic: string | null;
  /**
   * 是否须气体分析
   */
  needGas: string | null;
  /**
   * 最早有效取样时间。各分析项目和部位最近一次取样中最早的一次
   */
  gasTime: string | null;
  /**
   * 气体分析有效至
   */
  gasUntil: string | null;
  /**
   * 气体分析到期
   */
  gasDue: string | null;
  /**
   * 须重新分析的中断时间
   */
  interruptMinutes: number | null;
  /**
   * 暂停时间
   */
  suspendedAt: string | null;
  /**
   * 办理轮次
   */
  round: number | null;
  /**
   * 交底轮次
   */
  briefRound: number | null;
  /**
   * 受限空间名称
   */
  spaceName: string;
  /**
   * 原有介质
   */
  originalMedium: string;
  /**
   * 通风方式
   */
  ventMode: string;
  /**
   * 应急救援器材
   */
  rescueGear: string;
  /**
   * 盲板作业类别
   */
  blindType: string;
  /**
   * 设备/管道名称
   */
  equipName: string;
  /**
   * 介质
   */
  medium: string;
  /**
   * 温度(℃)
   */
  temperature: number;
  /**
   * 压力(MPa)。作业前须降至常压
   */
  pressure: number;
  /**
   * 盲板材质
   */
  plateMaterial: string;
  /**
   * 盲板规格
   */
  plateSpec: string;
  /**
   * 盲板编号
   */
  plateNo: string;
  /**
   * 盲板位置图
   */
  plateDrawing: {
    attachId: string;
    name: string;
    originalName: string;
    link: string;
  }[];
  /**
   * 编制人
   */
  drawerId: string;
  /**
   * 作业高度(m)
   */
  workHeight: number;
  /**
   * 客观危险因素。有任一种时按B类法分级
   */
  riskFactors: string[] | null;
  /**
   * 计算级别
   */
  highBase: string | null;
  /**
   * 高处作业级别
   */
  highCategory: string;
  /**
   * 吊具名称
   */
  hoistTool: string;
  /**
   * 起重机械及编号
   */
  machine: string;
  /**
   * 吊物内容
   */
  loadDesc: string;
  /**
   * 吊物质量(t)
   */
  loadMass: number;
  /**
   * 额定起重量(t)
   */
  ratedLoad: number;
  /**
   * 吊物/条件特殊。形状复杂、刚度小、长径比大、精密贵重或作业条件特殊
   */
  loadSpecial: string;
  /**
   * 计算级别
   */
  hoistingBase: string | null;
  /**
   * 吊装级别
   */
  hoistingLevel: string;
  /**
   * 吊装指挥
   */
  commanderId: string;
  /**
   * 吊装指挥证书编号。按吊装指挥在证书台账中的证书自动带出
   */
  commanderCert: string | null;
  /**
   * 司索人
   */
  slingerIds: string[];
  /**
   * 电源接入点
   */
  powerPoint: string;
  /**
   * 用电设备
   */
  devices: {
    /**
     * 设备名称
     */
    name: string;
    /**
     * 额定功率(kW)
     */
    ratedPower: number;
    /**
     * 数量
     */
    count: number;
  }[];
  /**
   * 许可用电功率(kW)
   */
  permitPower: number;
  /**
   * 工作电压(V)。常用380、220、36、24、12
   */
  voltage: number;
  /**
   * 用电人
   */
  userPersonId: string;
  /**
   * 作业人电工证号
   */
  electricianCert: string;
  /**
   * 负责人电工证号
   */
  chargerCert: string;
  /**
   * 配送电单位
   */
  supplyUnitId: string;
  /**
   * 动土范围、方式
   */
  digScope: string;
  /**
   * 动土深度(m)。超过1.2m且在危险场所时按受限空间管理；超过2m应设梯子
   */
  digDepth: number;
  /**
   * 面积(m²)
   */
  digArea: number | null;
  /**
   * 动土简图
   */
  sketch: {
    attachId: string;
    name: string;
    originalName: string;
    link: string;
  }[];
  /**
   * 会签部门。水、电、汽、工艺、设备、消防、安全等有关部门
   */
  cosignDepts: string[];
  /**
   * 断路原因
   */
  roadReason: string;
  /**
   * 涉及相关单位。消防、安全部门必选
   */
  relatedDepts: string[];
  /**
   * 断路地段示意图
   */
  roadSketch: {
    attachId: string;
    name: string;
    originalName: string;
    link: string;
  }[];
  /**
   * 交通组织方案
   */
  trafficPlan: {
    attachId: string;
    name: string;
    originalName: string;
    link: string;
  }[];
  /**
   * 作业等级
   */
  workGrade: string | null;
  /**
   * 工程名称
   */
  projectName: string;
  /**
   * 施工项目
   */
  buildItems: string[];
  /**
   * 检修设备
   */
  equipmentId: string;
  /**
   * 检修类别
   */
  repairKind: string;
  /**
   * 能量隔离措施
   */
  isolation: string[];
  /**
   * 是否涉及其他特殊作业
   */
  hasOther: string;
  /**
   * 关联作业票。只能关联本人申请的作业票
   */
  relatedIds: string[] | null;
  /**
   * 可能事故类型
   */
  accidentTypes: string[];
  /**
   * 风险辨识结果
   */
  riskResult: string;
  /**
   * 作业危害分析(JSA)
   */
  jsaFiles:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
  /**
   * 作业方案
   */
  planFiles:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
  /**
   * 作业影像
   */
  videoFiles:
    | {
        attachId: string;
        name: string;
        originalName: string;
        link: string;
      }[]
    | null;
  /**
   * 开工签字
   */
  startSign: Record<string, unknown> | null;
  /**
   * 处理原因
   */
  stepReason: string | null;
  /**
   * 验收结果
   */
  acceptResult: string | null;
  /**
   * 验收意见
   */
  acceptOpinion: string | null;
  /**
   * 验收时间
   */
  acceptTime: string | null;
  /**
   * 备注
   */
  remark: string | null;
}
