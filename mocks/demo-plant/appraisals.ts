import { workshops } from './base-people.ts';
import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate } from './dates.ts';
import { stableId } from './ids.ts';
import type { SeedRecord } from './seed-record.ts';

const indexes = [
  ['违章控制', 20, 'max(20 - violations * 2, 0)', '违章管理规定'],
  ['严重违章', 10, 'serious > 0 ? 0 : 10', '违章管理规定'],
  ['班组安全活动', 10, 'min(activities * 2.5, 10)', '班组安全活动规定'],
  ['教育培训', 10, 'trainHours > 0 ? 10 : 0', '安全教育培训制度'],
] as const;
const items = [
  ['安全责任制落实', 20],
  ['隐患排查治理', 30],
  ['特殊作业管理', 20],
  ['教育培训', 15],
  ['违章控制', 15],
] as const;

/** Indexes of the appraisal with their formulas. */
export function appraisalIndexRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  return indexes.map(([name, fullScore, formula, source], index) => ({
    id: stableId(tenantId, 'appraisalIndex', index + 1),
    createUser: accountId(tenantId, 'safety'),
    createTime: new Date(now.getTime() - 700 * 86_400_000),
    body: { name, fullScore, formula, source },
  }));
}

/** First month of a quarter that is over, so many before the one that runs. */
function quarterStart(now: Date, before: number): string {
  const [year = 0, month = 1] = plantDate(now, 0).split('-').map(Number);
  const quarter = year * 4 + Math.floor((month - 1) / 3) - before;
  return `${Math.floor(quarter / 4)}-${String((quarter % 4) * 3 + 1).padStart(2, '0')}-01`;
}

/** Appraisals of workshops, quarter by quarter over two years; one was vetoed, some are and were appealed against. */
export function appraisalRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const appraiser = accountId(tenantId, 'safety');
  return workshops(tenantId).flatMap((dept, place) =>
    Array.from({ length: tenantId === '645967' ? 8 : 2 }, (_, quarter): SeedRecord => {
      const days = 20 + quarter * 91;
      const status = quarter > 0 ? '4' : (['1', '2', '3'][place % 3] ?? '1');
      const veto = quarter === 3 && place === 1;
      const asked = status === '3';
      const heard = quarter === 2 && place % 3 === 0;
      const agreed = status === '2' || status === '4';
      return {
        id: stableId(tenantId, 'appraisal', place * 10 + quarter + 1),
        createUser: appraiser,
        createTime: new Date(now.getTime() - days * 86_400_000),
        status,
        body: {
          period: '2',
          periodDate: quarterStart(now, quarter + 1),
          objectType: '1',
          dept: dept.id,
          appraiser,
          items: items.map(([item, fullScore], row) => {
            const lost = ((place * 5 + quarter * 3 + row * 2) % 7) / 2;
            return {
              item,
              fullScore,
              score: fullScore - lost,
              ...(lost > 0 ? { reason: '检查发现的问题按标准扣分' } : {}),
            };
          }),
          bonus: quarter % 3 === 0 ? 1 : null,
          veto: veto ? '1' : '0',
          ...(veto ? { vetoReason: '迟报一起轻伤事故。' } : {}),
          money: veto ? -5000 : 1000,
          appealUntil: plantDate(now, -days + 30),
          ...(asked ? { appealReason: '隐患逾期是备件到货延误，已办延期。' } : {}),
          ...(heard
            ? {
                appealReason: '两项隐患的整改期限经批准延长，不应按逾期扣分。',
                reviewOpinion: '延期手续齐全，隐患排查治理一项已按实际改分。',
              }
            : {}),
          ...(agreed ? { confirmTime: `${plantDate(now, -days + 2)} 15:00:00` } : {}),
        },
      };
    }),
  );
}
