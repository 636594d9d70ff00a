import { wallClock } from '../../../src/core/clock/wall-clock.ts';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { refusalLogged } from '../../access/sign-in/refused-reads.ts';
import { findTask } from '../../flow/approval/request.ts';
import { decidedAlready } from '../../flow/approval/vote.ts';
import type { Connection } from '../../ground/database/database.ts';
import { wallClockOfStored } from '../../ground/database/wall-clock.ts';
import { draftsOf, withAlias } from '../../records/call/author.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import { requireRecord } from '../../records/read/read-record.ts';
import {
  type DraftOwner,
  draftContent,
  dropDraft,
  keepDraft,
  LARGEST_DRAFT,
  readDraft,
  voteDraftOf,
} from '../../records/write/drafts/transition-drafts.ts';
import type { CallArgument, PersonInput, SystemCall } from '../system/system-call.ts';

const OF_DRAFT: Readonly<Record<string, CallArgument>> = {
  entity: { title: '业务代码，与 id、transition 一起' },
  id: { title: '记录编号' },
  transition: { title: '操作代码' },
  taskId: { title: '任务编号，代替以上三项：审批意见的草稿' },
};

/** The person's draft that a call names, and whether he may write it now; `owner` is undefined where it cannot exist. */
interface NamedDraft {
  readonly owner: DraftOwner | undefined;
  /** Throws notFound for what he may not see, forbidden or taskDecided for what he cannot do. */
  requireAbility(): Promise<void>;
}

async function namedDraft(input: PersonInput, connection: Connection): Promise<NamedDraft> {
  const taskId = input.argument('taskId');
  if (taskId !== undefined) return draftOfTask(input, connection, taskId);
  const owner = ownerOf(input);
  return { owner, requireAbility: () => requireAbility(input, connection, owner) };
}

async function draftOfTask(input: PersonInput, connection: Connection, taskId: string): Promise<NamedDraft> {
  const task = await findTask(connection, taskId);
  const own = task?.userId === input.context.caller.userId ? task : undefined;
  return {
    owner: own === undefined ? undefined : voteDraftOf(own),
    async requireAbility() {
      if (own === undefined) throw new AnlanError('notFound', { what: say('待办任务') });
      if (own.status !== 'open') throw decidedAlready(say('该任务已处理'));
    },
  };
}

/** The draft of a transition's form; throws notFound for an entity or a transition that there is not. */
function ownerOf(input: PersonInput): DraftOwner {
  const { argument, snapshot } = input;
  const required = (name: string, title: string): string => {
    const value = argument(name);
    if (value === undefined) throw invalidInput([{ pointer: `/${name}`, msg: say('{title}不能为空', { title }) }]);
    return value;
  };
  const model = snapshot.entities.get(required('entity', say('业务代码')));
  if (model === undefined) throw new AnlanError('notFound', { what: say('业务') });
  const recordId = required('id', say('记录编号'));
  const transition = required('transition', say('操作代码'));
  if (!Object.hasOwn(model.transitions, transition)) throw new AnlanError('notFound', { what: say('操作') });
  return { userId: draftsOf(model, withAlias(input).caller), entityId: model.id, recordId, transition };
}

/** Throws notFound for a record that the person may not see, forbidden where he may not fire the transition on it. */
async function requireAbility(input: PersonInput, connection: Connection, owner: DraftOwner): Promise<void> {
  const { services, context, snapshot, argument } = input;
  const model = snapshot.entities.get(argument('entity') ?? '');
  if (model === undefined) throw new AnlanError('unknownCall');
  const call = createEntityCall(services.entities, context, snapshot, model);
  if (!call.granted.has('view')) throw new AnlanError('notFound', { what: model.title });
  const record = await requireRecord({ call, db: connection }, owner.recordId);
  const abilities = record.abilities as Readonly<Record<string, boolean>>;
  if (abilities[owner.transition] === true) return;
  const title = model.transitions[owner.transition]?.title ?? owner.transition;
  const refused = new AnlanError('forbidden', { action: `${title}${model.title}` });
  // Whoever begins a step of an anonymous record may be its author: no log names him.
  if (model.anonymous !== undefined) refusalLogged(refused);
  throw refused;
}

/** Drafts of the forms of transitions and of decisions: what a person typed and did not send, found on any device. */
export const draftCalls: readonly SystemCall[] = [
  {
    name: 'flowDraft',
    method: 'GET',
    path: 'flow/draft',
    title: '操作表单或审批意见的草稿',
    arguments: OF_DRAFT,
    answer: 'content、savedAt；没有草稿时为 null',
    async handle(input) {
      const draft = await input.read(async (connection) => {
        const { owner, requireAbility } = await namedDraft(input, connection);
        await requireAbility();
        return owner === undefined ? undefined : readDraft(connection, owner, input.context.clock.now());
      });
      if (draft === undefined) return null;
      return {
        content: JSON.parse(draft.content) as unknown,
        savedAt: wallClockOfStored(draft.savedAt, input.snapshot.timeZone),
      };
    },
  },
  {
    name: 'flowDraftSave',
    method: 'POST',
    path: 'flow/draft-save',
    title: '保存操作表单或审批意见的草稿',
    arguments: { ...OF_DRAFT, content: { title: `草稿，最多${LARGEST_DRAFT / 1024}KB`, required: true } },
    answer: 'savedAt',
    async handle(input) {
      const content = draftContent((input.request.body as { readonly content?: unknown } | null)?.content);
      const { services, context, snapshot } = input;
      const now = context.clock.now();
      await services.database.transaction(context.tenantId, async (connection) => {
        const { owner, requireAbility } = await namedDraft(input, connection);
        await requireAbility();
        if (owner !== undefined) await keepDraft(connection, owner, content, now);
      });
      return { savedAt: wallClock(now, snapshot.timeZone) };
    },
  },
  {
    name: 'flowDraftRemove',
    method: 'POST',
    path: 'flow/draft-remove',
    title: '删除操作表单或审批意见的草稿',
    arguments: OF_DRAFT,
    answer: 'true',
    async handle(input) {
      const { services, context } = input;
      await services.database.transaction(context.tenantId, async (connection) => {
        // One's own may go even where the record has meanwhile passed out of sight, or the task is decided.
        const { owner } = await namedDraft(input, connection);
        if (owner !== undefined) await dropDraft(connection, owner);
      });
      return true;
    },
  },
];
