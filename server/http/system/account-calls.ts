import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import type { AccountInfo } from '../../../src/core/wire/people.ts';
import type { TenantChoice } from '../../../src/core/wire/site.ts';
import { designsOf } from '../../access/permission/separation.ts';
import { findTenant } from '../../access/sign-in/account-lookup.ts';
import { enterableCompanies } from '../../access/sign-in/company-entry.ts';
import { writeOwnPassword } from '../../access/sign-in/own-password.ts';
import { decodeBase64Text, hashPassword, passwordFault, verifyPassword } from '../../access/sign-in/password.ts';
import { type PasswordOwner, personPasswordFault } from '../../access/sign-in/password-policy.ts';
import { topTenant } from '../../ground/context.ts';
import { buttonTree } from './menu-calls.ts';
import type { PersonInput, SystemCall } from './system-call.ts';

interface InfoRow {
  readonly name: string | null;
  readonly avatar: string[] | null;
  readonly mustChangePassword: string | null;
  readonly tenantName: string | null;
  readonly deptName: string | null;
}

async function accountInfo({ context, services, snapshot }: PersonInput): Promise<AccountInfo> {
  const { caller } = context;
  const [row] = await services.database.withTenant(caller.homeTenantId, (connection) =>
    connection.query<InfoRow>(
      `select u.name, u.avatar, u."mustChangePassword", t."tenantName", d."deptName"
       from data."user" u
       left join data.tenant t on t."tenantCode" = u."tenantId" and t."isDeleted" = 0
       left join data.dept d on d."tenantId" = u."tenantId" and d.id = u.dept[1]
       where u."tenantId" = $1 and u.id = $2`,
      [caller.homeTenantId, caller.userId],
    ),
  );
  const pictures = await services.files.linkFiles(caller.homeTenantId, row?.avatar ?? [], caller.userId);
  return {
    userId: caller.userId,
    account: caller.account,
    name: row?.name ?? caller.realName,
    realName: caller.realName,
    avatar: [...pictures.values()][0]?.link ?? '',
    roleCode: caller.roleCodes.join(','),
    tenantId: caller.homeTenantId,
    tenantName: row?.tenantName ?? '',
    deptId: caller.deptId,
    deptName: row?.deptName ?? '',
    deptIds: caller.deptTreeIds,
    mustChangePassword: row?.mustChangePassword === '1',
    designs: designsOf(caller.roleCodes, snapshot),
  };
}

/** The person's own company, then those that he was given the right to enter. */
async function ownCompanies({ context, services }: PersonInput): Promise<readonly TenantChoice[]> {
  const { database, clock, config } = services;
  const { homeTenantId, userId } = context.caller;
  const home = await findTenant(database, clock, homeTenantId, config.timeZone);
  const own = { tenantId: homeTenantId, tenantName: home?.tenantName ?? homeTenantId };
  if (homeTenantId !== topTenant) return [own];
  return [own, ...(await enterableCompanies(database, clock, config.timeZone, userId))];
}

const passwordNames = ['oldPassword', 'newPassword', 'newPassword1'] as const;
type Passwords = Record<(typeof passwordNames)[number], string>;

// Whatever is wrong, the specification answers with one sentence; the faults tell our own form which field it was.
function refused(pointer: string, msg: string): AnlanError {
  return new AnlanError('oldPasswordWrong', {}, { faults: [{ pointer, msg }] });
}

function readPasswords({ request }: PersonInput): Passwords {
  const body = plainObject(request.body);
  const query = plainObject(request.query);
  const json = request.headers['content-type']?.toLowerCase().startsWith('application/json') === true;
  const passwords: Passwords = { oldPassword: '', newPassword: '', newPassword1: '' };
  for (const name of passwordNames) {
    const inBody = body[name] !== undefined;
    const value = inBody ? body[name] : query[name];
    const text = typeof value !== 'string' ? undefined : inBody && json ? value : decodeBase64Text(value);
    if (text === undefined) throw refused(`/${name}`, say('密码的编码有误'));
    passwords[name] = text;
  }
  return passwords;
}

function plainObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function newPasswordFault({ oldPassword, newPassword, newPassword1 }: Passwords): WireFault | undefined {
  if (oldPassword === '') return { pointer: '/oldPassword', msg: say('请输入原密码') };
  const fault = passwordFault(newPassword);
  if (fault !== undefined) return { pointer: '/newPassword', msg: fault };
  return newPassword === newPassword1 ? undefined : { pointer: '/newPassword1', msg: say('两次输入的密码不一致') };
}

async function updatePassword(input: PersonInput): Promise<null> {
  const { services, context } = input;
  const { database, clock, auth } = services;
  const { caller } = context;
  const passwords = readPasswords(input);
  const fault = newPasswordFault(passwords);
  if (fault !== undefined) throw refused(fault.pointer, fault.msg);
  const place = { ip: context.ip, userAgent: '', requestId: context.requestId };
  const readOwner = () =>
    database.withTenant(caller.homeTenantId, (connection) =>
      connection.query<PasswordOwner & { password: string | null }>(
        `select account, "realName", name, "staffNo", phone, email, password from data."user"
         where "tenantId" = $1 and id = $2 and "isDeleted" = 0`,
        [caller.homeTenantId, caller.userId],
      ),
    );
  await auth.withGuardedPassword(caller.homeTenantId, caller.account, place, async () => {
    const [row] = await readOwner();
    return verifyPassword(row?.password, passwords.oldPassword);
  });
  // Only who knows the present password hears what it may not be.
  const [owner = {}] = await readOwner();
  const unfit = await database.withTenant(caller.homeTenantId, (connection) =>
    personPasswordFault(connection, caller.userId, passwords.newPassword, owner),
  );
  if (unfit !== undefined) throw refused('/newPassword', unfit);
  const hash = await hashPassword(passwords.newPassword);
  const ended = await database.transaction(caller.homeTenantId, async (connection) => {
    const write = () =>
      connection.execute(
        `update data."user" set password = $3, "mustChangePassword" = '0', version = version + 1,
           "updateUser" = $2, "updateTime" = $4
         where "tenantId" = $1 and id = $2`,
        [caller.homeTenantId, caller.userId, hash, clock.now()],
      );
    const others = await writeOwnPassword(connection, clock, caller, hash, write);
    await auth.audit(connection, {
      entityKey: 'user',
      recordId: caller.userId,
      action: 'updatePassword',
      summary: say('修改密码'),
      userId: caller.userId,
      account: caller.account,
      ip: context.ip,
      requestId: context.requestId,
    });
    return others;
  });
  for (const { id } of [{ id: caller.sessionId }, ...ended]) auth.forget(id);
  return null;
}

// The code is a role's, or a button's; the person is the caller unless another one is named.
async function hasAuthority({ context, snapshot, argument, read }: PersonInput): Promise<boolean> {
  const bizCode = argument('bizCode') ?? '';
  const userId = argument('userId') ?? context.caller.userId;
  const deptId = argument('deptId');
  const [row] = await read((connection) =>
    connection.query<{ dept: string[] | null; roleCodes: string[] }>(
      `select u.dept, array(
         select r."roleCode" from data.role r
         where r."tenantId" = u."tenantId" and r.id = any(u.role) and r."isDeleted" = 0) as "roleCodes"
       from data."user" u where u."tenantId" = $1 and u.id = $2 and u."isDeleted" = 0 and u.status <> '0'`,
      [connection.tenantId, userId],
    ),
  );
  const self = userId === context.caller.userId;
  if (row === undefined && !self) return false;
  const roleCodes = self ? context.caller.roleCodes : (row?.roleCodes ?? []);
  const deptIds = self ? context.caller.deptIds : (row?.dept ?? []);
  if (deptId !== undefined && !deptIds.includes(deptId)) return false;
  if (roleCodes.includes(bizCode)) return true;
  // The buttons of hand-written screens count like those of generated pages.
  return buttonTree({ roleCodes }, snapshot).some(({ children }) => children.some(({ code }) => code === bizCode));
}

/** The calls about the signed-in person. */
export const accountCalls: readonly SystemCall[] = [
  {
    name: 'enterableCompanies',
    method: 'GET',
    path: 'tenant/enterable',
    title: '本人可以进入的企业',
    answer: 'tenantId、tenantName，本人所属企业在前',
    handle: ownCompanies,
  },
  {
    name: 'info',
    method: 'GET',
    path: 'info',
    title: '当前用户',
    answer:
      'account、name、realName、avatar、roleCode、tenantId、tenantName、deptId、deptName、deptIds（本人部门及其下级）、mustChangePassword、designs（可设计的范围：all、rights、rest或null）',
    allowInitialPassword: true,
    handle: accountInfo,
  },
  {
    name: 'updatePassword',
    method: 'POST',
    path: 'update-password',
    title: '修改密码',
    arguments: {
      oldPassword: { title: '原密码，Base64', required: true },
      newPassword: { title: '新密码，Base64', required: true },
      newPassword1: { title: '重复新密码，Base64', required: true },
    },
    answer: '无',
    message: () => say('密码修改成功'),
    allowInitialPassword: true,
    handle: updatePassword,
  },
  {
    name: 'userWithBizCode',
    method: 'GET',
    path: 'user/getIfUserWithBizCode',
    title: '用户是否有某业务权限',
    arguments: {
      bizCode: { title: '业务编码：角色编码或按钮编码', required: true },
      userId: { title: '用户，默认当前用户' },
      deptId: { title: '部门' },
    },
    answer: 'true 或 false',
    handle: hasAuthority,
  },
];
