import { accountId, type CompanyTenant, scanOf } from './contractors.ts';
import { plantDate } from './dates.ts';
import { stableId } from './ids.ts';
import type { SeedRecord } from './seed-record.ts';

type Row = readonly [
  name: string,
  nameEn: string,
  cas: string,
  role: string,
  state: string,
  ghs: readonly string[],
  signal: string,
  pictograms: readonly string[],
  place: string,
  stored: number,
  days: number,
];
const rows: readonly Row[] = [
  ['苯', 'Benzene', '71-43-2', '1', '2', ['06', '22'], '1', ['GHS02', 'GHS08'], '甲类液体罐组', 420, 300],
  ['甲醇', 'Methanol', '67-56-1', '4', '2', ['06', '17'], '1', ['GHS02', 'GHS06'], '甲类液体罐组', 180, 500],
  ['氨', 'Ammonia', '7664-41-7', '1', '4', ['02', '17'], '1', ['GHS04', 'GHS06'], '循环水及消防泵房', 2.5, 700],
  ['氯', 'Chlorine', '7782-50-5', '5', '4', ['04', '17'], '1', ['GHS03', 'GHS06'], '污水处理站', 0.8, 900],
  ['环氧乙烷', 'Ethylene oxide', '75-21-8', '1', '4', ['02', '22'], '1', ['GHS02', 'GHS08'], '单体中间罐组', 8, 400],
  ['甲苯', 'Toluene', '108-88-3', '4', '2', ['06', '23'], '1', ['GHS02', 'GHS08'], '甲类液体罐组', 120, 250],
  ['氢氧化钠', 'Sodium hydroxide', '1310-73-2', '5', '1', ['18'], '1', ['GHS05'], '酸碱罐组', 60, 1700],
  ['盐酸', 'Hydrochloric acid', '7647-01-0', '5', '2', ['18'], '1', ['GHS05', 'GHS07'], '酸碱罐组', 45, 1900],
  ['硫酸', 'Sulfuric acid', '7664-93-9', '5', '2', ['18'], '1', ['GHS05'], '酸碱罐组', 30, 800],
  ['氢', 'Hydrogen', '1333-74-0', '1', '3', ['02', '05'], '1', ['GHS02', 'GHS04'], '单体压缩机厂房', 0.4, 350],
  ['氮', 'Nitrogen', '7727-37-9', '7', '3', ['05'], '2', ['GHS04'], '空分装置区', 20, 600],
  ['丙酮', 'Acetone', '67-64-1', '7', '2', ['06'], '1', ['GHS02', 'GHS07'], '质检分析楼', 0.2, 450],
];

/** Chemicals of a company; the safety data sheet of one is due for revision. */
export function chemicalRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const keeper = accountId(tenantId, 'safety');
  return rows
    .filter((_, index) => tenantId === '645967' || index > 8)
    .map(
      (
        [name, nameEn, casNo, role, state, ghsClasses, signalWord, pictograms, storagePlace, maxStorage, days],
        index,
      ) => ({
        id: stableId(tenantId, 'chemical', index + 1),
        createUser: keeper,
        createTime: new Date(now.getTime() - 200 * 86_400_000),
        status: '1',
        body: {
          name,
          nameEn,
          casNo,
          isMixture: '0',
          isHazardous: '1',
          role,
          state,
          ghsClasses,
          signalWord,
          pictograms,
          hazardTags: ['氯', '氨', '环氧乙烷', '苯'].includes(name) ? ['6'] : [],
          storagePlace,
          designStorage: maxStorage * 1.25,
          maxStorage,
          supplier: '示例化工原料有限公司',
          sdsDate: plantDate(now, -days),
        },
        files: [
          scanOf('sdsFile', `${name}安全技术说明书`, [['CAS号', casNo]]),
          scanOf('labelFile', `${name}安全标签`, [['CAS号', casNo]]),
        ],
      }),
    );
}
