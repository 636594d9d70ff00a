import { AnlanError, invalidInput } from '../../src/core/errors/catalogue.ts';
import type { Connection } from '../database/database.ts';
import { wallClock, wallClockOfStored } from '../database/wall-clock.ts';
import { createEntityCall } from '../entity/entity-call.ts';
import { requireRecord } from '../entity/read-record.ts';
import type { CallArgument, PersonInput, SystemCall } from '../system/system-call.ts';
import { type DraftOwner, dropDraft, keepDraft, LARGEST_DRAFT, readDraft } from './transition-drafts.ts';

const OF_DRAFT: Readonly<Record<string, CallArgument>> = {
  entity: { title: '业务代码', required: true },
  id: { title: '记录编号', required: true },
  transition: { title: '操作代码', required: true },
};

/** The person's draft that a call names; throws notFound for an entity or a transition that there is not. */
function ownerOf({ argument, context, snapshot }: PersonInput): DraftOwner {
  const model = snapshot.entities.get(argument('entity') ?? '');
  if (model === undefined) throw new AnlanError('notFound', { what: '业务' });
  const transition = argument('transition') ?? '';
  if (!Object.hasOwn(model.transitions, transition)) throw new AnlanError('notFound', { what: '操作' });
  const recordId = argument('id') ?? '';
  return { userId: context.caller.userId, entityId: model.id, recordId, transition };
}

/** Throws notFound for a record that the person may not see, forbidden where he may not fire the transition on it. */
async function requireAbility(input: PersonInput, connection: Connection, owner: DraftOwner): Promise<void> {
  const { services, context, snapshot, argument } = input;
  const model = snapshot.entities.get(argument('entity') ?? '');
  if (services.entities === undefined || model === undefined) throw new AnlanError('unknownCall');
  const call = createEntityCall(services.entities, context, snapshot, model);
  if (!call.granted.has('view')) throw new AnlanError('notFound', { what: model.title });
  const record = await requireRecord(call, connection, owner.recordId);
  const abilities = record.abilities as Readonly<Record<string, boolean>>;
  if (abilities[owner.transition] === true) return;
  const title = model.transitions[owner.transition]?.title ?? owner.transition;
  throw new AnlanError('forbidden', { action: `${title}${model.title}` });
}

/** The draft's JSON; throws where it is no object, or larger than drafts may be. */
function contentOf({ request }: PersonInput): string {
  const { content } = (request.body ?? {}) as { readonly content?: unknown };
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw invalidInput([{ pointer: '/content', msg: '草稿的内容不正确' }]);
  }
  const text = JSON.stringify(content);
  if (Buffer.byteLength(text) > LARGEST_DRAFT) {
    throw invalidInput([{ pointer: '/content', msg: `草稿太大，最多${LARGEST_DRAFT / 1024}KB` }]);
  }
  return text;
}

/** Drafts of the forms of transitions: what a person typed and did not send, found again on any device. */
export const draftCalls: readonly SystemCall[] = [
  {
    name: 'flowDraft',
    method: 'GET',
    path: 'flow/draft',
    title: '操作表单的草稿',
    arguments: OF_DRAFT,
    answer: 'content、savedAt；没有草稿时为 null',
    async handle(input) {
      const owner = ownerOf(input);
      const draft = await input.read(async (connection) => {
        await requireAbility(input, connection, owner);
        return readDraft(connection, owner, input.context.clock.now());
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
    title: '保存操作表单的草稿',
    arguments: { ...OF_DRAFT, content: { title: `草稿，最多${LARGEST_DRAFT / 1024}KB`, required: true } },
    answer: 'savedAt',
    async handle(input) {
      const owner = ownerOf(input);
      const content = contentOf(input);
      const { services, context, snapshot } = input;
      const now = context.clock.now();
      await services.database.transaction(context.tenantId, async (connection) => {
        await requireAbility(input, connection, owner);
        await keepDraft(connection, owner, content, now);
      });
      return { savedAt: wallClock(now, snapshot.timeZone) };
    },
  },
  {
    name: 'flowDraftRemove',
    method: 'POST',
    path: 'flow/draft-remove',
    title: '删除操作表单的草稿',
    arguments: OF_DRAFT,
    answer: 'true',
    async handle(input) {
      const owner = ownerOf(input);
      const { services, context } = input;
      // One's own may go even where the record has meanwhile passed out of sight.
      await services.database.transaction(context.tenantId, (connection) => dropDraft(connection, owner));
      return true;
    },
  },
];
