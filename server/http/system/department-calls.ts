import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { DepartmentNode, Nested, Person, Personnel } from '../../../src/core/wire/people.ts';
import type { Connection } from '../../ground/database/database.ts';
import { listPersons } from './persons.ts';
import type { PersonInput, SystemCall } from './system-call.ts';
import { isTop, nestNodes } from './tree-nodes.ts';

/** All departments of the connection's tenant in the order of their trees. */
async function listDepartments(connection: Connection): Promise<DepartmentNode[]> {
  return connection.query<DepartmentNode>(
    `select id, id as "nodeId", id as "deptId", "deptName" as label, "deptName", "fullName", "parentId",
       "parentId" as "parentDeptId", "deptCategory", "deptType", leader, sort
     from data.dept where "tenantId" = $1 and "isDeleted" = 0 order by sort, id`,
    [connection.tenantId],
  );
}

const parentArgument = { parentId: { title: '上级部门' } } as const;

async function nestedDepartments({ read, argument }: PersonInput): Promise<readonly Nested<DepartmentNode>[]> {
  return nestNodes(await read(listDepartments), argument('parentId'));
}

async function departmentsBelow({ read, argument }: PersonInput) {
  const departments = await read(listDepartments);
  const parents = new Set(departments.map(({ parentId }) => parentId));
  const parentId = argument('parentId');
  return departments
    .filter((department) => (isTop(parentId) ? isTop(department.parentId) : department.parentId === parentId))
    .map((department) => ({ ...department, hasChildren: parents.has(department.id) }));
}

async function departmentRoot({ read }: PersonInput): Promise<DepartmentNode> {
  const root = (await read(listDepartments)).find(({ parentId }) => isTop(parentId));
  if (root === undefined) throw new AnlanError('notFound', { what: say('企业') });
  return root;
}

async function personnelTree({ read, argument }: PersonInput): Promise<readonly Personnel[]> {
  const [departments, persons] = await read(async (connection) => [
    await listDepartments(connection),
    await listPersons(connection, {}),
  ]);
  const members = new Map<string, Person[]>();
  for (const person of persons) {
    for (const deptId of person.deptIds) members.set(deptId, [...(members.get(deptId) ?? []), person]);
  }
  const withPersons = (node: Nested<DepartmentNode>): Personnel => {
    const people = (members.get(node.id) ?? []).map((person) => ({
      id: person.id,
      // A person of two departments stands twice.
      nodeId: `${node.id}-${person.id}`,
      label: person.realName,
      userId: person.id,
      userName: person.realName,
      deptId: node.id,
    }));
    const children = [...node.children.map(withPersons), ...people];
    return { ...node, hasChildren: children.length > 0, children };
  };
  return nestNodes(departments, argument('parentId')).map(withPersons);
}

/** The calls about departments. */
export const departmentCalls: readonly SystemCall[] = [
  {
    name: 'deptTree',
    method: 'GET',
    path: 'dept/tree',
    title: '部门树',
    arguments: parentArgument,
    answer: '部门节点，含下级',
    handle: nestedDepartments,
  },
  {
    name: 'deptList',
    method: 'GET',
    path: 'dept/list',
    title: '部门列表',
    answer: '全部部门',
    handle: ({ read }) => read(listDepartments),
  },
  {
    name: 'deptWorkList',
    method: 'GET',
    path: 'dept/workList',
    title: '车间和班组列表',
    answer: '业务类型为车间/装置、班组的部门',
    handle: async ({ read }) =>
      (await read(listDepartments)).filter(({ deptType }) => deptType === '3' || deptType === '4'),
  },
  {
    name: 'deptLazyTree',
    method: 'GET',
    path: 'dept/lazy-tree',
    title: '下级部门',
    arguments: parentArgument,
    answer: '直接下级部门，hasChildren 表示是否还有下级',
    handle: departmentsBelow,
  },
  {
    name: 'deptRoot',
    method: 'GET',
    path: 'dept/root',
    title: '企业（部门树的根）',
    answer: '根部门',
    handle: departmentRoot,
  },
  {
    name: 'personnelTree',
    method: 'GET',
    path: 'dept/personnel-tree',
    title: '部门人员树',
    arguments: { parentId: { title: '上级部门，0为全部' } },
    answer: '部门节点，下级为部门和人员',
    handle: personnelTree,
  },
];
