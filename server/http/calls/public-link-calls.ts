import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { PUBLIC_LINK } from '../../../src/core/model/build-public.ts';
import { say } from '../../../src/core/text/say.ts';
import type { PublicLinks } from '../../../src/core/wire/public.ts';
import { isOpen, listLinks, makeLink, revokeLink } from '../../flow/intake/public-link.ts';
import { writeAudit } from '../../records/audit/audit.ts';
import { createEntityCall, requireAction } from '../../records/call/entity-call.ts';
import type { EntityCall, Reading } from '../../records/call/ports.ts';
import type { PersonInput, SystemCall } from '../system/system-call.ts';

/** Longest life of a link in days. */
const LONGEST = 731;

/** The call about the entity whose links are meant, for whoever has the button; throws for anybody else. */
function linkCall(input: PersonInput): EntityCall {
  const { services, context, snapshot } = input;
  const model = snapshot.entities.get(input.argument('entity') ?? '');
  if (model?.intake === undefined) throw new AnlanError('notFound', { what: say('上报入口') });
  const call = createEntityCall(services.entities, context, snapshot, model);
  requireAction(call, PUBLIC_LINK, say('上报二维码'));
  return call;
}

async function answer(call: EntityCall): Promise<PublicLinks> {
  const { intake } = call.model;
  return { open: intake !== undefined && isOpen(call, intake), links: await listLinks(call) };
}

async function make(input: PersonInput): Promise<PublicLinks> {
  const call = linkCall(input);
  const title = input.argument('title') ?? '';
  const days = Number(input.argument('days') ?? '');
  const faults = [
    ...(title === '' || [...title].length > 60
      ? [{ pointer: '/title', msg: say('请输入张贴位置，不超过60个字') }]
      : []),
    ...(Number.isInteger(days) && days >= 1 && days <= LONGEST
      ? []
      : [{ pointer: '/days', msg: say('有效天数须为1至{most}', { most: LONGEST }) }]),
  ];
  if (faults.length > 0) throw invalidInput(faults);
  await written(call, title, say('发放上报二维码'), (tx) => makeLink(tx, { title, days }));
  return answer(call);
}

async function revoke(input: PersonInput): Promise<PublicLinks> {
  const call = linkCall(input);
  const id = input.argument('id') ?? '';
  await written(call, id, say('停用上报二维码'), async (tx) => {
    if (!(await revokeLink(tx, id))) throw new AnlanError('notFound', { what: say('上报入口') });
  });
  return answer(call);
}

/** Writes and logs in one transaction. */
async function written(
  call: EntityCall,
  title: string,
  remark: string,
  write: (tx: Reading) => Promise<unknown>,
): Promise<void> {
  await call.services.database.transaction(call.context.tenantId, async (db) => {
    await write({ call, db });
    await writeAudit({ call, db }, { recordId: '', recordTitle: title, action: PUBLIC_LINK, changes: [], remark });
  });
}

const entity = { title: '业务代码', required: true };
const answered = '是否开放，以及各入口：张贴位置、有效期、状态、收到的上报数';

/** Links by which people without login send something, for whoever has the button. */
export const publicLinkCalls: readonly SystemCall[] = [
  {
    name: 'publicLinks',
    method: 'GET',
    path: 'public-link/list',
    title: '上报入口',
    arguments: { entity },
    answer: answered,
    handle: async (input) => answer(linkCall(input)),
  },
  {
    name: 'makePublicLink',
    method: 'POST',
    path: 'public-link/make',
    title: '发放上报入口',
    arguments: { entity, title: { title: '张贴位置', required: true }, days: { title: '有效天数', required: true } },
    answer: answered,
    handle: make,
  },
  {
    name: 'revokePublicLink',
    method: 'POST',
    path: 'public-link/revoke',
    title: '停用上报入口',
    arguments: { entity, id: { title: '入口编号', required: true } },
    answer: answered,
    message: () => say('已停用'),
    handle: revoke,
  },
];
