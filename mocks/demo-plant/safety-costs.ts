import { accountId, type CompanyTenant, scanOf } from './contractors.ts';
import { plantDate } from './dates.ts';
import { stableId } from './ids.ts';
import { departments } from './organisation.ts';
import type { SeedRecord } from './seed-record.ts';

/** Revenue of the year before, in yuan, and what is planned for each category, in units of a thousand. */
const revenue: Record<CompanyTenant, number> = { '645967': 862_000_000, '645968': 96_000_000 };
const planned: readonly (readonly [category: string, content: string, share: number])[] = [
  ['1', '安全防护设施改造和维护', 0.34],
  ['2', '应急物资和演练', 0.12],
  ['3', '重大危险源监控和双重预防信息化', 0.14],
  ['4', '安全检查、评价和标准化', 0.1],
  ['5', '劳动防护用品', 0.12],
  ['6', '宣传、教育、培训', 0.08],
  ['8', '安全设施和特种设备检测检验', 0.06],
  ['9', '安全生产责任保险', 0.04],
];
const bought: readonly (readonly [category: string, content: string, payee: string, thousands: number])[] = [
  ['1', '可燃气体报警器更换', '明溪仪表技术有限公司(示例)', 86],
  ['1', '储罐区防火堤修复', '青禾建设工程有限公司(示例)', 142],
  ['1', '安全阀更换', '云图检维修有限公司(示例)', 58],
  ['2', '正压式空气呼吸器检测充气', '松间消防工程有限公司(示例)', 21],
  ['2', '综合应急演练', '蓝岭应急物资(示例)', 34],
  ['3', '重大危险源在线监测维护', '明溪仪表技术有限公司(示例)', 75],
  ['4', '安全现状评价', '知微检测有限公司(示例)', 98],
  ['5', '防静电工作服', '蓝岭劳保用品(示例)', 46],
  ['5', '防毒面具滤毒罐', '蓝岭劳保用品(示例)', 18],
  ['6', '特种作业取证培训', '蓝岭培训中心(示例)', 27],
  ['8', '压力容器定期检验', '知微检测有限公司(示例)', 52],
  ['9', '安责险保费', '蓝岭财产保险(示例)', 120],
];

/** Accrual of a revenue by the tiers that are shipped, art. 21 of 财资〔2022〕136号; yuan. */
function accrualOf(amount: number): number {
  const tiers = [
    [0, 10_000_000, 0.045],
    [10_000_000, 100_000_000, 0.0225],
    [100_000_000, 1_000_000_000, 0.0055],
  ] as const;
  return tiers.reduce((sum, [lower, upper, rate]) => sum + Math.max(0, Math.min(amount, upper) - lower) * rate, 0);
}

const cents = (amount: number) => Math.round(amount * 100) / 100;
const yearOf = (now: Date) => Number(plantDate(now, 0).slice(0, 4));
const planId = (tenantId: CompanyTenant, year: number) => stableId(tenantId, 'costPlan', year % 100);
const financeOf = (tenantId: CompanyTenant): string => {
  const finance = departments.find((dept) => dept.tenantId === tenantId && dept.deptName === '财务部');
  return finance?.id ?? departments.find((dept) => dept.tenantId === tenantId)?.id ?? '';
};
const keeperOf = (tenantId: CompanyTenant) => accountId(tenantId, tenantId === '645967' ? 'cost' : 'manager');

/** Approved plans of last year and this one, as of a day. */
export function costPlanRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const keeper = keeperOf(tenantId);
  return [yearOf(now) - 1, yearOf(now)].map((year, index) => {
    const lastRevenue = revenue[tenantId] * (1 + index * 0.04);
    const accrual = accrualOf(lastRevenue);
    return {
      id: planId(tenantId, year),
      createUser: keeper,
      createTime: new Date(`${year}-01-05T02:00:00Z`),
      status: '2',
      body: {
        year: `${year}-01-01`,
        industry: '1',
        lastRevenue,
        lastAccrual: cents(accrualOf(revenue[tenantId] * 0.97)),
        carryOver: index === 0 ? 180_000 : 420_000,
        items: planned.map(([category, content, share], place) => ({
          category,
          content,
          dept: financeOf(tenantId),
          amount: Math.floor((accrual * share) / 1000) * 1000,
          month: `${year}-${String((place % 12) + 1).padStart(2, '0')}-01`,
        })),
        applicant: keeper,
        applyDept: financeOf(tenantId),
      },
    };
  });
}

/** What has been accrued in each month so far; the month to come waits for its first day. */
export function costAccrualRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const today = plantDate(now, 0);
  return costPlanRecords(tenantId, now).flatMap(({ id: plan, body }, index) => {
    const { lastRevenue, carryOver } = body as { readonly lastRevenue: number; readonly carryOver: number };
    const accrual = cents(accrualOf(lastRevenue));
    const monthly = cents(accrual / 12);
    const year = yearOf(now) - 1 + index;
    return Array.from({ length: 12 }, (_, place) => {
      const month = `${year}-${String(place + 1).padStart(2, '0')}-01`;
      const due = month <= today;
      return {
        id: stableId(tenantId, 'costAccrual', (year % 100) * 100 + place + 1),
        createTime: new Date(`${month}T00:30:00+08:00`),
        status: due ? '1' : '0',
        month,
        body: {
          plan,
          month,
          ...(due
            ? {
                opening: cents(carryOver + monthly * place),
                amount: place === 11 ? cents(accrual - monthly * 11) : monthly,
              }
            : {}),
        },
      };
    })
      .filter(({ month, status }) => status === '1' || month.slice(0, 7) === nextMonth(today))
      .map(({ month: _, ...record }) => record);
  });
}

function nextMonth(today: string): string {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
}

/** What has been spent, twice a month over two years, the newest of it not yet approved. */
export function costReceiptRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const keeper = keeperOf(tenantId);
  const buyers = departments.filter((dept) => dept.tenantId === tenantId && dept.deptType === '3');
  const start = Date.parse(`${yearOf(now) - 1}-01-10T02:00:00Z`);
  const count = Math.floor((now.getTime() - start) / (15 * 86_400_000));
  const step = tenantId === '645967' ? 1 : 4;
  return Array.from({ length: count }, (_, index) => index)
    .filter((index) => index % step === 0)
    .map((index) => {
      const days = Math.round((start - now.getTime()) / 86_400_000) + index * 15;
      const useDate = plantDate(now, days);
      const [category, content, payee, thousands] = bought[index % bought.length] ?? ['10', '其他', '示例单位', 1];
      const fresh = index >= count - 2;
      return {
        id: stableId(tenantId, 'costReceipt', index + 1),
        createUser: keeper,
        createTime: new Date(now.getTime() + days * 86_400_000),
        status: fresh ? '0' : '2',
        body: {
          plan: planId(tenantId, Number(useDate.slice(0, 4))),
          category,
          content,
          useDept: buyers[index % Math.max(1, buyers.length)]?.id ?? financeOf(tenantId),
          useDate,
          amount: thousands * 1000 + ((index * 137) % 900),
          payee,
          invoiceNo: String(24_000_000 + index * 7).padStart(8, '0'),
          handler: keeper,
        },
        files: [
          scanOf('vouchers', '发票', [
            ['内容', content],
            ['收款单位', payee],
          ]),
        ],
      };
    });
}
