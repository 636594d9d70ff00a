import { shippedRowId } from '../../server/metadata/tenant-rows.ts';
import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate, wallTime } from './dates.ts';
import { sensorPointRecords } from './equipment.ts';
import { stableId } from './ids.ts';
import { departments } from './organisation.ts';
import type { SeedRecord } from './seed-record.ts';

const day = 86_400_000;
const minute = 1 / 1_440;

type Batch = { readonly entity: string; readonly title: string; readonly records: readonly SeedRecord[] };
/** What a sensor says of itself, as its record has it. */
interface PointBody {
  readonly pointName: string;
  readonly pointType: string;
  readonly h?: number;
  readonly hh?: number;
  readonly l?: number;
}

/** Cause, words of it, and what was done about it. */
const endings = [
  ['fluctuation', '进料波动使参数越限，未造成泄漏', '调整进料并观察半小时，参数平稳'],
  ['operation', '切换泵时开阀过快', '按规程缓慢切换，班后讲评'],
  ['instrument', '变送器零点漂移', '仪表人员校准并复核'],
  ['leak', '法兰垫片老化微量泄漏', '隔离后更换垫片并试漏'],
  ['repair', '检修作业扬尘干扰探头', '作业点加围挡，作业后复测'],
] as const;

/** Alarms of two years with what was said and how they ended, as of a moment; the newest ones are still open. */
export function alarmBatches(tenantId: CompanyTenant, now: Date): readonly Batch[] {
  const { events, talks, ends } = alarmRecords(tenantId, now);
  const { indices, models, results, daily } = warningRecords(tenantId, now);
  return [
    { entity: 'alarmEvent', title: '报警事件', records: events },
    { entity: 'alarmCommunication', title: '沟通记录', records: talks },
    { entity: 'alarmEnd', title: '销警记录', records: ends },
    { entity: 'warnIndex', title: '预警指标', records: indices },
    { entity: 'dailyEvent', title: '日常事件', records: daily },
    { entity: 'warnModel', title: '预警模型', records: models },
    { entity: 'warnResult', title: '预警结果', records: results },
  ];
}

/** States of the newest alarms; all others are closed, every seventh as a false one. */
const newest: Readonly<Record<CompanyTenant, readonly string[]>> = {
  '645967': ['pending', 'handling', 'recovered', 'handling'],
  '645968': ['recovered'],
};
const counts: Readonly<Record<CompanyTenant, number>> = { '645967': 48, '645968': 8 };

function alarmRecords(tenantId: CompanyTenant, now: Date) {
  const points = sensorPointRecords(tenantId, now).filter(({ status }) => status === '1');
  const duty = accountId(tenantId, 'safety');
  const leaderOf = (deptId: unknown) => departments.find(({ id }) => id === deptId)?.leader ?? duty;
  const talks: SeedRecord[] = [];
  const ends: SeedRecord[] = [];
  const events = Array.from({ length: counts[tenantId] }, (_, index): SeedRecord => {
    const point = points[(index * 5) % points.length] as SeedRecord;
    const body = point.body as unknown as PointBody;
    const gas = ['combustible', 'toxic', 'oxygen'].includes(body.pointType);
    const severe = index % 4 === 1 && body.hh !== undefined;
    const limit = severe ? body.hh : (body.h ?? body.hh ?? body.l);
    const days = index < newest[tenantId].length ? index * 0.02 + 0.01 : 3 + index * 15;
    const wrong = index % 7 === 5;
    const status = newest[tenantId][index] ?? 'closed';
    const id = stableId(tenantId, 'alarmEvent', index + 1);
    const createTime = new Date(now.getTime() - days * day);
    const after = (minutes: number) => wallTime(now, -days + minutes * minute);
    // The newest that is handled was given to the team leader of the shift.
    const handler =
      tenantId === '645967' && index === 1 ? accountId(tenantId, 'leader') : leaderOf(point.body.dutyDeptId);
    const [reason, why, done] = endings[index % endings.length] as (typeof endings)[number];
    const judged = status !== 'pending';
    const closed = status === 'closed';
    const by = { createUser: duty, createTime: new Date(createTime.getTime() + 20 * 60_000) };
    if (judged && !wrong)
      talks.push({
        ...{ id: stableId(tenantId, 'alarmCommunication', index + 1), ...by },
        body: {
          ...{ alarmId: id, communicationMode: index % 2 === 0 ? 'radio' : 'phone', contactUser: handler },
          ...{ communicationTime: after(4), content: `请现场确认${body.pointName}`, result: '外操已到位确认' },
        },
      });
    if (closed && !wrong)
      ends.push({
        ...{ id: stableId(tenantId, 'alarmEnd', index + 1), ...by },
        // Written down when it was over.
        createTime: new Date(createTime.getTime() + (50 + (index % 5) * 12) * 60_000),
        body: {
          ...{ alarmId: id, endMode: 'manual', endReason: reason, reasonDetail: why, measures: done },
          ...{ endTime: after(45 + (index % 5) * 12), endUserId: handler, createPeril: '0' },
        },
        file: { field: 'files', name: '现场处置.png', holds: { picture: index + 1, repaired: true } },
      });
    return {
      ...{ id, createUser: duty, createTime, status },
      body: {
        ...{ pointId: point.id, alarmName: `${body.pointName}${severe ? '高高' : '超限'}报警` },
        ...{
          alarmType: gas ? body.pointType : 'process',
          alarmThreshold: severe ? 'HH' : body.h === undefined ? 'L' : 'H',
        },
        alarmSubtype: gas
          ? 'concentration'
          : ['temperature', 'pressure', 'level', 'flow', 'vibration'].includes(body.pointType)
            ? body.pointType
            : 'other',
        ...{ tag: point.body.tag, areaId: point.body.areaId, deptId: point.body.dutyDeptId, unit: point.body.unit },
        ...{ majorSourceId: point.body.majorSourceId, limitValue: limit, alarmValue: limit, peakValue: limit },
        ...{ alarmTime: after(0), effective: judged ? (wrong && closed ? '0' : '1') : '9' },
        // Every sixth was answered late.
        ...(judged ? { respondTime: after(index % 6 === 4 ? 35 : 2 + (index % 3)), handlerId: handler } : {}),
        ...(status === 'recovered' || (closed && !wrong) ? { recoverTime: after(12) } : {}),
        ...(closed && wrong
          ? {
              effectiveNote: '探头受潮误动作，现场无异常',
              endMode: 'false',
              endReason: 'instrument',
              closeTime: after(36),
            }
          : {}),
        ...(closed && !wrong ? { endMode: 'manual', endReason: reason, closeTime: after(45 + (index % 5) * 12) } : {}),
      },
    };
  });
  return { events, talks, ends };
}

/** Code, name, class, nature, source, formula, unit, weight in the model, bounds of the scores 0, 40, 70 and 100. */
type IndexRow = readonly [
  code: string,
  name: string,
  group: 'person' | 'thing' | 'place' | 'manage' | 'event',
  kind: 'neg' | 'pos',
  source: string,
  formula: string,
  unit: string,
  bounds: readonly [number, number, number],
];

/** The twenty indicators that the handbook names; what no figure tells by department is counted by hand. */
const indexRows: readonly IndexRow[] = [
  ['YH-01', '未整改隐患数', 'thing', 'neg', 'peril', 'open', '条', [5, 15, 30]],
  ['YH-02', '重大隐患数', 'thing', 'neg', 'peril', 'major', '条', [1, 2, 3]],
  ['YH-03', '超期隐患率', 'manage', 'neg', 'peril', 'overdue / open * 100', '%', [5, 15, 30]],
  ['YH-04', '隐患整改率', 'manage', 'pos', 'peril', 'closed / found * 100', '%', [95, 80, 60]],
  ['PC-01', '排查任务完成率', 'manage', 'pos', 'trouble', 'doneTasks / tasks * 100', '%', [98, 90, 75]],
  ['XJ-01', '巡检到位率', 'manage', 'pos', 'inspect', 'doneRounds / rounds * 100', '%', [98, 90, 75]],
  ['BJ-01', '报警次数', 'thing', 'neg', 'alarm', 'alarms', '次', [5, 15, 30]],
  ['BJ-02', '一二级报警数', 'thing', 'neg', 'alarm', 'graveAlarms', '次', [1, 3, 6]],
  ['BJ-03', '报警闭环率', 'manage', 'pos', 'alarm', 'closedAlarms / alarms * 100', '%', [98, 90, 75]],
  ['ZX-01', '在线点位离线率', 'thing', 'neg', 'alarm', 'badPoints / points * 100', '%', [2, 5, 10]],
  ['ZY-01', '特殊作业数', 'place', 'neg', 'ticket', 'tickets', '张', [20, 50, 100]],
  ['ZY-02', '特级一级动火数', 'place', 'neg', 'ticket', 'topHot', '张', [3, 8, 15]],
  ['ZY-03', '超期作业票数', 'manage', 'neg', 'ticket', 'expiredTickets', '张', [1, 3, 6]],
  ['WZ-01', '违章数', 'person', 'neg', 'violation', 'violations', '次', [2, 5, 10]],
  ['PX-01', '培训完成率', 'person', 'pos', 'training', 'trained / trainees * 100', '%', [98, 90, 75]],
  ['ZS-01', '证书到期人数', 'person', 'neg', 'cert', 'endingCerts', '人', [1, 3, 6]],
  ['FX-01', '红橙风险点占比', 'place', 'neg', 'risk', 'gravePlaces / areas * 100', '%', [20, 40, 60]],
  ['SB-01', '设备完好率', 'thing', 'pos', 'equipment', 'soundDevices / devices * 100', '%', [98, 90, 80]],
  ['SG-01', '未遂与事故数', 'event', 'neg', 'accident', 'accidents + misses', '起', [1, 3, 6]],
  ['CN-01', '承诺公告逾期次数', 'manage', 'neg', '', '', '次', [1, 3, 6]],
];
/** Those that are looked at more often than by month, or less. */
const cycles: Readonly<Record<string, string>> = {
  'ZX-01': 'day',
  'BJ-03': 'week',
  'XJ-01': 'week',
  'PX-01': 'quarter',
  'SB-01': 'quarter',
};
const steps = [0, 40, 70, 100] as const;

/** Scores of the ranges between three bounds: of an indicator that should be high from the other end. */
function scoreRows(kind: 'neg' | 'pos', bounds: readonly [number, number, number]) {
  const rising = kind === 'neg' ? bounds : ([...bounds].reverse() as unknown as typeof bounds);
  const scores = kind === 'neg' ? steps : [...steps].reverse();
  return scores.map((score, index) => ({
    ...(index === 0 ? {} : { min: rising[index - 1] }),
    ...(index === 3 ? {} : { max: rising[index] }),
    score,
  }));
}

const thresholds = [
  { warnLevel: '4', min: 0, max: 40 },
  { warnLevel: '3', min: 40, max: 60 },
  { warnLevel: '2', min: 60, max: 80 },
  { warnLevel: '1', min: 80, max: 100 },
];

/** What was noticed day by day. */
const noticed = [
  ['夜班交接晚了二十分钟', 'management'],
  ['循环水泵轴承温度偏高', 'equipment'],
  ['装卸区照明不足', 'environment'],
  ['承诺公告当日未按时发布', 'management'],
  ['外操未戴防护眼镜被提醒', 'personnel'],
  ['反应釜升温速率偏快', 'process'],
] as const;

function warningRecords(tenantId: CompanyTenant, now: Date) {
  const keeper = accountId(tenantId, 'safety');
  const indexId = (number: number) => stableId(tenantId, 'warnIndex', number);
  const begun = { createUser: keeper, createTime: new Date(now.getTime() - 740 * day) };
  const indices: SeedRecord[] = indexRows.map(
    ([indexCode, indexName, group, kind, source, formula, unit, bounds], index) => ({
      ...{ id: indexId(index + 1), ...begun },
      body: {
        ...{
          indexCode,
          indexName,
          classId: shippedRowId('warnClass', group),
          kind,
          unit,
          cycle: cycles[indexCode] ?? 'month',
          gather: unit === '%' ? 'avg' : 'sum',
          targetValue: bounds[0],
        },
        ...(source === '' ? { dataMode: 'manual' } : { dataMode: 'auto', sourceKey: source, formula }),
        scoreRows: scoreRows(kind, bounds),
      },
    }),
  );
  const items = indexRows.map((_, index) => ({ indexId: indexId(index + 1), weight: 5 }));
  const modelId = (version: number) => stableId(tenantId, 'warnModel', version);
  const models: SeedRecord[] = [1, 2].map((version) => ({
    id: modelId(version),
    ...{ createUser: keeper, createTime: new Date(now.getTime() - (version === 1 ? 735 : 380) * day) },
    status: version === 1 ? 'disabled' : 'enabled',
    body: {
      ...{
        modelName: '企业综合预警',
        modelVersion: version,
        scopeType: 'enterprise',
        items,
        formula: 'weighted',
        thresholds,
      },
      vetoRows: version === 1 ? [] : [{ indexId: indexId(2), compare: 'ge', limit: 3, warnLevel: '1' }],
      ...{ cycle: 'month', effectTime: `${plantDate(now, version === 1 ? -735 : -380)} 08:00:00` },
      ...(version === 1 ? {} : { formerId: modelId(1), nextTime: wallTime(now, 12) }),
    },
  }));
  const results = Array.from({ length: tenantId === '645967' ? 24 : 6 }, (_, index) =>
    resultRecord(tenantId, now, index, { items, modelId, keeper }),
  );
  const shops = departments.filter((dept) => dept.tenantId === tenantId && dept.deptType === '3');
  const daily = Array.from({ length: tenantId === '645967' ? 26 : 5 }, (_, index): SeedRecord => {
    const [eventName, eventType] = noticed[index % noticed.length] as (typeof noticed)[number];
    const status = index === 0 ? 'new' : index === 1 ? 'handling' : 'closed';
    return {
      ...{ id: stableId(tenantId, 'dailyEvent', index + 1), createUser: keeper, status },
      createTime: new Date(now.getTime() - (0.4 + index * 28) * day),
      body: {
        ...{ eventName, eventType, eventLevel: index % 9 === 5 ? '3' : '4', deptId: shops[index % shops.length]?.id },
        ...{
          eventTime: wallTime(now, -0.5 - index * 28),
          description: `${eventName}，已告知当班班长。`,
          reporterId: keeper,
        },
        ...(eventName.startsWith('承诺公告') ? { indexId: indexId(indexRows.length) } : {}),
        ...(status === 'closed' ? { measures: '已整改并在班前会上讲评。' } : {}),
      },
    };
  });
  return { indices, models, results, daily };
}

interface ModelFacts {
  readonly items: readonly { readonly indexId: string; readonly weight: number }[];
  modelId(version: number): string;
  readonly keeper: string;
}

/** What the model said of a month, so many months ago: scores that go up and down and add up to the index. */
function resultRecord(
  tenantId: CompanyTenant,
  now: Date,
  back: number,
  { items, modelId, keeper }: ModelFacts,
): SeedRecord {
  const [year, month] = plantDate(now, 0).split('-').map(Number) as [number, number];
  const place = year * 12 + month - 2 - back;
  const period = `${Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`;
  const next = `${Math.floor((place + 1) / 12)}-${String(((place + 1) % 12) + 1).padStart(2, '0')}`;
  const version = back < 12 ? 2 : 1;
  const scoreIn = (months: number, index: number) => {
    const bad = months % 7 === 0 ? 3 : months % 5 === 2 ? 2 : 1;
    return steps[(index * 3 + months) % 5 < bad ? 2 + (index % 2) : index % 2] ?? 0;
  };
  const sum = (months: number) =>
    items.reduce((all, { weight }, index) => all + (weight * scoreIn(months, index)) / 100, 0);
  const w = Math.round(sum(back) * 100) / 100;
  const before = Math.round(sum(back + 1) * 100) / 100;
  const warnLevel = w >= 80 ? '1' : w >= 60 ? '2' : w >= 40 ? '3' : '4';
  const status = warnLevel === '4' ? 'closed' : back === 0 ? 'new' : 'closed';
  const itemScores = items.map(({ indexId, weight }, index) => {
    const [, indexName, , kind, , , unit, bounds] = indexRows[index] as IndexRow;
    const score = scoreIn(back, index);
    // A value within the range that has this score.
    const at = steps.indexOf(score);
    const worse = kind === 'neg' ? 1 : -1;
    const value =
      at === 0 ? Math.max(0, bounds[0] - worse) : kind === 'neg' ? (bounds[at - 1] ?? 0) : (bounds[at - 1] ?? 0) - 1;
    return { indexId, indexName, value, unit, score, weight, contribution: (weight * score) / 100 };
  });
  return {
    ...{ id: stableId(tenantId, 'warnResult', back + 1), createTime: new Date(`${next}-01T01:00:00+08:00`), status },
    body: {
      ...{ resultName: `企业综合预警${period}`, statTime: `${next}-01 01:00:00`, period, modelId: modelId(version) },
      ...{ modelVersion: version, formula: 'weighted', scopeType: 'enterprise', w, warnLevel, formerW: before },
      ...{ trend: w > before ? 'up' : w < before ? 'down' : 'flat', missingWeight: 0, itemScores, thresholds },
      isLatest: back === 0 ? '1' : '0',
      ...(status === 'closed' && warnLevel !== '4'
        ? {
            handlerId: keeper,
            handleDesc: '约谈得分高的车间，按指标逐项制定措施并跟踪。',
            handleTime: `${next}-02 10:00:00`,
          }
        : {}),
      ...(warnLevel === '4' ? { handleDesc: '正常关注，无需处置', handleTime: `${next}-01 01:00:00` } : {}),
    },
  };
}
