import { stableId } from './ids.ts';
import type { Post, TenantId } from './types.ts';

type PostRow = readonly [
  postCode: string,
  postName: string,
  category: Post['category'],
  isKeyPost: Post['isKeyPost'],
  needCerts: readonly string[],
];

const postRows = [
  ['generalManager', '总经理(主要负责人)', '1', '1', []],
  ['safetyDirector', '安全总监', '1', '1', []],
  ['deptManager', '部门经理', '2', '0', []],
  ['workshopDirector', '车间主任', '2', '1', []],
  ['safetyOfficer', '专职安全员', '3', '1', []],
  ['processEngineer', '工艺工程师', '3', '1', []],
  ['equipmentEngineer', '设备工程师', '3', '0', []],
  ['shiftLeader', '班组长', '3', '1', []],
  ['dcsOperator', 'DCS内操', '3', '1', ['A9-14']],
  ['fieldOperator', '外操', '3', '1', ['A9-14']],
  ['boilerOperator', '司炉工', '3', '1', ['S-G1']],
  ['forkliftDriver', '叉车司机', '3', '1', ['S-N1']],
  ['electrician', '电工', '3', '1', ['A1']],
  ['welder', '焊工', '3', '1', ['A2']],
  ['analyst', '分析工', '3', '0', []],
  ['warehouseKeeper', '库管员', '3', '0', []],
  ['trainer', '培训专员', '4', '0', []],
  ['accountant', '会计', '4', '0', []],
  ['dispatcher', '调度员', '3', '1', []],
  ['clerk', '综合管理员', '4', '0', []],
  ['fitter', '钳工', '3', '0', []],
  ['contractorStaff', '外来作业人员', '4', '0', []],
] as const satisfies readonly PostRow[];

/** The post codes of the demo plant. */
export type PostCode = (typeof postRows)[number][0];

const tenantIds: readonly TenantId[] = ['000000', '645967', '645968'];

/** The id of a post in a tenant. */
export function postId(tenantId: TenantId, postCode: PostCode): string {
  return stableId(tenantId, 'post', postRows.findIndex(([code]) => code === postCode) + 1);
}

/** Every post of every tenant. */
export const posts: readonly Post[] = tenantIds.flatMap((tenantId) =>
  postRows.map(([postCode, postName, category, isKeyPost, needCerts], index) => ({
    id: postId(tenantId, postCode),
    tenantId,
    category,
    postCode,
    postName,
    sort: (index + 1) * 10,
    isKeyPost,
    needCerts: [...needCerts],
  })),
);
