import { invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { WirePage } from '../../../src/core/wire/contract.ts';
import type { Person } from '../../../src/core/wire/people.ts';
import { countPersons, listPersons, type PersonFilter } from './persons.ts';
import type { CallArgument, OpenInput, PersonInput, SystemCall } from './system-call.ts';

const filterArguments: Readonly<Record<string, CallArgument>> = {
  realName: { title: '姓名' },
  account: { title: '登录账号' },
  deptId: { title: '部门' },
  roleId: { title: '角色' },
  roleCode: { title: '角色编码' },
  postId: { title: '岗位' },
  search: { title: '姓名、账号或工号' },
};

const pageArguments: Readonly<Record<string, CallArgument>> = {
  ...filterArguments,
  current: { title: '页码，默认1' },
  size: { title: '每页条数，默认20，最多9999' },
};

const largestPage = 9999;

function filterOf({ argument }: OpenInput): PersonFilter {
  const deptId = argument('deptId');
  return {
    realName: argument('realName'),
    account: argument('account'),
    roleId: argument('roleId'),
    roleCode: argument('roleCode'),
    postId: argument('postId'),
    search: argument('search'),
    ...(deptId === undefined ? {} : { deptIds: deptId.split(',') }),
  };
}

function wholeNumber({ argument }: OpenInput, name: string, otherwise: number, most: number): number {
  const text = argument(name);
  if (text === undefined) return otherwise;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most)
    throw invalidInput([{ pointer: `/${name}`, msg: say('{name}须为1至{most}的整数', { name, most }) }]);
  return value;
}

function listFiltered(input: PersonInput): Promise<Person[]> {
  return input.read((connection) => listPersons(connection, filterOf(input)));
}

async function pageFiltered(input: PersonInput, defaultSize = 20): Promise<WirePage<Person>> {
  const current = wholeNumber(input, 'current', 1, 1_000_000);
  const size = wholeNumber(input, 'size', defaultSize, largestPage);
  const filter = filterOf(input);
  const [records, total] = await input.read(async (connection) => [
    await listPersons(connection, { ...filter, skip: (current - 1) * size, take: size }),
    await countPersons(connection, filter),
  ]);
  return { records, total, size, current, pages: Math.ceil(total / size) };
}

const people = '人员：id、realName、deptName、deptId、account';

/** The calls by which pickers find people. */
export const personCalls: readonly SystemCall[] = [
  ...(['GET', 'POST'] as const).map(
    (method): SystemCall => ({
      name: `usersList${method === 'GET' ? '' : 'Post'}`,
      method,
      path: 'users-list',
      title: '人员列表',
      arguments: filterArguments,
      answer: people,
      handle: listFiltered,
    }),
  ),
  {
    name: 'usersListOwnGroup',
    method: 'POST',
    path: 'users-list-own-group',
    title: '本部门人员列表',
    arguments: filterArguments,
    answer: people,
    handle: (input) =>
      input.read((connection) =>
        listPersons(connection, { ...filterOf(input), deptIds: input.context.caller.deptIds }),
      ),
  },
  {
    name: 'userPageVoList',
    method: 'GET',
    path: 'user/getPageVOList',
    title: '人员分页',
    arguments: pageArguments,
    answer: `分页的${people}`,
    handle: (input) => pageFiltered(input),
  },
  {
    name: 'employeePage',
    method: 'GET',
    path: 'employee/page',
    title: '员工分页',
    arguments: pageArguments,
    answer: `分页的${people}`,
    handle: (input) => pageFiltered(input, largestPage),
  },
  {
    name: 'userLike',
    method: 'GET',
    path: 'user/like',
    title: '按姓名、账号或工号查找人员',
    arguments: { search: { title: '姓名、账号或工号', required: true } },
    answer: `最多99名${people}`,
    handle: (input) =>
      input.read((connection) => listPersons(connection, { search: input.argument('search'), take: 99 })),
  },
  {
    name: 'userSearch',
    method: 'GET',
    path: 'user/search',
    title: '按姓名查找人员',
    arguments: { realName: { title: '姓名', required: true } },
    answer: `最多99名${people}`,
    handle: (input) =>
      input.read((connection) => listPersons(connection, { realName: input.argument('realName'), take: 99 })),
  },
];
