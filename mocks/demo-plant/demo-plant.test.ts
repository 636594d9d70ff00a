import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { enterpriseConfigs } from './enterprise.ts';
import { idCardCheck } from './id-card.ts';
import { departments, posts, tenants } from './organisation.ts';
import { users } from './people.ts';
import { ownRoles, type RoleCode, roles } from './roles.ts';
import type { TenantId } from './types.ts';

const repeated = (values: readonly string[]) => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];
const usersOf = (tenantId: TenantId) => users.filter((user) => user.tenantId === tenantId);
const keysOf = (code: string) => {
  const file = new URL(`../../schemas/dictionaries/${code}.json`, import.meta.url);
  return Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { options: Record<string, unknown> }).options);
};

const demoRoles: Record<string, RoleCode> = {
  admin: 'administrator',
  principal: 'principal',
  director: 'safetyDirector',
  safety: 'safetyOfficer',
  manager: 'deptManager',
  workshop: 'workshopDirector',
  officer: 'workshopSafetyOfficer',
  leader: 'teamLeader',
  employee: 'employee',
  applicant: 'applicant',
  worker: 'worker',
  guardian: 'guardian',
  analyst: 'analyst',
  electrician: 'electrician',
  contractor: 'contractorAdmin',
  trainer: 'trainingOfficer',
  auditor: 'auditor',
  designer: 'designer',
  nobody: 'nobody',
};

describe('organisation of the demo plant', () => {
  it('has the three tenants with one configuration each', () => {
    expect(tenants.map((tenant) => tenant.tenantId).sort()).toEqual(['000000', '645967', '645968']);
    expect(enterpriseConfigs.map((row) => row.tenantId).sort()).toEqual(['000000', '645967', '645968']);
    for (const row of enterpriseConfigs) {
      expect(row.tenantName).toBe(tenants.find((tenant) => tenant.tenantId === row.tenantId)?.tenantName);
      // What lies below its maps: tiles, or the plan by three points.
      expect(row.mapTileUrl ?? row.mapPlanC).toMatch(/\{z\}.*\{x\}.*\{y\}|^0,1000=/);
    }
  });

  it('has departments whose parents stand before them in the same tenant', () => {
    expect(departments.map((dept) => dept.tenantId).filter((id) => id === '645967')).toHaveLength(26);
    expect(departments).toHaveLength(37);
    departments.forEach((dept, index) => {
      const before = departments.slice(0, index).filter((other) => other.tenantId === dept.tenantId);
      expect(dept.parentId === '0' || before.some((other) => other.id === dept.parentId)).toBe(true);
      expect(dept.fullName.length).toBeLessThanOrEqual(45);
    });
  });

  it('gives every department a leader of its own tenant', () => {
    const wrong = departments.filter(
      (dept) => !users.some((user) => user.id === dept.leader && user.tenantId === dept.tenantId),
    );
    expect(wrong).toEqual([]);
    const head = (id: string) =>
      users.find((user) => user.id === departments.find((dept) => dept.id === id)?.leader)?.realName;
    expect(head('6459670132')).toBe('孔丙五');
    expect(head('6459680101')).toBe('金庚九');
    expect(head('1000000020')).toBe('谢丑四');
  });

  it('repeats no id, role code or post code', () => {
    const ids = [...departments, ...posts, ...ownRoles, ...users].map((row) => row.id);
    expect(repeated(ids)).toEqual([]);
    expect(ids.filter((id) => !/^[1-9]\d+$/.test(id))).toEqual([]);
    expect(repeated(roles.map((role) => `${role.tenantId} ${role.roleCode}`))).toEqual([]);
    expect(repeated(posts.map((post) => `${post.tenantId} ${post.postCode}`))).toEqual([]);
  });
});

describe('people of the demo plant', () => {
  it('counts about two hundred, forty and eight', () => {
    expect(usersOf('645967')).toHaveLength(207);
    expect(usersOf('645968')).toHaveLength(40);
    expect(usersOf('000000')).toHaveLength(8);
  });

  it.each(['000000', '645967', '645968'] as const)(
    'repeats no account, staff number, phone, e-mail, name or ID number in %s',
    (tenantId) => {
      const people = usersOf(tenantId);
      for (const key of ['account', 'staffNo', 'phone', 'email', 'realName'] as const) {
        expect(repeated(people.map((user) => user[key]))).toEqual([]);
      }
      expect(repeated(people.flatMap((user) => user.idCard ?? []))).toEqual([]);
    },
  );

  it('refers to departments, roles and posts of the same tenant', () => {
    for (const user of users) {
      const has = (rows: readonly { id: string; tenantId: TenantId }[], ids: string[]) =>
        ids.length > 0 && ids.every((id) => rows.some((row) => row.id === id && row.tenantId === user.tenantId));
      expect([user.account, has(departments, user.dept), has(roles, user.role), has(posts, user.post)]).toEqual([
        user.account,
        true,
        true,
        true,
      ]);
    }
  });

  it('satisfies the limits of the user form', () => {
    for (const user of users) {
      expect(user.account).toMatch(/^[A-Za-z][A-Za-z0-9_]{3,31}$/);
      expect(user.realName).toMatch(/^\p{Script=Han}{2,4}$/u);
      expect(user.phone).toMatch(/^100\d{8}$/);
      expect(user.email).toMatch(/@[a-z.]+\.example\.com$/);
      expect(user.birthday <= '2009-12-31' && user.entryDate <= '2026-10-31').toBe(true);
      expect(Number(user.entryDate.slice(0, 4)) - Number(user.birthday.slice(0, 4))).toBeGreaterThanOrEqual(16);
    }
  });

  it('gives ID numbers of 1900 only, with right check characters, birthday and sex', () => {
    const cards = users.flatMap((user) => (user.idCard === null ? [] : [{ ...user, idCard: user.idCard }]));
    expect(cards.length).toBeGreaterThan(40);
    for (const { idCard, birthday, sex } of cards) {
      expect(idCard).toMatch(/^\d{17}[\dX]$/);
      expect(idCard.slice(6, 10)).toBe('1900');
      expect(idCardCheck(idCard.slice(0, 17))).toBe(idCard[17]);
      expect(birthday.replaceAll('-', '')).toBe(idCard.slice(6, 14));
      expect(Number(idCard[16]) % 2 === 1 ? '1' : '2').toBe(sex);
    }
  });

  it('computes the check characters that the standard gives', () => {
    expect(idCardCheck('32010119000101003')).toBe('X');
    expect(idCardCheck('33010219000615002')).toBe('1');
  });

  it('uses dictionary keys that exist', () => {
    const allowed = {
      sex: keysOf('gender'),
      personCategory: keysOf('person-category'),
      status: keysOf('user-status'),
    };
    for (const user of users) {
      expect(allowed.sex).toContain(user.sex);
      expect(allowed.personCategory).toContain(user.personCategory);
      expect(allowed.status).toContain(user.status);
    }
    const scopes = keysOf('data-scope');
    const certificates = keysOf('special-work-category');
    expect(roles.filter((role) => !scopes.includes(role.dataScope))).toEqual([]);
    expect(posts.flatMap((post) => post.needCerts).filter((key) => !certificates.includes(key))).toEqual([]);
  });

  it.each(['645967', '645968'] as const)('gives every demo account of %s exactly its one role', (tenantId) => {
    const codes = Object.fromEntries(
      usersOf(tenantId)
        .filter((user) => user.account in demoRoles)
        .map((user) => [user.account, user.role.map((id) => roles.find((role) => role.id === id)?.roleCode).join()]),
    );
    expect(codes).toEqual(demoRoles);
  });

  it('has an enabled administrator in every tenant and some disabled account', () => {
    const admins = users.filter((user) => user.account === 'admin' && user.status === '1');
    expect(admins.map((user) => [user.tenantId, user.realName])).toEqual([
      ['000000', '管甲零'],
      ['645967', '赵甲一'],
      ['645968', '钱乙一'],
    ]);
    expect(users.filter((user) => user.status === '0').length).toBeGreaterThan(0);
  });

  it('fills every role of the product in the default tenant', () => {
    const held = new Set(usersOf('645967').flatMap((user) => user.role));
    const empty = roles.filter((role) => role.tenantId === '645967' && !held.has(role.id));
    expect(empty.map((role) => role.roleCode)).toEqual([]);
  });
});
