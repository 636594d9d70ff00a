import { AnlanError, invalidInput } from '../../../../src/core/errors/catalogue.ts';
import { authorsOf } from '../../../../src/core/overlay/design-log.ts';
import { dictionaryOf } from '../../../../src/core/overlay/own-dictionary.ts';
import { isOwnKey } from '../../../../src/core/overlay/own-entity.ts';
import { MENU_SUBJECT } from '../../../../src/core/overlay/own-menu.ts';
import { say } from '../../../../src/core/text/say.ts';
import type { ChangedEntity, DesignChange, DesignImpact, ImpactChoice } from '../../../../src/core/wire/design.ts';
import type { StartedJob } from '../../../../src/core/wire/long-job.ts';
import { auditAct } from '../../../access/sign-in/sign-in-audit.ts';
import type { Connection } from '../../../ground/database/database.ts';
import {
  addStep,
  closeDraft,
  lockDraft,
  noteChange,
  readChanges,
  readSteps,
} from '../../../metadata/design/design-store.ts';
import { dropIfEmpty } from '../../../metadata/design/own-tables.ts';
import { writeChoices } from '../../../metadata/design/write-choices.ts';
import { writeMenu } from '../../../metadata/design/write-menu.ts';
import { createEntityCall } from '../../../records/call/entity-call.ts';
import { toldJob } from '../../../reports/long-jobs/long-job-store.ts';
import type { PersonInput, SystemCall } from '../../system/system-call.ts';
import { APPROVAL, approvalNeeded, pendingApproval } from './approval-need.ts';
import { choicesIn, impactOf, settleChoices } from './impact.ts';
import {
  comparedOf,
  type Designing,
  finalEdits,
  groundOf,
  type Overlaid,
  prepare,
  prepareSeen,
  requireDesigner,
  textIn,
  unseen,
} from './shared.ts';

/** A change that is to serve. */
interface Publishing {
  /** Under which it is noted; one of its own by default. */
  readonly id?: string | undefined;
  readonly overlays: readonly Overlaid[];
  /** What was chosen about records that it concerns. */
  readonly choices: readonly ImpactChoice[];
  readonly title: string;
  readonly reason: string;
  readonly rollbackTo: string | null;
  /** What else happens in the same transaction. */
  also(connection: Connection): Promise<void>;
}

export async function publish(input: Designing, change: Publishing): Promise<DesignChange> {
  const { services, context, snapshot } = input;
  const { title, reason, rollbackTo } = change;
  const settled = await settleChoices(input, change.overlays, change.choices);
  const overlays = change.overlays.map((overlaid) => {
    const more = settled.more.get(overlaid.base.entity.entity);
    if (more === undefined) return overlaid;
    const { base, edits } = groundOf(overlaid);
    return { base, edits: finalEdits(base, [...edits, ...more]) };
  });
  const { userId, account } = context.caller;
  const at = context.clock.now();
  const id = change.id ?? services.entities.ids.next();
  const answer = await services.metadata.publishOverlays({
    tenantId: context.tenantId,
    userId,
    overlays: overlays.map(({ base, edits }) => ({ entity: base.entity.entity, edits, expected: base.version })),
    async note(connection, versions) {
      await change.also(connection);
      const choices = await settled.carry(connection);
      const author = { userId, at, nextId: () => services.entities.ids.next() };
      for (const { base, edits } of overlays) {
        const { entity } = base.entity;
        const code = dictionaryOf(entity);
        if (code !== undefined) await writeChoices(connection, code, { from: base.edits, to: edits }, author);
        if (entity === MENU_SUBJECT) await writeMenu(connection, { from: base.edits, to: edits }, author);
      }
      const entities = overlays.map(({ base }): ChangedEntity => {
        const { entity, title: called } = base.entity;
        return { entity, title: called, before: base.version, after: versions.get(entity) ?? 0 };
      });
      await noteChange(connection, { id, title, reason, userId, at, rollbackTo, entities, choices });
      await auditAct(connection, context.clock, services.entities.ids, {
        entityKey: 'design',
        recordId: id,
        recordTitle: title,
        action: rollbackTo === null ? 'publish' : 'rollBack',
        summary: `${entities.map((changed) => changed.title).join('、')}：${reason}`,
        userId,
        account,
        ip: context.ip,
        requestId: context.requestId,
      });
    },
  });
  if ('problems' in answer) {
    throw invalidInput(answer.problems.map(({ pointer, message }) => ({ pointer, msg: message })));
  }
  if ('serving' in answer) {
    const { title: called = answer.entity } = snapshot.entities.get(answer.entity) ?? {};
    throw new AnlanError('taskDecided', {
      detail: say('“{title}”刚刚发布了新版本，请重新检查后再发布', { title: called }),
    });
  }
  for (const { base, edits } of overlays) {
    const { entity } = base.entity;
    if (isOwnKey(entity) && edits.length === 0) await dropIfEmpty(services.database, context.tenantId, entity);
  }
  const changes = await input.read((connection) => readChanges(connection, snapshot.timeZone));
  const noted = changes.find((each) => each.id === id);
  if (noted === undefined) throw new Error('a published change was not noted');
  return noted;
}

/** A draft that is to be published as it was seen. */
interface SeenDraft extends Pick<Publishing, 'id' | 'title' | 'reason' | 'choices' | 'also'> {
  /** Its newest step that was seen. */
  readonly seen: number;
  /** The draft that was seen; undefined for the open one. */
  readonly draftId?: string;
  /** Whose changes are published; those of others stay in a draft. Default everybody's. */
  readonly authors?: readonly string[] | undefined;
}

/** Publishes all of the open draft as it was seen, or nothing. */
export async function publishSeen(input: Designing, { seen, ...change }: SeenDraft): Promise<DesignChange> {
  const { draftId, overlays, left } = await prepareSeen(input, seen, change.authors);
  if (change.draftId !== undefined && change.draftId !== draftId) {
    throw new AnlanError('taskDecided', { detail: say('这份草稿已经发布或放弃，请重新提交') });
  }
  return publish(input, {
    ...change,
    overlays,
    rollbackTo: null,
    async also(connection) {
      const at = input.context.clock.now();
      await lockDraft(connection, at, () => draftId);
      const late = await readSteps(connection, draftId, seen, input.snapshot.timeZone);
      if (late.length > 0) throw unseen(late);
      await closeDraft(connection, draftId, at);
      if (left.length > 0) {
        const rest = await lockDraft(connection, at, () => input.services.entities.ids.next());
        for (const [index, { userId, step }] of left.entries()) {
          await addStep(connection, rest, { seq: index + 1, userId, step }, at);
        }
      }
      await change.also(connection);
    },
  });
}

/** Throws where the company has drafts published by a second person alone. */
export function requireUnapproved(input: Designing): void {
  requireDesigner(input);
  if (approvalNeeded(input.snapshot)) {
    throw new AnlanError('guardFailed', { detail: say('企业规定发布须经另一人审批，请提交审批') });
  }
}

async function publishDraft(input: PersonInput): Promise<DesignChange | StartedJob> {
  requireUnapproved(input);
  const title = textIn(input, 'title', say('标题'), true);
  const reason = textIn(input, 'reason', say('原因'), false);
  const seen = Number(input.argument('after') ?? 0);
  const [choices, authors] = [choicesIn(input), authorsIn(input)];
  if (input.argument('background') === 'true') {
    const opens = input.argument('opens');
    return startPublishing(input, { seen, title, reason, choices, authors, ...(opens && { opens }) });
  }
  return publishSeen(input, { seen, title, reason, choices, authors, also: async () => undefined });
}

/** What a job is to publish. */
export interface PublishWish extends Pick<SeenDraft, 'seen' | 'title' | 'reason' | 'choices' | 'authors'> {
  /** Page that shows what came of it. */
  readonly opens?: string;
}

/** Has the draft published while the person does something else. */
async function startPublishing(
  { services, context, snapshot }: PersonInput,
  { authors, ...wish }: PublishWish,
): Promise<StartedJob> {
  const model = snapshot.entities.get(APPROVAL);
  if (model === undefined) throw new Error(`${APPROVAL} is missing among the entities`);
  const call = createEntityCall(services.entities, context, snapshot, model);
  const input = { ...wish, ...(authors && { authors }) };
  const job = { kind: 'publish', entityKey: APPROVAL, page: undefined, input, total: 0 } as const;
  return { job: toldJob(await services.longJobs.enqueue(call, job), snapshot, context.clock.now()) };
}

/** What publishing the draft would do to the records that exist. */
async function readImpact(input: PersonInput): Promise<DesignImpact> {
  requireDesigner(input);
  const { snapshot } = input;
  const wanted = input.argument('authors')?.split(',');
  const prepared = await input.read((connection) => prepare(input, connection, wanted));
  const approval = approvalNeeded(snapshot);
  const pending = approval ? ((await input.read(pendingApproval)) ?? null) : null;
  if (prepared === undefined) return { seq: 0, entities: [], authors: [], items: [], rights: [], approval, pending };
  const { log, overlays } = prepared;
  const names = new Map(log.map(({ userId, userName }) => [userId, userName]));
  const authors = authorsOf(log).map((userId) => ({ userId, userName: names.get(userId) ?? '' }));
  const { items, rights } = await impactOf(input, overlays);
  return { seq: log.at(-1)?.seq ?? 0, entities: overlays.map(comparedOf), authors, items, rights, approval, pending };
}

/** People whose changes a request names; undefined for everybody's. */
function authorsIn({ request }: PersonInput): readonly string[] | undefined {
  const { authors } = (request.body ?? {}) as { readonly authors?: unknown };
  if (authors === undefined) return undefined;
  if (Array.isArray(authors) && authors.every((author) => typeof author === 'string')) return authors;
  throw invalidInput([{ pointer: '/authors', msg: say('要发布谁的修改，写法不对') }]);
}

/** Publishing what was drafted. */
export const publishCalls: readonly SystemCall[] = [
  {
    name: 'designImpact',
    method: 'GET',
    path: 'design/impact',
    title: '发布草稿会改变什么，会影响哪些已有记录，各可怎样处理',
    arguments: { authors: { title: '只看这些人的修改，编号以逗号分隔' } },
    answer: '最后一步，各业务的差别，修改人，各项影响的记录数、部分记录和可选的处理',
    handle: readImpact,
  },
  {
    name: 'designPublish',
    method: 'POST',
    path: 'design/publish',
    title: '发布草稿：全部生效，或都不生效',
    arguments: {
      after: { title: '已知的最后一步', required: true },
      title: { title: '标题', required: true },
      reason: { title: '原因' },
      choices: { title: '对已有记录的处理，列表' },
      authors: { title: '只发布这些人的修改，编号的列表；其余的留在草稿里' },
      background: { title: 'true：在后台发布，应答{job}' },
      opens: { title: '后台发布后查看结果的页面编号' },
    },
    answer: '发布记录，或在后台进行的作业',
    handle: publishDraft,
  },
];
