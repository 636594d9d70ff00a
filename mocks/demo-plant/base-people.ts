import { areas } from './areas.ts';
import type { CompanyTenant } from './contractors.ts';
import { departments } from './organisation.ts';
import { users } from './people.ts';
import type { Department, User } from './types.ts';

/** Hours of the day at which things are found, in turn. */
const hours = [8, 9, 10, 14, 15, 16, 20, 22];

/** People of a company who work in its workshops and teams and are in use. */
export function fieldPeople(tenantId: CompanyTenant): readonly User[] {
  const own = new Set(
    departments.filter((dept) => dept.tenantId === tenantId && ['3', '4'].includes(dept.deptType)).map(({ id }) => id),
  );
  return users.filter((user) => user.tenantId === tenantId && user.status === '1' && own.has(user.dept[0] ?? ''));
}

/** Workshops of a company, which have teams and a leader. */
export function workshops(tenantId: CompanyTenant): readonly Department[] {
  return departments.filter((dept) => dept.tenantId === tenantId && dept.deptType === '3');
}

/** Area that a department keeps, or the first of the company. */
export function areaOfDept(tenantId: CompanyTenant, deptId: string | undefined): string {
  const own = areas.filter((area) => area.tenantId === tenantId);
  return (own.find((area) => area.deptId === deptId) ?? own[0])?.id ?? '';
}

/** A moment so many days ago, at an hour of work that follows from a number. */
export function hourOf(day: string, number: number): string {
  return `${day} ${String(hours[number % hours.length]).padStart(2, '0')}:${String((number * 7) % 60).padStart(2, '0')}:00`;
}
