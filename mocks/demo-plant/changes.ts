import { areaOfDept, workshops } from './base-people.ts';
import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate } from './dates.ts';
import { stableId } from './ids.ts';
import { departments } from './organisation.ts';
import type { SeedRecord } from './seed-record.ts';

/** What was changed: type, item, name, before, after. */
type Text = readonly [type: '1' | '2' | '3', item: string, title: string, before: string, after: string];
const texts: readonly Text[] = [
  ['2', '2-2', '循环水泵更换型号', '离心泵甲型，流量200', '离心泵乙型，流量220'],
  ['1', '1-3', '聚合釜夹套温度控制指标调整', '60至65℃', '58至63℃'],
  ['2', '2-7', '精馏塔液位计改为雷达式', '差压式液位计', '雷达液位计'],
  ['1', '1-5', '压缩机入口压力低联锁延时调整', '延时2秒', '延时5秒'],
  ['3', '3-1', '单体车间班组长岗位人员变更', '原班组长调离', '新班组长经培训考核上岗'],
  ['2', '2-5', '检修期间临时电源箱', '无临时电源', '设临时配电箱一台'],
  ['1', '1-1', '引发剂供应批次变更', '甲厂产品', '乙厂产品，规格相同'],
  ['2', '2-3', '罐组可燃气体探测器增设', '4台', '6台'],
  ['3', '3-3', '交接班制度修订', '口头交接', '书面交接并签字'],
  ['2', '2-4', '换热器垫片材质代用', '缠绕垫', '柔性石墨复合垫'],
];
const counts: Readonly<Record<CompanyTenant, number>> = { '645967': 30, '645968': 4 };
/** State, nature and days until a temporary change ends, of the newest ones; all others are closed. */
const open: readonly (readonly [status: string, nature: string, expires: number | null])[] = [
  ['0', '1', null],
  ['0', '3', null],
  ['4', '2', 5],
  ['4', '2', -2],
  ['4', '1', null],
  ['5', '1', null],
  ['4', '2', 20],
  ['8', '1', null],
];

/** Changes of two years with their measures, as of a day. */
export function alterationRecords(
  tenantId: CompanyTenant,
  now: Date,
): { changes: SeedRecord[]; measures: SeedRecord[] } {
  const shops = workshops(tenantId);
  const measures: SeedRecord[] = [];
  const reviewers = { '1': 'process', '2': 'equipment', '3': 'safety' } as const;
  const deptOf = (work: string) =>
    departments.find((dept) => dept.tenantId === tenantId && dept.functions?.includes(work))?.id;
  const changes = Array.from({ length: counts[tenantId] }, (_, index): SeedRecord => {
    const text = texts[index % texts.length];
    if (text === undefined) throw new Error('没有变更的内容');
    const [changeType, changeItem, title, before, after] = text;
    const shop = shops[index % shops.length];
    const [status, changeNature, expires] = open[index] ?? [
      '6',
      index % 6 === 0 ? '2' : '1',
      index % 6 === 0 ? -1 : null,
    ];
    const days = 3 + index * 24;
    const id = stableId(tenantId, 'alteration', index + 1);
    const leader = shop?.leader ?? '';
    const implementer = accountId(tenantId, 'workshop');
    const safety = accountId(tenantId, 'safety');
    const running = ['4', '5', '6', '8'].includes(status);
    const finished = ['5', '6'].includes(status);
    const at = (offset: number, time = '08:00:00') => `${plantDate(now, -days + offset)} ${time}`;
    if (running) {
      for (const [place, measure] of [
        '变更前对作业人员交底并签字',
        '变更期间加强现场监护，每两小时巡检一次',
      ].entries()) {
        const done = finished || place === 0;
        measures.push({
          id: stableId(tenantId, 'alterationMeasure', index * 2 + place + 1),
          createUser: safety,
          createTime: new Date(now.getTime() - days * 86_400_000),
          status: done ? '1' : '0',
          body: {
            alteration: id,
            measure,
            owner: place === 0 ? leader : implementer,
            due: plantDate(now, -days + 20),
            ...(done ? { result: '已落实', doneTime: at(10, '16:00:00') } : {}),
          },
        });
      }
    }
    return {
      id,
      createUser: leader,
      createTime: new Date(now.getTime() - days * 86_400_000),
      status,
      body: {
        title: `${title}（${shop?.deptName ?? ''}）`,
        changeType,
        changeItem,
        changeLevel: index % 4 === 3 ? '2' : '1',
        changeNature,
        ...(changeNature === '2'
          ? { expireTime: `${plantDate(now, expires === null || expires === -1 ? -days + 90 : expires)} 18:00:00` }
          : {}),
        ...(changeNature === '3' ? { oralApprover: accountId(tenantId, 'director'), oralTime: at(1, '02:00:00') } : {}),
        applicant: leader,
        applyDept: shop?.id,
        applyDate: plantDate(now, -days),
        area: areaOfDept(tenantId, shop?.id),
        reviewDept: deptOf(reviewers[changeType]),
        reason: '原有方式不能满足安全稳定运行的要求，经讨论提出变更。',
        before,
        after,
        techBasis: '设计单位校核意见和设备资料。',
        assessLeader: safety,
        ...(running
          ? {
              assessMethod: '1',
              assessTeam: [safety, leader, accountId(tenantId, 'manager')],
              assessResult: '风险可接受，按措施实施。',
              measureOwners: [...new Set([leader, implementer])],
            }
          : {}),
        affectedDocs: changeType === '3' ? ['10'] : ['2', '4', '7'],
        trainNeeded: '1',
        implementer,
        planStart: at(7),
        planEnd: at(status === '4' && expires === null ? 9 : 40, '18:00:00'),
        ...(finished ? { trainRecord: '班前会培训告知，全员签字。', acceptUsers: [safety] } : {}),
        ...(status === '6'
          ? {
              updatedDocs: changeType === '3' ? ['10'] : ['2', '4', '7'],
              pssr: '1',
              acceptOpinion: '按批准范围实施，资料已更新，同意关闭。',
              closeDate: plantDate(now, -days + 24),
              ...(changeNature === '2' ? { restored: '1', endReason: '已拆除并恢复原状。' } : {}),
            }
          : {}),
        ...(status === '8' ? { endReason: '设备厂家停供，不再实施。' } : {}),
      },
    };
  });
  return { changes, measures };
}
