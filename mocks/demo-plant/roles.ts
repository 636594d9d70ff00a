import menu from '../../schemas/menus/menu.json' with { type: 'json' };
import { SEPARATE_ROLES } from '../../server/access/permission/separation.ts';
import { shippedRowId } from '../../server/metadata/tenant-rows.ts';
import { stableId } from './ids.ts';
import type { Role, TenantId } from './types.ts';

type RoleRow = readonly [roleCode: string, roleName: string, dataScope: Role['dataScope']];

const roleRows = [
  ['administrator', '系统管理员', '1'],
  ['principal', '主要负责人', '2'],
  ['safetyDirector', '安全总监', '2'],
  ['safetyOfficer', '安全管理员', '2'],
  ['deptManager', '部门负责人', '3'],
  ['workshopDirector', '车间主任', '3'],
  ['workshopSafetyOfficer', '车间安全员', '3'],
  ['teamLeader', '班组长', '4'],
  ['employee', '员工', '5'],
  ['trainingOfficer', '培训管理员', '2'],
  ['equipmentManager', '设备管理员', '2'],
  ['processEngineer', '工艺技术员', '3'],
  ['costOfficer', '安全费用管理员', '2'],
  ['healthOfficer', '职业卫生管理员', '2'],
  ['dispatcher', '调度值班员', '2'],
  ['applicant', '作业申请人', '4'],
  ['worker', '作业人员', '5'],
  ['guardian', '监护人', '5'],
  ['analyst', '气体分析人员', '2'],
  ['electrician', '电气人员', '4'],
  ['inspector', '巡检员', '4'],
  ['contractorAdmin', '承包商管理员', '6'],
  ['contractorWorker', '承包商作业人员', '5'],
  ['auditor', '审计查看', '2'],
  ['designer', '表单设计员', '2'],
  ['nobody', '无菜单用户', '5'],
  ['systemAdmin', '系统运维管理员', '1'],
  ['securityAdmin', '安全保密管理员', '1'],
  ['auditAdmin', '安全审计员', '1'],
] as const satisfies readonly RoleRow[];

/** The role codes of the product and two of the demo: `designer` (the designer only), `nobody` (no menu). */
export type RoleCode = (typeof roleRows)[number][0];

const tenantIds: readonly TenantId[] = ['000000', '645967', '645968'];

const shipped: readonly string[] = SEPARATE_ROLES;

/** The id of a role in a tenant. */
export function roleId(tenantId: TenantId, roleCode: RoleCode): string {
  if (shipped.includes(roleCode)) return shippedRowId('role', roleCode);
  return stableId(tenantId, 'role', roleRows.findIndex(([code]) => code === roleCode) + 1);
}

/** Takes from a role what the menu shows to everybody. */
const nothingOfTheMenu = Object.entries(menu.items)
  .filter(([, item]) => 'roles' in item && item.roles.includes('@ALL'))
  .map(([code]) => ({ permissionId: code, actionList: [] }));

const withoutMenu: readonly RoleCode[] = ['designer', 'nobody'];

/** Every role of every tenant, those that the product ships among them. */
export const roles: readonly Role[] = tenantIds.flatMap((tenantId) =>
  roleRows.map(([roleCode, roleName, dataScope], index) => ({
    id: roleId(tenantId, roleCode),
    tenantId,
    roleName,
    roleCode,
    dataScope,
    sort: (index + 1) * 10,
    ...(withoutMenu.includes(roleCode) ? { permissions: nothingOfTheMenu } : {}),
  })),
);

/** Roles that the demo brings to every tenant. */
export const ownRoles = roles.filter(({ roleCode }) => !shipped.includes(roleCode));
