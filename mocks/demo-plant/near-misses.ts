import { areaOfDept, fieldPeople, hourOf, workshops } from './base-people.ts';
import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate } from './dates.ts';
import { stableId } from './ids.ts';
import type { SeedRecord } from './seed-record.ts';

/** Title, possible type, possible consequence, cause, measure. */
type Text = readonly [title: string, type: string, potential: string, cause: string, measure: string];

const texts: readonly Text[] = [
  ['登塔作业工具滑落未伤人', '01', '2', '1', '高处作业工具系防坠绳'],
  ['巡检通道积水结冰险些滑倒', '11', '3', '3', '通道加排水坡并铺防滑格栅'],
  ['法兰垫片错用被交接检查发现', '26', '2', '2', '垫片分色存放并双人核对'],
  ['吊装时钢丝绳断丝被及时发现', '05', '1', '2', '吊索具每月检验挂色标'],
  ['可燃气体报警后确认为误操作放空', '16', '2', '1', '放空阀加铅封和确认牌'],
  ['叉车倒车险些碰到行人', '02', '2', '3', '划分人车通道并装倒车蜂鸣器'],
  ['受限空间作业前发现氧含量不足', '24', '1', '4', '作业前强制通风半小时再取样'],
  ['配电间门未锁险些误入', '06', '2', '4', '更换自闭锁并挂警示牌'],
  ['取样瓶破裂物料溅出未伤人', '08', '3', '2', '改用不锈钢取样器'],
  ['动火点下方发现可燃物', '09', '2', '4', '动火前清理范围扩大到十五米'],
];
const counts: Readonly<Record<CompanyTenant, number>> = { '645967': 36, '645968': 6 };
/** States of the newest ones; older ones are closed, some declined. */
const newest = ['1', '1', '2', '3', '2', '0'];

/** Near misses of two years with their measures, as of a day; every fourth without a name. */
export function nearMissRecords(tenantId: CompanyTenant, now: Date): { misses: SeedRecord[]; measures: SeedRecord[] } {
  const shops = workshops(tenantId);
  const people = fieldPeople(tenantId);
  const measures: SeedRecord[] = [];
  const misses = Array.from({ length: counts[tenantId] }, (_, index): SeedRecord => {
    const [title, accidentType, potential, cause, measure] = texts[index % texts.length] ?? (texts[0] as Text);
    const shop = shops[index % shops.length];
    const reporter = people[(index * 11) % people.length]?.id ?? '';
    const status = newest[index] ?? (index % 9 === 8 ? '5' : '4');
    const days = 1 + index * 20;
    const owner = shop?.leader ?? '';
    const accepted = ['2', '3', '4'].includes(status);
    const done = ['3', '4'].includes(status);
    const id = stableId(tenantId, 'nearMiss', index + 1);
    const createTime = new Date(now.getTime() - (days - 1) * 86_400_000);
    if (accepted)
      measures.push({
        id: stableId(tenantId, 'nearMissMeasure', index + 1),
        createUser: accountId(tenantId, 'officer'),
        createTime,
        status: done ? '1' : '0',
        body: {
          nearMiss: id,
          measure,
          owner,
          due: plantDate(now, index === 4 ? -2 : 14 - days),
          ...(done ? { doneDate: plantDate(now, 10 - days), result: '已落实并检查。' } : {}),
        },
      });
    return {
      id,
      createUser: reporter,
      createTime,
      status,
      body: {
        title,
        occurTime: hourOf(plantDate(now, -days), index),
        area: areaOfDept(tenantId, shop?.id),
        dept: shop?.id,
        anonymous: index % 4 === 1 ? '1' : '0',
        reporter,
        accidentType,
        potential,
        description: `${title}，现场人员及时制止，没有造成伤害和损失。`,
        immediate: '立即停止作业并设警戒。',
        ...(accepted
          ? { causes: [cause], analysis: '作业前检查不细，防护和警示措施不够。', measureOwners: [owner], share: '1' }
          : {}),
        ...(status === '5' ? { opinion: '与已登记的事件重复。' } : {}),
        ...(status === '4' ? { reward: 100 } : {}),
      },
    };
  });
  return { misses, measures };
}
