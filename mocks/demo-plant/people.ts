import { fictitiousIdCard } from './id-card.ts';
import { stableId } from './ids.ts';
import { type DemoPerson, namedPeople } from './named-people.ts';
import { postId } from './posts.ts';
import { roleId } from './roles.ts';
import { staffing } from './staffing.ts';
import type { TenantId, User } from './types.ts';

const surnames = [
  ...'窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康',
];
const middles = [...'甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥'];
const lasts = [...'一二三四五六七八九十'];

const staffPrefix: Record<TenantId, string> = { '000000': 'LH', '645967': 'LX', '645968': 'LN' };
const phonePrefix: Record<TenantId, string> = { '000000': '10000', '645967': '10067', '645968': '10068' };
const mailHost: Record<TenantId, string> = { '000000': 'group', '645967': 'materials', '645968': 'energy' };

/** Staff numbers of the people who have left, so that lists show a disabled account. */
const disabled = new Set(['LX0050', 'LX0120']);

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The nth plainly fictitious name: the strides share no divisor with the lengths, so that 5,390 names differ. */
function fictitiousName(number: number): string {
  const surname = surnames[(number * 11) % surnames.length];
  const middle = middles[(number * 5) % middles.length];
  const last = lasts[(number * 3) % lasts.length];
  return `${surname}${middle}${last}`;
}

/** The people whom `staffing` adds to a tenant's named ones. */
function crew(tenantId: TenantId): DemoPerson[] {
  const people: DemoPerson[] = [];
  for (const { dept, count, jobs } of staffing[tenantId]) {
    for (let turn = 0; turn < count; turn++) {
      const job = jobs[turn % jobs.length];
      if (job === undefined) throw new Error(`部门 ${dept} 没有岗位`);
      const number = people.length + 1;
      people.push({
        realName: fictitiousName(number),
        dept,
        roles: job.roles,
        posts: [job.post],
        personCategory: job.personCategory,
        sex: (number * 7) % 10 < 3 ? '2' : '1',
      });
    }
  }
  return people;
}

function compileUser(tenantId: TenantId, person: DemoPerson, number: number): User {
  const staffNo = `${staffPrefix[tenantId]}${String(number).padStart(4, '0')}`;
  const account = person.account ?? staffNo.toLowerCase();
  const birthday = `${1970 + ((number * 13) % 34)}-${twoDigits(((number * 5) % 12) + 1)}-${twoDigits(((number * 11) % 28) + 1)}`;
  const isNew = person.personCategory === '7';
  const entryYear = isNew ? 2026 : Math.max(Number(birthday.slice(0, 4)) + 20, 2008 + ((number * 7) % 18));
  const entryDate = `${entryYear}-${twoDigits(((number * 7) % (isNew ? 9 : 12)) + 1)}-${twoDigits(((number * 3) % 28) + 1)}`;
  return {
    id: stableId(tenantId, 'user', number),
    tenantId,
    account,
    realName: person.realName,
    name: person.realName,
    staffNo,
    sex: person.sex,
    ...(number % 5 === 0 ? fictitiousIdCard(number, person.sex) : { birthday, idCard: null }),
    phone: `${phonePrefix[tenantId]}${String(number).padStart(6, '0')}`,
    email: `${account}@${mailHost[tenantId]}.lanling.example.com`,
    dept: [person.dept],
    role: person.roles.map((code) => roleId(tenantId, code)),
    post: person.posts.map((code) => postId(tenantId, code)),
    personCategory: person.personCategory,
    entryDate,
    status: disabled.has(staffNo) ? '0' : '1',
  };
}

/** The three among whom the administrator's powers may be divided; last, so that nobody's number changes. */
const threeAdministrators: readonly DemoPerson[] = [
  { realName: '方甲五', account: 'sysadmin', roles: ['systemAdmin'] },
  { realName: '贺乙六', account: 'secadmin', roles: ['securityAdmin'] },
  { realName: '傅丙七', account: 'audadmin', roles: ['auditAdmin'] },
].map((person) => ({
  ...person,
  roles: person.roles as DemoPerson['roles'],
  dept: '6459670030',
  posts: ['clerk'],
  personCategory: '6',
  sex: '1',
}));

/** Whoever keeps the health of people at work; she came after all others. */
const healthOfficer: DemoPerson = {
  realName: '康丁八',
  account: 'health',
  roles: ['healthOfficer'],
  dept: '6459670020',
  posts: ['safetyOfficer'],
  personCategory: '2',
  sex: '2',
};

/** Whoever keeps the safety costs. */
const costOfficer: DemoPerson = {
  realName: '钟戊九',
  account: 'cost',
  roles: ['costOfficer'],
  dept: '6459670060',
  posts: ['accountant'],
  personCategory: '6',
  sex: '2',
};

function compileUsers(tenantId: TenantId): User[] {
  const late = tenantId === '645967' ? [...threeAdministrators, healthOfficer, costOfficer] : [];
  return [...namedPeople(tenantId), ...crew(tenantId), ...late].map((person, index) =>
    compileUser(tenantId, person, index + 1),
  );
}

/** Every user of every tenant, the same on every run; the password is the seeder's. */
export const users: readonly User[] = [...compileUsers('000000'), ...compileUsers('645967'), ...compileUsers('645968')];
