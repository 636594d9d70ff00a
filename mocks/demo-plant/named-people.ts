import { stableId } from './ids.ts';
import type { PostCode } from './posts.ts';
import type { RoleCode } from './roles.ts';
import type { TenantId, User } from './types.ts';

/** A person whom the demo names: a department's leader or a demo account. */
export interface DemoPerson {
  /** Login name; absent: derived from the staff number. */
  account?: string;
  realName: string;
  dept: string;
  roles: readonly RoleCode[];
  posts: readonly PostCode[];
  personCategory: User['personCategory'];
  sex: User['sex'];
}

type Row = readonly [
  realName: string,
  account: string | null,
  dept: string,
  roles: readonly RoleCode[],
  posts: readonly PostCode[],
  personCategory: User['personCategory'],
  sex: User['sex'],
];

const rows: Record<TenantId, readonly Row[]> = {
  '000000': [
    ['管甲零', 'admin', '1000000020', ['administrator'], ['clerk'], '6', '1'],
    ['戚子三', null, '1000000010', ['deptManager', 'safetyOfficer'], ['deptManager'], '2', '1'],
    ['谢丑四', null, '1000000020', ['deptManager'], ['deptManager'], '6', '2'],
  ],
  '645967': [
    ['赵甲一', 'admin', '6459670010', ['administrator'], ['generalManager'], '1', '1'],
    ['赵甲二', 'principal', '6459670010', ['principal'], ['generalManager'], '1', '1'],
    ['孙乙二', 'director', '6459670010', ['safetyDirector'], ['safetyDirector'], '2', '2'],
    ['孙丙三', 'safety', '6459670020', ['safetyOfficer'], ['deptManager', 'safetyOfficer'], '2', '1'],
    ['李丁四', 'manager', '6459670030', ['deptManager'], ['deptManager'], '6', '1'],
    ['沈卯四', 'workshop', '6459670100', ['workshopDirector'], ['workshopDirector'], '2', '1'],
    ['沈辰八', 'officer', '6459670100', ['workshopSafetyOfficer'], ['safetyOfficer'], '2', '2'],
    ['韩辰五', 'leader', '6459670101', ['teamLeader'], ['shiftLeader'], '5', '1'],
    ['韩巳九', 'employee', '6459670101', ['employee'], ['dcsOperator'], '5', '2'],
    ['韩午七', 'applicant', '6459670101', ['applicant'], ['fieldOperator'], '5', '1'],
    ['张丙七', 'worker', '6459670131', ['worker'], ['welder'], '3', '1'],
    ['韩未二', 'guardian', '6459670101', ['guardian'], ['fieldOperator'], '5', '1'],
    ['陈子五', 'analyst', '6459670071', ['analyst'], ['analyst'], '5', '2'],
    ['孔丁八', 'electrician', '6459670132', ['electrician'], ['electrician'], '3', '1'],
    ['韦戊一', 'contractor', '6459670900', ['contractorAdmin'], ['contractorStaff'], '6', '1'],
    ['郑庚七', 'trainer', '6459670050', ['trainingOfficer'], ['deptManager', 'trainer'], '6', '2'],
    ['王壬三', 'auditor', '6459670060', ['auditor'], ['clerk'], '6', '2'],
    ['李戊六', 'designer', '6459670030', ['designer'], ['clerk'], '6', '1'],
    ['郑辛四', 'nobody', '6459670050', ['nobody'], ['clerk'], '7', '1'],
    ['周戊五', null, '6459670031', ['dispatcher', 'teamLeader'], ['dispatcher'], '6', '1'],
    ['吴己六', null, '6459670040', ['deptManager', 'equipmentManager'], ['deptManager', 'equipmentEngineer'], '6', '1'],
    ['王辛九', null, '6459670060', ['deptManager', 'costOfficer'], ['deptManager', 'accountant'], '6', '2'],
    ['冯壬九', null, '6459670070', ['deptManager'], ['deptManager'], '6', '2'],
    ['陈癸十', null, '6459670071', ['teamLeader', 'analyst'], ['shiftLeader', 'analyst'], '5', '2'],
    ['褚子一', null, '6459670080', ['workshopDirector'], ['deptManager'], '2', '1'],
    ['卫丑二', null, '6459670081', ['teamLeader', 'applicant'], ['shiftLeader'], '5', '1'],
    ['蒋寅三', null, '6459670082', ['teamLeader', 'applicant'], ['shiftLeader', 'warehouseKeeper'], '5', '1'],
    ['杨巳六', null, '6459670102', ['teamLeader', 'applicant'], ['shiftLeader'], '5', '1'],
    ['朱午七', null, '6459670110', ['workshopDirector'], ['workshopDirector'], '2', '1'],
    ['秦未八', null, '6459670111', ['teamLeader', 'applicant'], ['shiftLeader'], '5', '1'],
    ['尤申九', null, '6459670112', ['teamLeader', 'applicant'], ['shiftLeader'], '5', '2'],
    ['许酉十', null, '6459670120', ['workshopDirector'], ['workshopDirector'], '2', '1'],
    ['何戌一', null, '6459670121', ['teamLeader', 'applicant'], ['shiftLeader', 'boilerOperator'], '4', '1'],
    ['吕亥二', null, '6459670122', ['teamLeader', 'applicant'], ['shiftLeader'], '5', '1'],
    ['施甲三', null, '6459670130', ['workshopDirector'], ['workshopDirector'], '2', '1'],
    ['张乙四', null, '6459670131', ['teamLeader', 'applicant'], ['shiftLeader', 'fitter'], '5', '1'],
    ['孔丙五', null, '6459670132', ['teamLeader', 'electrician'], ['shiftLeader', 'electrician'], '3', '1'],
  ],
  '645968': [
    ['钱乙一', 'admin', '6459680001', ['administrator'], ['generalManager'], '1', '1'],
    ['钱丙二', 'principal', '6459680001', ['principal'], ['generalManager'], '1', '1'],
    ['曹乙五', 'director', '6459680001', ['safetyDirector'], ['safetyDirector'], '2', '1'],
    ['曹丁六', 'safety', '6459680020', ['safetyOfficer'], ['deptManager', 'safetyOfficer'], '2', '1'],
    ['严戊七', 'manager', '6459680030', ['deptManager'], ['deptManager'], '6', '1'],
    ['华己八', 'workshop', '6459680100', ['workshopDirector'], ['workshopDirector'], '2', '1'],
    ['华庚二', 'officer', '6459680100', ['workshopSafetyOfficer'], ['safetyOfficer'], '2', '2'],
    ['金庚九', 'leader', '6459680101', ['teamLeader'], ['shiftLeader', 'boilerOperator'], '4', '1'],
    ['金辛三', 'employee', '6459680101', ['employee'], ['boilerOperator'], '4', '1'],
    ['金壬四', 'applicant', '6459680101', ['applicant'], ['fieldOperator'], '5', '1'],
    ['姜子七', 'worker', '6459680120', ['worker'], ['welder'], '3', '1'],
    ['金癸六', 'guardian', '6459680101', ['guardian'], ['fieldOperator'], '5', '2'],
    ['严己九', 'analyst', '6459680030', ['analyst'], ['analyst'], '5', '2'],
    ['姜丑八', 'electrician', '6459680120', ['electrician'], ['electrician'], '3', '1'],
    ['姜寅十', 'contractor', '6459680120', ['contractorAdmin'], ['contractorStaff'], '6', '1'],
    ['曹戊三', 'trainer', '6459680020', ['trainingOfficer'], ['trainer'], '6', '2'],
    ['严庚一', 'auditor', '6459680030', ['auditor'], ['clerk'], '6', '2'],
    ['严辛五', 'designer', '6459680030', ['designer'], ['clerk'], '6', '1'],
    ['严壬二', 'nobody', '6459680030', ['nobody'], ['clerk'], '7', '1'],
    ['魏辛十', null, '6459680102', ['teamLeader', 'applicant'], ['shiftLeader'], '5', '1'],
    ['陶壬一', null, '6459680110', ['workshopDirector'], ['workshopDirector'], '2', '1'],
    ['姜癸二', null, '6459680120', ['workshopDirector'], ['workshopDirector'], '2', '1'],
  ],
};

/** The named people of a tenant; the place in the list is the number of the user's id. */
export function namedPeople(tenantId: TenantId): DemoPerson[] {
  return rows[tenantId].map(([realName, account, dept, roles, posts, personCategory, sex]) => ({
    ...(account === null ? {} : { account }),
    realName,
    dept,
    roles,
    posts,
    personCategory,
    sex,
  }));
}

/** The user id of a department's leader; throws for a name that is not in the list. */
export function leaderId(tenantId: TenantId, realName: string): string {
  const index = rows[tenantId].findIndex(([name]) => name === realName);
  if (index < 0) throw new Error(`示例企业 ${tenantId} 没有负责人 ${realName}`);
  return stableId(tenantId, 'user', index + 1);
}
