import type { AreaType } from './areas.ts';

/** Phrases of which the text of a danger is put together. */
export interface DangerPhrase {
  /** Key of the dictionary `peril-type`. */
  readonly type: string;
  /** Where such a thing is met. */
  readonly areas: readonly AreaType[];
  /** What it is about; `#` becomes a number of the plant. */
  readonly thing: string;
  /** What is wrong with it, one of them. */
  readonly defects: readonly string[];
  readonly danger: string;
  readonly measure: string;
  readonly done: string;
  /** Key of the dictionary `peril-cause-class`. */
  readonly cause: '1' | '2' | '3' | '4';
  /** Key of the dictionary `occur-phase`. */
  readonly phase: string;
}

const plantAreas: readonly AreaType[] = ['production', 'tank', 'utility'];
const everywhere: readonly AreaType[] = [
  'production',
  'tank',
  'warehouse',
  'loading',
  'utility',
  'lab',
  'office',
  'other',
];

type Row = readonly [
  type: string,
  areas: readonly AreaType[],
  thing: string,
  defects: readonly string[],
  danger: string,
  measure: string,
  done: string,
  cause: DangerPhrase['cause'],
  phase: string,
];

const rows: readonly Row[] = [
  [
    '7',
    plantAreas,
    'P-#离心泵',
    ['机械密封滴漏', '地脚螺栓松动', '联轴器护罩缺失', '轴承温度偏高', '出口压力表损坏'],
    '可能造成物料泄漏或机械伤害',
    '停泵隔离，更换损坏部件并试车',
    '已更换部件，试车运行正常',
    '2',
    '6',
  ],
  [
    '7',
    plantAreas,
    'V-#储槽',
    ['人孔法兰垫片渗漏', '液位计玻璃模糊', '放空管无阻火器', '基础沉降裂缝', '保温破损进水'],
    '可能造成可燃物料泄漏',
    '切出储槽，置换后修复',
    '修复完成，气密试验合格',
    '2',
    '6',
  ],
  [
    '7',
    plantAreas,
    'PL-#工艺管线',
    ['弯头外壁腐蚀减薄', '支架脱焊', '法兰缺少螺栓', '盲板未挂牌', '流向标识脱落'],
    '可能造成管线泄漏或误操作',
    '测厚评估后更换，补齐紧固件和标识',
    '已更换管段并补齐标识',
    '2',
    '7',
  ],
  [
    '7',
    ['production', 'utility'],
    'C-#压缩机',
    ['振动值超过报警线', '油位低于下限', '皮带护罩固定不牢', '排气温度高'],
    '可能造成设备损坏、可燃气体泄漏',
    '切换备机，检查转子和润滑油',
    '检修后振动和温度恢复正常',
    '2',
    '6',
  ],
  [
    '7',
    ['utility', 'production'],
    'SV-#安全阀',
    ['铅封缺失', '超过校验有效期', '前手阀未全开', '排放管支撑不牢'],
    '超压时不能可靠泄放',
    '下线校验，手阀全开并加锁',
    '校验合格后复装，手阀已加锁',
    '3',
    '7',
  ],
  [
    '2',
    ['production'],
    'R-#反应釜',
    ['温度联锁处于摘除状态', '夹套回水温度异常', '加料速度超过工艺卡片', '搅拌电流波动大'],
    '可能造成反应超温失控',
    '恢复联锁，按工艺卡片控制加料',
    '联锁已恢复，操作记录已核对',
    '3',
    '6',
  ],
  [
    '2',
    ['production', 'tank'],
    'T-#塔釜',
    ['液位长期在上限运行', '回流比偏离工艺卡片', '取样口无双阀', '压差逐步升高'],
    '可能造成冲塔、物料泄漏',
    '调整工艺参数，增设取样双阀',
    '参数恢复正常，取样口已改造',
    '3',
    '6',
  ],
  [
    '2',
    ['tank', 'loading'],
    'TK-#储罐',
    ['氮封压力低', '收料作业未双人复核', '高液位报警设定值不符', '切水未有人看守'],
    '可能造成冒顶、形成爆炸性气体',
    '调整氮封，落实双人复核和现场看守',
    '已整改并对班组重新培训',
    '1',
    '6',
  ],
  [
    '3',
    everywhere,
    'DP-#配电箱',
    ['箱门无锁', '漏电保护器失灵', '接线裸露', '未标回路名称', '箱前堆放杂物'],
    '可能造成触电或电气火灾',
    '更换保护器，整理接线并加锁标识',
    '已更换并测试合格',
    '2',
    '7',
  ],
  [
    '3',
    plantAreas,
    'EX-#防爆接线盒',
    ['进线口未封堵', '紧固螺栓缺失', '密封圈老化', '盒盖开裂'],
    '失去防爆性能，可能引爆可燃气体',
    '断电后更换接线盒，封堵进线口',
    '已更换，防爆检查合格',
    '2',
    '7',
  ],
  [
    '3',
    ['other', 'production', 'utility'],
    'JL-#临时用电线路',
    ['电缆拖地浸水', '未办理作业票', '一闸多机', '未架空敷设'],
    '可能造成触电',
    '立即断电，补办作业票并架空敷设',
    '已拆除并重新敷设',
    '1',
    '4',
  ],
  [
    '4',
    plantAreas,
    'GT-#可燃气体探测器',
    ['零点漂移', '探头被遮挡', '超过检定周期', '报警未记录处置', '安装高度不符'],
    '泄漏时不能及时报警',
    '检定校准，调整位置',
    '检定合格，联动测试正常',
    '3',
    '7',
  ],
  [
    '4',
    plantAreas,
    'LT-#液位变送器',
    ['与现场液位计偏差大', '引压管堵塞', '伴热失效', '接线端子松动'],
    '操作人员误判液位',
    '疏通引压管，重新校准',
    '校准后指示一致',
    '2',
    '7',
  ],
  [
    '4',
    plantAreas,
    'XV-#紧急切断阀',
    ['阀位反馈异常', '动作时间超过设计值', '仪表风管漏气', '未按期做动作试验'],
    '事故状态不能及时切断',
    '检修执行机构，做动作试验',
    '动作时间符合设计要求',
    '2',
    '7',
  ],
  [
    '5',
    everywhere,
    'XF-#灭火器',
    ['压力不足', '被杂物遮挡', '超过检验期', '铅封损坏', '数量少于配置要求'],
    '初起火灾不能及时扑救',
    '更换灭火器，清理遮挡',
    '已更换并重新编号',
    '3',
    '7',
  ],
  [
    '5',
    ['production', 'tank', 'warehouse', 'utility'],
    'XH-#消防栓',
    ['开启困难', '出口闷盖缺失', '水带破损', '防冻保温脱落', '周围被占用'],
    '影响消防供水',
    '检修阀门，更换水带',
    '试水正常',
    '2',
    '7',
  ],
  [
    '5',
    ['production', 'warehouse', 'office', 'lab'],
    'AQ-#疏散通道',
    ['堆放物料', '应急灯不亮', '安全出口上锁', '疏散指示缺失'],
    '影响人员疏散',
    '清空通道，修复应急照明',
    '通道畅通，照明测试正常',
    '3',
    '6',
  ],
  [
    '6',
    ['production', 'tank', 'loading', 'other'],
    'DL-#厂区道路',
    ['消防车道被占用', '限速标志缺失', '转角视线受阻', '路面破损积水'],
    '影响消防车通行，易发生车辆伤害',
    '清理占用，补设标志',
    '道路恢复畅通',
    '4',
    '4',
  ],
  [
    '6',
    ['tank', 'warehouse'],
    'FD-#防火堤',
    ['穿堤管线未封堵', '堤身裂缝', '雨水阀常开', '踏步缺失'],
    '泄漏物料外流，火势蔓延',
    '封堵孔洞，修补堤身，雨水阀常闭上锁',
    '封堵完成并验收',
    '2',
    '1',
  ],
  [
    '1',
    everywhere,
    'PT-#操作平台',
    ['护栏锈蚀松动', '踢脚板缺失', '格栅板未固定', '爬梯护笼变形'],
    '可能造成高处坠落或落物伤人',
    '设置警戒，修复护栏和格栅板',
    '修复完成，承载检查合格',
    '2',
    '7',
  ],
  [
    '1',
    ['production', 'other', 'utility', 'tank'],
    'ZY-#作业现场',
    ['监护人离开现场', '未佩戴安全带', '气体分析超过时限', '工器具未检查', '交底记录不全'],
    '特殊作业失控，可能造成人身伤害',
    '停止作业，重新分析和交底',
    '已处理责任人并重新交底',
    '1',
    '8',
  ],
  [
    '1',
    ['lab', 'warehouse', 'production'],
    'HX-#化学品存放点',
    ['禁忌物混放', '无安全技术说明书', '标签脱落', '超量存放', '防泄漏托盘破损'],
    '可能发生化学反应或泄漏',
    '分开存放，补齐标签和说明书',
    '已分类存放并建立台账',
    '3',
    '3',
  ],
  [
    '1',
    everywhere,
    'LB-#岗位',
    ['防护眼镜配备不足', '洗眼器水量不足', '应急处置卡未更新', '空气呼吸器压力低'],
    '人员应急防护不足',
    '补充配备，检查洗眼器水源',
    '已补充并纳入周检',
    '3',
    '6',
  ],
  [
    '8',
    ['office', 'lab', 'warehouse'],
    'BG-#房间',
    ['私拉插线板', '下班未断电', '窗户玻璃松动', '排风不畅'],
    '可能造成火灾或人身伤害',
    '拆除私接插线板，修复门窗',
    '已拆除并抽查复核',
    '1',
    '6',
  ],
  [
    '8',
    ['loading', 'warehouse', 'other'],
    'CL-#叉车',
    ['转向灯损坏', '超速行驶', '驾驶人未系安全带', '货叉变形', '未按期检验'],
    '可能造成车辆伤害',
    '停用检修，教育驾驶人',
    '检修合格后恢复使用',
    '1',
    '10',
  ],
  [
    '8',
    ['utility', 'production', 'other'],
    'DJ-#吊装索具',
    ['钢丝绳断丝超标', '吊钩防脱装置损坏', '无检验标识', '与报废索具混放'],
    '可能造成起重伤害',
    '报废更换，分区存放并挂牌',
    '已报废并补充合格索具',
    '3',
    '8',
  ],
];

/** All phrases; numbers, places and defects make a text of each danger. */
export const dangerPhrases: readonly DangerPhrase[] = rows.map(
  ([type, areas, thing, defects, danger, measure, done, cause, phase]) => ({
    type,
    areas,
    thing,
    defects,
    danger,
    measure,
    done,
    cause,
    phase,
  }),
);

/** What is said of a major danger: defect, why it is one, cause, goal, measures, what keeps it safe meanwhile. */
export interface MajorPhrase {
  readonly type: string;
  readonly areas: readonly AreaType[];
  readonly thing: string;
  readonly defect: string;
  /** Key of the dictionary `peril-criterion`. */
  readonly criterion: string;
  readonly basis: string;
  readonly reason: string;
  readonly goal: string;
  readonly measures: string;
  readonly safety: string;
}

/** Major dangers. */
export const majorPhrases: readonly MajorPhrase[] = [
  {
    type: '4',
    areas: ['tank', 'production'],
    thing: 'TK-#储罐',
    defect: '紧急切断系统不能实现远程切断',
    criterion: '5',
    basis: '重大危险源罐区未实现紧急切断功能，属于化工企业重大生产安全事故隐患判定标准所列情形',
    reason: '执行机构老化，改造项目未按期完成',
    goal: '恢复远程紧急切断功能并纳入定期试验',
    measures: '更换切断阀执行机构和控制回路，联调并做动作试验',
    safety: '降低储量至五成，专人现场值守，配备移动式消防炮',
  },
  {
    type: '4',
    areas: ['production'],
    thing: 'R-#反应釜',
    defect: '自动化控制系统的紧急停车功能未投用',
    criterion: '4',
    basis: '涉及重点监管危险化工工艺的装置未投用紧急停车系统，属于重大事故隐患',
    reason: '联锁逻辑变更后未完成验收即转入生产',
    goal: '紧急停车系统投用，联锁逻辑经审查',
    measures: '复核联锁因果表，修改逻辑，逐点测试后投用',
    safety: '降负荷运行，增加巡检频次，必要时停车',
  },
  {
    type: '4',
    areas: ['production', 'tank'],
    thing: 'GT-#气体报警系统',
    defect: '大面积故障且未配置替代检测',
    criterion: '12',
    basis: '可燃、有毒气体检测报警装置未有效使用，属于重大事故隐患',
    reason: '控制器主板损坏，备件采购周期长',
    goal: '报警系统全部恢复，故障点位为零',
    measures: '更换控制器，逐点标定，恢复联动',
    safety: '配置便携式检测仪，每小时人工检测并记录',
  },
  {
    type: '1',
    areas: ['warehouse'],
    thing: 'CK-#仓库',
    defect: '禁忌物料混存且超量',
    criterion: '20',
    basis: '未按国家标准分区分类储存危险化学品，超量、混存禁忌物质，属于重大事故隐患',
    reason: '出入库未按系统核定，节前集中到货',
    goal: '分区分类储存，库存在核定量以内',
    measures: '转运超量物料，禁忌物料分库存放，修订出入库流程',
    safety: '停止入库，增加巡检，现场配备吸附材料',
  },
  {
    type: '7',
    areas: ['utility', 'production', 'tank'],
    thing: 'V-#压力容器',
    defect: '超过检验有效期仍在使用',
    criterion: 'other',
    basis: '特种设备超期未检仍投入使用，按企业重大隐患管理',
    reason: '检验计划遗漏，台账未预警',
    goal: '完成检验并取得合格报告',
    measures: '停用隔离，委托检验，完善台账预警',
    safety: '停用期间加盲板隔离，切换备用容器',
  },
];
