import { sql } from 'kysely';
import { inNameOrder } from '../../../src/compile/sql/name-order.ts';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { joined, say } from '../../../src/core/text/say.ts';
import { invalidCharacter } from '../../../src/core/validation/text-checks.ts';
import {
  LIST_VIEW_LIMITS,
  type ListViewContent,
  parseListView,
  type SavedListView,
} from '../../../src/core/wire/list-view.ts';
import { rightsOf } from '../../access/permission/rights.ts';
import { ADMINISTRATOR } from '../../access/permission/separation.ts';
import type { Connection } from '../../ground/database/database.ts';
import { foundRow, foundRows, platform, touched } from '../../ground/database/platform-queries.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import type { PersonInput, SystemCall } from '../system/system-call.ts';
import { toldView } from './told-view.ts';

interface StoredView {
  readonly id: string;
  readonly userId: string;
  readonly userName: string | null;
  readonly page: string;
  readonly name: string;
  readonly shared: boolean;
  readonly content: string;
}

/** The tenant's views, with the names of their owners. */
const viewsOf = ({ tenantId }: Connection) =>
  platform
    .selectFrom('listView as v')
    .select(['v.id', 'v.userId', 'v.page', 'v.name', 'v.shared', 'v.content'])
    .select(
      sql<string | null>`(select u."realName" from data."user" u
        where u."tenantId" = ${sql.ref('v.tenantId')} and u.id = ${sql.ref('v.userId')})`.as('userName'),
    )
    .where('v.tenantId', '=', tenantId);

/** The page that a call names; throws where there is none or the person may not see it. */
function requirePage({ argument, context, snapshot, services }: PersonInput): { code: string; call: EntityCall } {
  const code = argument('page') ?? '';
  const found = snapshot.pages.get(code);
  if (found === undefined) throw new AnlanError('notFound', { what: say('页面') });
  if (!rightsOf(context.caller, snapshot).page(code).has('view')) {
    throw new AnlanError('forbidden', { action: say('查看{page}', { page: found.page.title }) });
  }
  return { code, call: createEntityCall(services.entities, context, snapshot, found.entity) };
}

function answerOf(view: StoredView, userId: string): SavedListView {
  return {
    id: view.id,
    name: view.name,
    shared: view.shared,
    own: view.userId === userId,
    ...(view.userName === null ? {} : { owner: view.userName }),
    content: JSON.parse(view.content) as ListViewContent,
  };
}

/** One's own view; somebody else's may be changed by nobody, unless it is shared and the person administrates. */
async function requireWritable({ context }: PersonInput, connection: Connection, id: string): Promise<StoredView> {
  const view = await foundRow(connection, viewsOf(connection).where('v.id', '=', id));
  const { userId, roleCodes } = context.caller;
  if (view === undefined || (view.userId !== userId && !view.shared))
    throw new AnlanError('notFound', { what: say('视图') });
  if (view.userId !== userId && !roleCodes.includes(ADMINISTRATOR)) {
    throw new AnlanError('forbidden', { action: say('修改他人的视图') });
  }
  return view;
}

/** Why a view cannot be called so; undefined where it can. */
function nameFault(name: string): string | undefined {
  if (name === '') return say('视图名称不能为空');
  if (name.length > LIST_VIEW_LIMITS.name) return say('视图名称不能超过{most}个字', { most: LIST_VIEW_LIMITS.name });
  const character = invalidCharacter(name);
  return character === undefined ? undefined : joined(say('视图名称'), character);
}

function readInput({ argument, request }: PersonInput) {
  const name = argument('name') ?? '';
  const fault = nameFault(name);
  if (fault !== undefined) throw invalidInput([{ pointer: '/name', msg: fault }]);
  const { content, shared } = (request.body ?? {}) as { readonly content?: unknown; readonly shared?: unknown };
  const parsed = parseListView(content);
  if (parsed === undefined) throw invalidInput([{ pointer: '/content', msg: say('视图的内容不正确') }]);
  if (shared !== undefined && typeof shared !== 'boolean') {
    throw invalidInput([{ pointer: '/shared', msg: say('是否共享须为true或false') }]);
  }
  return { name, shared: shared === true, content: JSON.stringify(parsed) };
}

/** Keeps a view under its id, or as a new one; a name that the owner has used on the page is refused. */
async function saveView(input: PersonInput): Promise<SavedListView> {
  const { services, context, argument } = input;
  const { code: page } = requirePage(input);
  const { name, shared, content } = readInput(input);
  const { userId } = context.caller;
  return services.database.transaction(context.tenantId, async (connection) => {
    const given = argument('id');
    const before = given === undefined ? undefined : await requireWritable(input, connection, given);
    if (before !== undefined && before.page !== page) throw new AnlanError('notFound', { what: say('视图') });
    const owner = before?.userId ?? userId;
    const id = before?.id ?? services.entities.ids.next();
    if (id === undefined) throw new AnlanError('unknownCall');
    const others = await foundRows(
      connection,
      viewsOf(connection)
        .clearSelect()
        .select('v.name')
        .where('v.page', '=', page)
        .where('v.userId', '=', owner)
        .where('v.id', '<>', id),
    );
    if (others.some((other) => other.name === name)) {
      throw invalidInput([{ pointer: '/name', msg: say('已有名为“{name}”的视图', { name }) }]);
    }
    if (others.length >= LIST_VIEW_LIMITS.views) {
      const msg = say('每个页面最多保存{most}个视图', { most: LIST_VIEW_LIMITS.views });
      throw invalidInput([{ pointer: '/name', msg }]);
    }
    const saved = { name, shared, content, savedAt: context.clock.now() };
    await touched(
      connection,
      platform
        .insertInto('listView')
        .values({ tenantId: connection.tenantId, id, userId: owner, page, ...saved })
        .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doUpdateSet(saved)),
    );
    return answerOf({ id, userId: owner, userName: before?.userName ?? null, page, name, shared, content }, userId);
  });
}

/** Calls of saved views: one's own, and those that others share on a page that one may see. */
export const listViewCalls: readonly SystemCall[] = [
  {
    name: 'listViews',
    method: 'GET',
    path: 'list-view/list',
    title: '页面的视图',
    arguments: { page: { title: '页面编号', required: true } },
    answer: '本人的视图和他人共享的视图',
    async handle(input) {
      const { code: page, call } = requirePage(input);
      const { userId } = input.context.caller;
      const views = await input.read((connection) =>
        foundRows(
          connection,
          viewsOf(connection)
            .where('v.page', '=', page)
            .where((view) => view.or([view('v.userId', '=', userId), view.eb.ref('v.shared')]))
            .orderBy((view) => view('v.userId', '<>', userId))
            .orderBy(sql.raw(inNameOrder('v.name'))),
        ),
      );
      return views.map((view) => {
        const answer = answerOf(view, userId);
        return answer.own ? answer : { ...answer, content: toldView(call, answer.content) };
      });
    },
  },
  {
    name: 'listViewSave',
    method: 'POST',
    path: 'list-view/save',
    title: '保存视图',
    arguments: {
      id: { title: '视图编号，新建时不填' },
      page: { title: '页面编号', required: true },
      name: { title: '视图名称', required: true },
      shared: { title: '是否共享，true或false' },
      content: { title: '筛选、排序和列', required: true },
    },
    answer: '保存后的视图',
    handle: saveView,
  },
  {
    name: 'listViewRemove',
    method: 'POST',
    path: 'list-view/remove',
    title: '删除视图',
    arguments: { id: { title: '视图编号', required: true } },
    answer: 'true',
    async handle(input) {
      const { services, context, argument } = input;
      await services.database.transaction(context.tenantId, async (connection) => {
        const view = await requireWritable(input, connection, argument('id') ?? '');
        await touched(
          connection,
          platform.deleteFrom('listView').where('tenantId', '=', connection.tenantId).where('id', '=', view.id),
        );
      });
      return true;
    },
  },
];
