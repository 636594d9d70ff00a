import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { isRecordId } from '../../../src/core/validation/text-checks.ts';
import { NOTICE_ENTITY } from '../../flow/notices/notice-entity.ts';
import { publishEvents } from '../../ground/publish.ts';
import { selvesOf, withAlias } from '../../records/call/author.ts';
import type { PersonInput, SystemCall } from '../system/system-call.ts';

/** Most notices that one call marks. */
const MOST = 500;

function columnsOf(input: PersonInput): { model: EntityModel; column(key: string): string } {
  const model = input.snapshot.entities.get(NOTICE_ENTITY);
  if (model === undefined) throw new AnlanError('unknownCall');
  return { model, column: (key) => `"${model.field.get(key)?.id ?? key}"` };
}

/** Ids from a list or a text with commas, in the body or the query. */
function askedIds({ request, argument }: PersonInput): string[] {
  const body: unknown = request.body;
  const given: unknown =
    Array.isArray(body) || typeof body !== 'object' || body === null ? body : (body as { ids?: unknown }).ids;
  const ids = (Array.isArray(given) ? given : (argument('ids') ?? '').split(',')).filter((id) => id !== '');
  if (ids.length === 0) throw invalidInput([{ pointer: '/ids', msg: say('请先选择消息') }]);
  if (ids.length > MOST) throw invalidInput([{ pointer: '/ids', msg: say('一次最多{most}条', { most: MOST }) }]);
  if (!ids.every(isRecordId)) throw invalidInput([{ pointer: '/ids', msg: say('编号不正确') }]);
  return ids;
}

/** Marks the person's own unread notices; with ids only those. Gives how many there were. */
async function markRead(input: PersonInput, ids: readonly string[] | undefined): Promise<number> {
  const { model, column } = columnsOf(input);
  const { database } = input.services;
  const { caller, tenantId, clock } = input.context;
  const selves = selvesOf(withAlias(input).caller);
  return database.transaction(tenantId, async (connection) => {
    const marked = await connection.execute(
      `update data."${model.id}" set ${column('isRead')} = '1', ${column('readTime')} = $3, version = version + 1
       where "tenantId" = $1 and ${column('userId')} = any($2) and ${column('isRead')} = '0' and "isDeleted" = 0
       ${ids === undefined ? '' : 'and id = any($4)'}`,
      [tenantId, selves, clock.now(), ...(ids === undefined ? [] : [ids])],
    );
    if (marked > 0) await publishEvents(connection, [{ tenantId, topic: 'notices', userIds: [caller.userId] }]);
    return marked;
  });
}

/** The calls of the inbox; its list and details are the generic ones of the entity. */
export const noticeCalls: readonly SystemCall[] = [
  {
    name: 'noticeUnreadCount',
    method: 'GET',
    path: 'notice/unread-count',
    title: '未读消息数',
    answer: '未读消息的条数',
    async handle(input) {
      const { model, column } = columnsOf(input);
      const { tenantId } = input.context;
      const [row] = await input.read((connection) =>
        connection.query<{ count: number }>(
          `select count(*) from data."${model.id}"
           where "tenantId" = $1 and ${column('userId')} = any($2) and ${column('isRead')} = '0' and "isDeleted" = 0`,
          [tenantId, selvesOf(withAlias(input).caller)],
        ),
      );
      return row?.count ?? 0;
    },
  },
  {
    name: 'noticeRead',
    method: 'POST',
    path: 'notice/read',
    title: '标为已读',
    arguments: { ids: { title: '消息编号，逗号分隔；请求体也可为数组', required: false } },
    answer: '由未读变为已读的条数',
    handle: (input) => markRead(input, askedIds(input)),
  },
  {
    name: 'noticeReadAll',
    method: 'POST',
    path: 'notice/read-all',
    title: '全部标为已读',
    answer: '由未读变为已读的条数',
    handle: (input) => markRead(input, undefined),
  },
];
