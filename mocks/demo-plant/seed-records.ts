import { instantOfWallClock, wallDate } from '../../server/ground/database/wall-clock.ts';
import { accidentBatches } from './accident-batches.ts';
import { alarmBatches } from './alarms.ts';
import { approvalChains } from './approval-chains.ts';
import { archiveBatches } from './archives.ts';
import { areaDetailRecords } from './area-details.ts';
import { type Area, areas, boundaryOf, checklists, tagOf } from './areas.ts';
import { baseBatches } from './base-batches.ts';
import { certificateRecords, specialCertificateRecords, withoutScans } from './certificates.ts';
import {
  contractorEvaluationRecords,
  contractorIllegalRecords,
  contractorPersonRecords,
  contractorRecords,
} from './contractors.ts';
import { enterpriseConfigs } from './enterprise.ts';
import { equipmentRecords, sensorPointRecords } from './equipment.ts';
import { examBatches } from './exam-batches.ts';
import { stableId } from './ids.ts';
import { inspectionBatches } from './inspection-batches.ts';
import { laws } from './laws.ts';
import { departments, posts, tenants } from './organisation.ts';
import type { CardContent } from './pdf-card.ts';
import { users } from './people.ts';
import {
  analysedAreas,
  evaluationRecords,
  hazopRecords,
  majorSourceRecords,
  riskRecords,
  twoAndOneRecords,
} from './risks.ts';
import { ownRoles } from './roles.ts';
import { rules } from './rules.ts';
import { scheduleBatches } from './schedules.ts';
import type { SeedRecord } from './seed-record.ts';
import { trainingBatches } from './training.ts';
import type { Department, Law, Rule, TenantId } from './types.ts';
import { calendarDays } from './work-calendar.ts';
import { workplaceBatches } from './workplace-batches.ts';

/** Records of one entity in one tenant; batches are saved in their order. */
export interface SeedBatch {
  readonly tenantId: TenantId;
  readonly entity: string;
  /** What the progress line calls them. */
  readonly title: string;
  readonly records: readonly SeedRecord[];
}

/** A department with the person who leads it, set once the people are there. */
type SeedLeader = Pick<Department, 'tenantId' | 'id' | 'leader'>;

const zone = 'Asia/Shanghai';
const day = 86_400_000;
const tenantIds: readonly TenantId[] = ['000000', '645967', '645968'];
/** The day from which the dates of the rules are counted. */
const demoDay = Date.parse('2026-11-20T00:00:00Z');

/** Everything that the demo plant holds, as of a day: the same day gives the same records. */
export function seedBatches(now: Date): SeedBatch[] {
  const start = new Date(now.getTime() - 365 * day);
  const plain = <Row extends object>(
    rows: readonly Row[],
    recordOf: (row: Row, index: number) => Partial<SeedRecord>,
  ) => rows.map((row, index) => ({ id: '', createTime: start, body: {}, ...recordOf(row, index) }));
  const batches: SeedBatch[] = [];
  for (const tenantId of tenantIds) {
    const own = <Row extends { readonly tenantId: TenantId }>(rows: readonly Row[]) =>
      rows.filter((row) => row.tenantId === tenantId);
    const add = (entity: string, title: string, records: readonly SeedRecord[]) =>
      batches.push({ tenantId, entity, title, records });
    add(
      'enterpriseConfig',
      '企业配置',
      plain(own(enterpriseConfigs), ({ tenantId: _, ...body }) => ({
        id: stableId(tenantId, 'config', 1),
        body,
        files: [
          { field: 'appQrCode', name: 'APP下载.png', holds: { address: appAddress(tenantId) } },
          ...(body.mapPlanA === undefined
            ? []
            : [{ field: 'mapPlan', name: '厂区平面图.png', holds: { plan: true } } as const]),
        ],
      })),
    );
    add(
      'role',
      '角色',
      plain(own(ownRoles), ({ id, tenantId: _, ...body }) => ({ id, body })),
    );
    for (const level of levelsOf(own(departments)))
      add(
        'dept',
        '部门',
        plain(level, ({ id, tenantId: _, leader: __, parentId, ...body }) => ({
          id,
          body: { ...body, parentId: parentId === '0' ? null : parentId },
        })),
      );
    add(
      'post',
      '岗位',
      plain(own(posts), ({ id, tenantId: _, ...body }) => ({ id, body })),
    );
    add(
      'user',
      '用户',
      plain(own(users), ({ id, tenantId: _, status, ...body }) => ({
        id,
        status,
        body,
        createTime: between(start, instantOf(`${body.entryDate} 09:00`), now),
      })),
    );
    if (tenantId === '000000') continue;
    add(
      'workCalendar',
      '工作日历',
      plain(calendarDays, (row, index) => ({
        id: stableId(tenantId, 'workday', index + 1),
        body: { ...row },
        createUser: keeperId(tenantId, 'admin'),
      })),
    );
    add('lawRegulation', '法律法规', lawRecords(tenantId, now));
    add('systemRule', '规章制度', ruleRecords(tenantId, own(rules), now));
    const keeper = keeperId(tenantId, 'safety');
    for (const level of areaLevels(own(areas)))
      add(
        'riskArea',
        '风险区域',
        plain(level, ({ id, tenantId: _, riskLevel, room, ...body }) => ({
          id,
          // Where nothing is analysed yet the level is set by hand.
          body: {
            ...body,
            polygon: boundaryOf({ geo: body.geo, room }),
            tagCode: tagOf(body),
            ...(analysedAreas(tenantId).has(id) ? {} : { raisedLevel: riskLevel }),
          },
          createUser: keeper,
        })),
      );
    add('riskAreaDetail', '区域风险明细', areaDetailRecords(tenantId, now));
    add(
      'perilChecklist',
      '排查清单',
      plain(own(checklists), ({ id, name, source, basis }) => ({
        id,
        body: { name, source, basis },
        createUser: keeper,
      })),
    );
    add(
      'perilCheckItem',
      '检查项',
      own(checklists).flatMap(({ id: checklistId, items }) =>
        plain(items, ({ id, ...body }) => ({ id, body: { ...body, checklistId }, createUser: keeper })),
      ),
    );
    add('equipment', '设备', equipmentRecords(tenantId, now));
    for (const { entity, title, records } of approvalChains(tenantId, now)) add(entity, title, records);
    add('majorSource', '重大危险源', majorSourceRecords(tenantId, now));
    add('sensorPoint', '监测点位', sensorPointRecords(tenantId, now));
    const risks = riskRecords(tenantId, now);
    add('riskObject', '风险分析对象', risks.objects);
    add('riskUnit', '风险分析单元', risks.units);
    add('riskEvent', '风险事件', risks.events);
    add('controlMeasure', '管控措施', risks.measures);
    add('twoAndOne', '两重点一重大', twoAndOneRecords(tenantId, now));
    add('hazopReport', 'HAZOP分析报告', hazopRecords(tenantId, now));
    for (const [entity, records] of Object.entries(evaluationRecords(tenantId, now)))
      add(entity, '风险评价记录', records);
    add('contractor', '承包商', contractorRecords(tenantId, now));
    add('contractorPerson', '承包商人员', contractorPersonRecords(tenantId, now));
    add('contractorIllegal', '违规记录', contractorIllegalRecords(tenantId, now, own(areas).at(-1)?.id ?? ''));
    add('contractorEvaluation', '承包商评价', contractorEvaluationRecords(tenantId, now));
    const certificates = certificateRecords(tenantId, now);
    add('specialCertificate', '特种作业证书', specialCertificateRecords(certificates));
    add('workCert', '作业证书', withoutScans(certificates));
    for (const { entity, title, records } of baseBatches(tenantId, now)) add(entity, title, records);
    for (const { entity, title, records } of workplaceBatches(tenantId, now)) add(entity, title, records);
    for (const { entity, title, records } of trainingBatches(tenantId, now)) add(entity, title, records);
    for (const { entity, title, records } of examBatches(tenantId, now)) add(entity, title, records);
    for (const { entity, title, records } of accidentBatches(tenantId, now)) add(entity, title, records);
    for (const { entity, title, records } of archiveBatches(tenantId, now)) add(entity, title, records);
    for (const { entity, title, records } of inspectionBatches(tenantId, now)) add(entity, title, records);
    for (const { entity, title, records } of scheduleBatches(tenantId, now)) add(entity, title, records);
    for (const { entity, title, records } of alarmBatches(tenantId, now)) add(entity, title, records);
  }
  // After all that is a company's: a database without tenants counts as empty, so that a seed that broke off is taken up again at the next start.
  batches.push({
    tenantId: '000000',
    entity: 'tenant',
    title: '租户',
    records: plain(tenants, ({ tenantId, status, ...row }) => ({
      id: stableId(tenantId, 'tenant', 1),
      status,
      body: { tenantCode: tenantId, ...row },
    })),
  });
  const administrator = keeperId('000000', 'admin');
  batches.push({
    tenantId: '000000',
    entity: 'companyEntry',
    title: '进入企业授权',
    records: plain(
      tenants.filter(({ tenantId }) => tenantId !== '000000'),
      ({ tenantId }) => ({
        id: stableId(tenantId, 'companyEntry', 1),
        body: { userId: administrator, companyId: stableId(tenantId, 'tenant', 1), reason: '集团安全监督' },
      }),
    ),
  });
  return batches;
}

/** Who leads which department. */
export const seedLeaders: readonly SeedLeader[] = departments.map(({ tenantId, id, leader }) => ({
  tenantId,
  id,
  leader,
}));

/** Account by which records of a tenant are kept, where no other person is named. */
export function keeperId(tenantId: TenantId, account: 'admin' | 'safety'): string {
  const found = users.find((user) => user.tenantId === tenantId && user.account === account);
  if (found === undefined) throw new Error(`示例企业 ${tenantId} 没有账号 ${account}`);
  return found.id;
}

/** Where the company's app would be downloaded. */
function appAddress(tenantId: TenantId): string {
  return `https://${tenants.find((tenant) => tenant.tenantId === tenantId)?.domain ?? 'lanling.example.com'}/app`;
}

// A child of a department is saved after it, so that its reference finds it.
function levelsOf(rows: readonly Department[]): Department[][] {
  const levels: Department[][] = [];
  const depth = new Map<string, number>([['0', -1]]);
  for (const row of rows) {
    const level = (depth.get(row.parentId) ?? -1) + 1;
    depth.set(row.id, level);
    levels[level] ??= [];
    levels[level].push(row);
  }
  return levels;
}

// As with departments: what an area lies in is there before it.
function areaLevels(rows: readonly Area[]): Area[][] {
  return [rows.filter(({ parentId }) => parentId === null), rows.filter(({ parentId }) => parentId !== null)];
}

function lawRecords(tenantId: TenantId, now: Date): SeedRecord[] {
  const keeper = keeperId(tenantId, 'safety');
  const company = departments.find((dept) => dept.tenantId === tenantId && dept.parentId === '0')?.id;
  // The second company has begun its register only.
  const kept = tenantId === '645967' ? laws : laws.filter((_, index) => index % 2 === 0);
  return kept.map((law, index) => {
    const { effectOverride, ...body } = law;
    const createTime = between(instantOf(`${law.issueDate} 10:00`), daysBefore(now, 300 - index * 6), now);
    const identifyDate = wallDate(createTime, zone);
    const evaluated = index % 3 !== 2 ? evaluation(index, createTime, now) : {};
    const inForce = effectOverride === null && (law.abolishDate === null || law.abolishDate > wallDate(now, zone));
    return {
      id: stableId(tenantId, 'law', laws.indexOf(law) + 1),
      createUser: keeper,
      createTime,
      enable: inForce,
      body: {
        ...body,
        amended: effectOverride === '3' ? '1' : '0',
        identifyUser: keeper,
        identifyDate,
        applicableDepts: [company],
        ...evaluated,
      },
      file: {
        field: 'attachments',
        name: `${law.name.replace(/[\\/:*?"<>|]/g, ' ')}（信息卡）.pdf`,
        holds: { card: lawCard(law) },
      },
    };
  });
}

function evaluation(index: number, identified: Date, now: Date): Record<string, unknown> {
  const complianceDate = wallDate(between(identified, new Date(identified.getTime() + 14 * day), now), zone);
  return { complianceResult: index % 10 === 4 ? '2' : '1', complianceDate };
}

function lawCard(law: Law): CardContent {
  return {
    title: law.name,
    rows: [
      ['文号/标准号', law.docNo],
      ['颁布机关', law.issueDept],
      ['颁布日期', law.issueDate],
      ['施行日期', law.effectiveDate],
      ...(law.abolishDate === null ? [] : [['废止日期', law.abolishDate] as const]),
      ...(law.replaces === null ? [] : [['代替文件', law.replaces] as const]),
      ['关键词', law.keywords.replaceAll(',', '、')],
      ['内容摘要', law.summary],
    ],
    foot: '本卡片由示例企业登记，只列文件的登记信息；正文以颁布机关公布的文本为准。',
  };
}

function ruleRecords(tenantId: TenantId, rows: readonly Rule[], now: Date): SeedRecord[] {
  const shift = Math.max(0, Math.floor((now.getTime() - demoDay) / day));
  return rows.map((rule, index) => {
    const { tenantId: _, ...body } = rule;
    const draft = index % 3 === 2;
    const createTime = draft ? daysBefore(now, 2 + index) : daysBefore(now, 120 + index * 5);
    // A draft comes into force in the days to come; what is in force was published three weeks after it was drafted.
    const dates = draft
      ? { effectDate: wallDate(Date.parse(`${rule.effectDate}T00:00:00Z`) + shift * day, 'UTC') }
      : {
          issueDate: wallDate(createTime.getTime() + 21 * day, zone),
          effectDate: wallDate(createTime.getTime() + 30 * day, zone),
        };
    return {
      id: stableId(tenantId, 'rule', index + 1),
      createUser: rule.drafter,
      createTime,
      status: draft ? '0' : '2',
      body: { ...body, ...dates },
      file: {
        field: 'attachments',
        name: `${rule.ruleNo} ${rule.name}.pdf`,
        holds: { card: ruleCard({ ...rule, ...dates }) },
      },
    };
  });
}

function ruleCard(rule: Rule): CardContent {
  const nameOf = (id: string) => departments.find((dept) => dept.id === id)?.deptName ?? id;
  return {
    title: rule.name,
    rows: [
      ['制度编号', rule.ruleNo],
      ['版本号', rule.ruleVersion],
      ['起草部门', nameOf(rule.draftDept)],
      ['起草人', users.find((user) => user.id === rule.drafter)?.realName ?? rule.drafter],
      ['实施日期', rule.effectDate],
      ['评审周期', `${rule.reviewCycle}个月`],
      ['适用部门', rule.scopeDepts.map(nameOf).join('、')],
      ['正文摘要', rule.content],
    ],
    foot: '示例企业的内部文件，内容为虚构。',
  };
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day);
}

function instantOf(wall: string): Date {
  const instant = instantOfWallClock(wall, zone);
  if (instant === undefined) throw new Error(`不是日期：${wall}`);
  return instant;
}

/** The later of two instants, but not after a third. */
function between(earliest: Date, wanted: Date, latest: Date): Date {
  return new Date(Math.min(Math.max(earliest.getTime(), wanted.getTime()), latest.getTime()));
}
