import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { JointAnswer } from '../../../src/core/wire/joint.ts';
import { isTenantId, isTenantOpen } from '../../access/sign-in/account-lookup.ts';
import { countAddress } from '../../flow/intake/public-use.ts';
import type { CallContext, Caller } from '../../ground/context.ts';
import { exportJoint, readJoint, readJointHead, readOpenJoint } from '../../reports/joint/read-joint.ts';
import type { OpenInput, PersonInput, SystemCall } from '../system/system-call.ts';

const CODE = { code: { title: '页面编号', required: true } } as const;

const inputOf = ({ services, context, snapshot, argument }: PersonInput) => ({
  services: services.entities,
  context,
  snapshot,
  argument,
});

/** Nobody: what is shown without login is read as the platform reads, and only counted. */
async function readOpen({ services, argument, request }: OpenInput): Promise<JointAnswer> {
  const tenantId = argument('tenantId') ?? services.config.defaultTenant;
  if (!isTenantId(tenantId)) throw new AnlanError('tenantUnavailable');
  const { database, clock, config } = services;
  const isOpen = await database.withTenant(tenantId, (db) => isTenantOpen(db, clock, config.timeZone));
  if (!isOpen) throw new AnlanError('tenantUnavailable');
  await countAddress(services.entities, { tenantId, now: clock.now() }, 'wall', request.ip);
  const snapshot = await services.metadata.snapshot(tenantId);
  const context: CallContext = {
    caller: { ...NOBODY, tenantId, homeTenantId: tenantId },
    tenantId,
    clock,
    requestId: request.id,
    ip: request.ip,
    idempotencyKey: undefined,
  };
  return readOpenJoint({ services: services.entities, context, snapshot, argument }, argument('code') ?? '');
}

const NOBODY: Omit<Caller, 'tenantId' | 'homeTenantId'> = {
  userId: '',
  account: '',
  realName: '',
  deptId: '',
  deptIds: [],
  deptTreeIds: [],
  postIds: [],
  roleCodes: [],
  scope: 'none',
  sessionId: '',
};

/** The calls behind pages of no single entity. */
export const jointCalls: readonly SystemCall[] = [
  {
    name: 'jointPage',
    method: 'GET',
    path: 'joint/page',
    title: '跨业务页面的框架',
    arguments: CODE,
    answer: 'code、title、purpose、view、revision、settings',
    handle: async (input) => readJointHead(inputOf(input), input.argument('code') ?? ''),
  },
  {
    name: 'jointRecords',
    method: 'GET',
    path: 'joint/records',
    title: '跨业务页面的内容',
    arguments: {
      ...CODE,
      member: { title: '只要其中一类' },
      keyword: { title: '搜索的文字' },
      record: { title: '档案的记录' },
      box: { title: '地图的范围：西、南、东、北，以逗号分隔' },
      after: { title: '从哪里接着，上一次回答的 next' },
    },
    answer: '按页面的种类，如 union：rows（member、id、cells）、next、parts',
    handle: (input) => readJoint(inputOf(input), input.argument('code') ?? ''),
  },
  {
    name: 'jointExport',
    method: 'GET',
    path: 'joint/export',
    title: '跨业务页面的表格',
    arguments: { ...CODE, member: { title: '只要其中一类' }, keyword: { title: '搜索的文字' } },
    answer: 'xlsx',
    handle: (input) => exportJoint(inputOf(input), input.argument('code') ?? ''),
  },
  {
    name: 'jointOpen',
    method: 'GET',
    path: 'joint/open',
    title: '跨业务页面不登录也显示的磁贴',
    arguments: { ...CODE, tenantId: { title: '租户，默认为默认租户' } },
    answer: 'tiles：key、title、width、at、content、late；refresh',
    open: true,
    handle: readOpen,
  },
];
