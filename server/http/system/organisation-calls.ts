import type { PositionNode, RoleNode } from '../../../src/core/wire/people.ts';
import type { Connection } from '../../ground/database/database.ts';
import type { PersonInput, SystemCall } from './system-call.ts';
import { isTop, nestNodes } from './tree-nodes.ts';

function listRoles(connection: Connection): Promise<RoleNode[]> {
  return connection.query<RoleNode>(
    `select id, id as "nodeId", id as "roleId", "roleName" as label, "roleName", "roleCode", "parentId",
       "parentId" as "parentRoleId"
     from data.role where "tenantId" = $1 and "isDeleted" = 0 order by sort, id`,
    [connection.tenantId],
  );
}

function listPositions(connection: Connection): Promise<PositionNode[]> {
  return connection.query<PositionNode>(
    `select id, id as "nodeId", id as "postId", "postName" as label, "postName", "postCode", category
     from data.post where "tenantId" = $1 and "isDeleted" = 0 order by sort, id`,
    [connection.tenantId],
  );
}

async function rolesBelow({ read, argument }: PersonInput) {
  const roles = await read(listRoles);
  const parents = new Set(roles.map(({ parentId }) => parentId));
  const parentId = argument('parentId');
  return roles
    .filter((role) => (isTop(parentId) ? isTop(role.parentId) : role.parentId === parentId))
    .map((role) => ({ ...role, hasChildren: parents.has(role.id) }));
}

const parentArgument = { parentId: { title: '上级角色' } } as const;

/** The calls by which pickers find roles and positions. */
export const organisationCalls: readonly SystemCall[] = [
  {
    name: 'roleLazyTree',
    method: 'GET',
    path: 'role/lazy-tree',
    title: '下级角色',
    arguments: parentArgument,
    answer: '直接下级角色，hasChildren 表示是否还有下级',
    handle: rolesBelow,
  },
  {
    name: 'roleTreeByParent',
    method: 'GET',
    path: 'role/tree-by-parent',
    title: '角色树',
    arguments: parentArgument,
    answer: '角色节点，含下级',
    handle: async ({ read, argument }) => nestNodes(await read(listRoles), argument('parentId')),
  },
  {
    name: 'positionList',
    method: 'GET',
    path: 'position/list',
    title: '岗位列表',
    answer: '岗位：id、postName、postCode、category',
    handle: ({ read }) => read(listPositions),
  },
];
