/** Screens that a later version brings: name of the menu's `screen` or of a fixed route, and what it will be. */
export const UPCOMING: Readonly<Record<string, { readonly codes: readonly string[]; readonly purpose: string }>> = {
  'company-home': { codes: ['homePage'], purpose: '公司级首页：风险、隐患、作业、培训等关键指标与待办一屏汇总。' },
  'workshop-home': { codes: ['homeworkshop'], purpose: '车间级首页：本车间的风险、隐患、作业票与巡检任务一屏汇总。' },
  'product-indicators-fullscreen': {
    codes: ['productIndicatorsFullscreen'],
    purpose: '平台指标的全屏展示，供会议室和值班室使用。',
  },
  'big-screen': {
    codes: ['bigScreen'],
    purpose: '监控大屏：重大危险源、报警、特殊作业与风险四色图的实时总览，在新窗口打开。',
  },
  'take-exam': { codes: ['TakeExam'], purpose: '在线答题：限时作答、自动交卷与成绩查看。' },
  'risk-graph': { codes: ['areaGraph'], purpose: '风险四色图：在厂区平面图上按风险等级查看和维护风险分区。' },
  'online-detection': { codes: ['onlineDetection'], purpose: '在线监测：传感器实时数值、趋势曲线与报警状态。' },
  'inspection-execution': { codes: ['inspectionExecution'], purpose: '巡检执行：按计划逐点检查、签到与异常登记。' },
  'led-edit': { codes: ['ledEdit'], purpose: 'LED节目编辑：编排节目内容、字体颜色与播放顺序。' },
  'led-preview': { codes: ['ledPreview'], purpose: 'LED节目预览：按大屏的尺寸预览节目效果。' },
  'led-view': { codes: ['ledView'], purpose: 'LED大屏：在新窗口轮播已发布的节目。' },
  'video-monitoring': {
    codes: ['videoMonitoring'],
    purpose: '视频监控：按区域查看摄像头画面与在线状态，在新窗口打开。',
  },
  register: { codes: ['register'], purpose: '自助注册账号。目前账号由企业管理员开通。' },
  'register-result': { codes: ['registerResult'], purpose: '账号注册结果。目前账号由企业管理员开通。' },
  'app-download': {
    codes: ['appDownload'],
    purpose: '手机应用的下载。目前可直接用手机浏览器登录，页面已按手机屏幕排版。',
  },
  announcement: { codes: ['announcement'], purpose: '公告页：在大屏上滚动显示承诺公告等文字。' },
  workflow: { codes: ['workflow'], purpose: '流程配置：审批流程的定义、版本与历史。' },
};

const purposes = new Map(Object.values(UPCOMING).flatMap(({ codes, purpose }) => codes.map((code) => [code, purpose])));

/** What the coming screen of a page code will be; undefined where the code names none of them. */
export function upcomingPurpose(code: string): string | undefined {
  return purposes.get(code);
}
