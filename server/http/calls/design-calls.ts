import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { compactOverlay } from '../../../src/core/overlay/compact-overlay.ts';
import {
  clashesSince,
  type DesignStep,
  designedEntities,
  editsOf,
  undoFault,
} from '../../../src/core/overlay/design-log.ts';
import { type OverlayEdit, parseOverlay } from '../../../src/core/overlay/overlay.ts';
import { joined, say } from '../../../src/core/text/say.ts';
import { sameJson } from '../../../src/core/validation/same-value.ts';
import { invalidCharacter } from '../../../src/core/validation/text-checks.ts';
import {
  type ChangedEntity,
  DESIGN_LIMITS,
  type DesignChange,
  type DesignDraft,
  type DesignEntity,
  type DesignEntry,
  type DesignFindings,
  type DesignSubject,
  type DesignTaken,
} from '../../../src/core/wire/design.ts';
import { ADMINISTRATOR } from '../../access/permission/separation.ts';
import { auditAct } from '../../access/sign-in/sign-in-audit.ts';
import type { Connection } from '../../ground/database/database.ts';
import {
  addStep,
  closeDraft,
  lockDraft,
  noteChange,
  openDraft,
  present,
  readChanges,
  readSteps,
} from '../../metadata/design/design-store.ts';
import { readOverlayVersion } from '../../metadata/overlay-store.ts';
import type { MetadataStore } from '../../metadata/store.ts';
import type { PersonInput, SystemCall } from '../system/system-call.ts';

const DESIGNERS: readonly string[] = ['designer', ADMINISTRATOR];

/** Throws forbidden for whoever designs nothing. */
function requireDesigner({ context }: PersonInput): void {
  if (context.caller.roleCodes.some((role) => DESIGNERS.includes(role))) return;
  throw new AnlanError('forbidden', { action: say('表单设计') });
}

/** What an entity's edits are laid over; throws for one that there is not, and one that nobody may change. */
async function requireBase(store: MetadataStore, tenantId: string, entity: string): Promise<DesignEntity> {
  const base = await store.designBase(tenantId, entity);
  if (base === undefined) throw new AnlanError('notFound', { what: say('业务') });
  if (base.entity.locked === true) {
    throw new AnlanError('guardFailed', { detail: say('“{title}”已锁定，不能修改', { title: base.entity.title }) });
  }
  return base;
}

async function readDraft(input: PersonInput): Promise<DesignDraft> {
  requireDesigner(input);
  const { services, context, argument, snapshot } = input;
  const after = Number(argument('after') ?? 0);
  const known = argument('draft');
  return services.database.transaction(context.tenantId, async (connection) => {
    const id = (await openDraft(connection)) ?? null;
    // Behind a step of another draft stands nothing of this one: all of it is told.
    const steps = id === null ? [] : await readSteps(connection, id, id === known ? after : 0, snapshot.timeZone);
    const people = await present(connection, context.caller.userId, argument('entity') ?? '', context.clock.now());
    return { id, seq: steps.at(-1)?.seq ?? (id === known ? after : 0), steps, people };
  });
}

async function readEntity(input: PersonInput): Promise<DesignEntity> {
  requireDesigner(input);
  return requireBase(input.services.metadata, input.context.tenantId, input.argument('entity') ?? '');
}

function stepIn({ request }: PersonInput): DesignStep {
  const { step } = (request.body ?? {}) as { readonly step?: unknown };
  const fault = (msg: string, pointer = '/step') => invalidInput([{ pointer, msg }]);
  if (typeof step !== 'object' || step === null || JSON.stringify(step).length > DESIGN_LIMITS.step) {
    throw fault(say('这一步的内容不正确或过长'));
  }
  const { step: verb, id, of, entity, edits } = step as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || !/^[A-Za-z0-9-]{8,40}$/.test(id)) throw fault(say('这一步的编号不正确'));
  if (verb === 'undo' || verb === 'redo') {
    if (typeof of !== 'string') throw fault(say('没有说明撤销或恢复哪一步'));
    return { step: verb, id, of };
  }
  if (verb !== 'do' || typeof entity !== 'string') throw fault(say('这一步的内容不正确或过长'));
  const parsed = parseOverlay(edits, 'step');
  if ('problems' in parsed) {
    throw invalidInput(
      parsed.problems.map(({ pointer, message }) => ({ pointer: `/step/edits${pointer}`, msg: message })),
    );
  }
  if (parsed.edits.length === 0) throw fault(say('这一步没有任何修改'));
  return { step: 'do', id, entity, edits: parsed.edits };
}

/** Takes a step into the open draft; 409 with the steps of others where they touched the same since. */
async function takeStep(input: PersonInput): Promise<DesignTaken> {
  requireDesigner(input);
  const { services, context, snapshot, argument } = input;
  const step = stepIn(input);
  if (step.step === 'do') await requireBase(services.metadata, context.tenantId, step.entity);
  const known = argument('draft');
  const after = Number(argument('after') ?? 0);
  const { userId } = context.caller;
  return services.database.transaction(context.tenantId, async (connection) => {
    const at = context.clock.now();
    const id = await lockDraft(connection, at, () => services.entities.ids.next());
    const log = await readSteps(connection, id, 0, snapshot.timeZone);
    const seen = id === known ? after : 0;
    // A step that comes again was taken, and is answered as it was.
    if (log.some((entry) => entry.step.id === step.id)) return takenOf(id, log, seen);
    const clashes = clashesSince(log, seen, step).filter((entry) => entry.userId !== userId);
    if (clashes.length > 0) throw meanwhile(clashes);
    const fault = undoFault(log, userId, step);
    if (fault !== undefined) throw invalidInput([{ pointer: '/step', msg: fault }]);
    if (log.length >= DESIGN_LIMITS.steps) {
      const msg = say('草稿已有{most}步，请先发布', { most: DESIGN_LIMITS.steps });
      throw invalidInput([{ pointer: '/step', msg }]);
    }
    const seq = (log.at(-1)?.seq ?? 0) + 1;
    await addStep(connection, id, { seq, userId, step }, at);
    // What others did behind `seen`, and the step itself.
    return { id, seq, steps: await readSteps(connection, id, seen, snapshot.timeZone) };
  });
}

function takenOf(id: string, log: readonly DesignEntry[], after: number): DesignTaken {
  return { id, seq: log.at(-1)?.seq ?? 0, steps: log.filter(({ seq }) => seq > after) };
}

function meanwhile(clashes: readonly DesignEntry[]): AnlanError {
  const who = [...new Set(clashes.map(({ userName }) => userName))].join('、');
  return new AnlanError(
    'taskDecided',
    { detail: say('{who}刚刚修改了同一处，请查看后再改', { who }) },
    { data: clashes },
  );
}

/** The edits that the open draft would publish, by entity, with what they are laid over. */
interface Prepared {
  readonly draftId: string;
  readonly log: readonly DesignEntry[];
  readonly overlays: readonly { readonly base: DesignEntity; readonly edits: readonly OverlayEdit[] }[];
}

async function prepare(input: PersonInput, connection: Connection): Promise<Prepared | undefined> {
  const { services, context, snapshot } = input;
  const draftId = await openDraft(connection);
  if (draftId === undefined) return undefined;
  const log = await readSteps(connection, draftId, 0, snapshot.timeZone);
  const overlays = [];
  for (const entity of designedEntities(log)) {
    const base = await requireBase(services.metadata, context.tenantId, entity);
    overlays.push({ base, edits: compactOverlay(base.entity, [...base.edits, ...editsOf(log, entity)]) });
  }
  return { draftId, log, overlays };
}

async function findings(input: PersonInput): Promise<DesignFindings> {
  requireDesigner(input);
  const prepared = await input.read((connection) => prepare(input, connection));
  if (prepared === undefined) return { problems: [], conflicts: {} };
  const edits = new Map(prepared.overlays.map(({ base, edits: own }) => [base.entity.entity, own] as const));
  const { problems, conflicts } = await input.services.metadata.judgeOverlays(input.context.tenantId, edits);
  const asked = [...conflicts].filter(([entity, list]) => edits.has(entity) && list.length > 0);
  return { problems, conflicts: Object.fromEntries(asked) };
}

function textIn({ argument }: PersonInput, name: 'title' | 'reason', called: string, needed: boolean): string {
  const text = argument(name) ?? '';
  const most = DESIGN_LIMITS[name];
  const character = invalidCharacter(text);
  const fault =
    text === '' && needed
      ? say('{title}不能为空', { title: called })
      : text.length > most
        ? say('{title}不能超过{most}个字', { title: called, most })
        : character && joined(called, character);
  if (fault !== undefined) throw invalidInput([{ pointer: `/${name}`, msg: fault }]);
  return text;
}

/** A change that is to serve. */
interface Publishing {
  readonly overlays: readonly { readonly base: DesignEntity; readonly edits: readonly OverlayEdit[] }[];
  readonly title: string;
  readonly reason: string;
  readonly rollbackTo: string | null;
  /** What else happens in the same transaction. */
  also(connection: Connection): Promise<void>;
}

async function publish(input: PersonInput, change: Publishing): Promise<DesignChange> {
  const { services, context, snapshot, request } = input;
  const { overlays, title, reason, rollbackTo } = change;
  const { userId, account } = context.caller;
  const at = context.clock.now();
  const id = services.entities.ids.next();
  const answer = await services.metadata.publishOverlays({
    tenantId: context.tenantId,
    userId,
    overlays: overlays.map(({ base, edits }) => ({ entity: base.entity.entity, edits, expected: base.version })),
    async note(connection, versions) {
      await change.also(connection);
      const entities = overlays.map(({ base }): ChangedEntity => {
        const { entity, title: called } = base.entity;
        return { entity, title: called, before: base.version, after: versions.get(entity) ?? 0 };
      });
      await noteChange(connection, { id, title, reason, userId, at, rollbackTo, entities });
      await auditAct(connection, context.clock, services.entities.ids, {
        entityKey: 'design',
        recordId: id,
        recordTitle: title,
        action: rollbackTo === null ? 'publish' : 'rollBack',
        summary: `${entities.map((changed) => changed.title).join('、')}：${reason}`,
        userId,
        account,
        ip: request.ip,
        requestId: request.id,
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
  const changes = await input.read((connection) => readChanges(connection, snapshot.timeZone));
  const noted = changes.find((each) => each.id === id);
  if (noted === undefined) throw new Error('a published change was not noted');
  return noted;
}

/** Publishes all of the open draft, or nothing. */
async function publishDraft(input: PersonInput): Promise<DesignChange> {
  requireDesigner(input);
  const title = textIn(input, 'title', say('标题'), true);
  const reason = textIn(input, 'reason', say('原因'), false);
  const seen = Number(input.argument('after') ?? 0);
  const prepared = await input.read((connection) => prepare(input, connection));
  if (prepared === undefined || prepared.overlays.length === 0) {
    throw invalidInput([{ pointer: '', msg: say('没有可以发布的修改') }]);
  }
  const { draftId, log, overlays } = prepared;
  const newer = log.filter(({ seq }) => seq > seen);
  if (newer.length > 0) throw meanwhile(newer);
  return publish(input, {
    overlays,
    title,
    reason,
    rollbackTo: null,
    async also(connection) {
      const at = input.context.clock.now();
      await lockDraft(connection, at, () => draftId);
      const late = await readSteps(connection, draftId, seen, input.snapshot.timeZone);
      if (late.length > 0) throw meanwhile(late);
      await closeDraft(connection, draftId, at);
    },
  });
}

async function discardDraft(input: PersonInput): Promise<true> {
  requireDesigner(input);
  const { services, context, snapshot, argument } = input;
  const seen = Number(argument('after') ?? 0);
  await services.database.transaction(context.tenantId, async (connection) => {
    const at = context.clock.now();
    const draftId = await lockDraft(connection, at, () => services.entities.ids.next());
    const late = await readSteps(connection, draftId, seen, snapshot.timeZone);
    if (late.length > 0) throw meanwhile(late);
    await closeDraft(connection, draftId, at);
  });
  return true;
}

/** Lets the entities of a change serve again as they stood behind it, as a new change; nothing is taken away. */
async function rollBack(input: PersonInput): Promise<DesignChange> {
  requireDesigner(input);
  const { services, context, snapshot, argument } = input;
  const reason = textIn(input, 'reason', say('原因'), true);
  const wanted = argument('id');
  const changes = await input.read((connection) => readChanges(connection, snapshot.timeZone));
  const target = changes.findIndex(({ id }) => id === wanted);
  const found = changes[target];
  if (found === undefined) throw new AnlanError('notFound', { what: say('发布记录') });
  // Entities that were changed since stand as they stood then: before the first change behind it.
  const versions = new Map<string, number>(found.entities.map(({ entity, after }) => [entity, after]));
  for (const { entities } of changes.slice(0, target).toReversed()) {
    for (const { entity, before } of entities) if (!versions.has(entity)) versions.set(entity, before);
  }
  const overlays = [];
  for (const [entity, version] of versions) {
    const base = await requireBase(services.metadata, context.tenantId, entity);
    const edits = await input.read((connection) => readOverlayVersion(connection, context.tenantId, entity, version));
    if (!sameJson(base.edits, edits)) overlays.push({ base, edits });
  }
  if (overlays.length === 0) throw invalidInput([{ pointer: '/id', msg: say('现在就是这个版本') }]);
  const title = say('回退到“{title}”', { title: found.title }).slice(0, DESIGN_LIMITS.title);
  return publish(input, { overlays, title, reason, rollbackTo: found.id, also: async () => undefined });
}

/** Entities of the company that are not locked, with their pages. */
async function readSubjects(input: PersonInput): Promise<readonly DesignSubject[]> {
  requireDesigner(input);
  return [...input.snapshot.entities.values()].flatMap(({ key, title, area, source, scope, pages }) =>
    source.locked === true || scope === 'global'
      ? []
      : [
          {
            entity: key,
            title,
            area,
            pages: Object.values(pages).map((page) => ({ code: page.code, title: page.title })),
          },
        ],
  );
}

const SEEN = {
  draft: { title: '已知的草稿编号' },
  after: { title: '已知的最后一步' },
} as const;

/** Calls of the designer: one draft of a company, what is wrong with it, publishing, history and rolling back. */
export const designCalls: readonly SystemCall[] = [
  {
    name: 'designEntities',
    method: 'GET',
    path: 'design/entities',
    title: '可以设计的业务',
    arguments: {},
    answer: '业务代码、名称、领域和页面',
    handle: readSubjects,
  },
  {
    name: 'designDraft',
    method: 'GET',
    path: 'design/draft',
    title: '设计草稿的步骤和正在设计的人',
    arguments: { ...SEEN, entity: { title: '正在看的业务代码' } },
    answer: '草稿编号、最后一步、已知之后的步骤、其他正在设计的人',
    handle: readDraft,
  },
  {
    name: 'designEntity',
    method: 'GET',
    path: 'design/entity',
    title: '设计所依据的出厂实体和企业已发布的修改',
    arguments: { entity: { title: '业务代码', required: true } },
    answer: '出厂实体、企业的修改及其版本',
    handle: readEntity,
  },
  {
    name: 'designStep',
    method: 'POST',
    path: 'design/step',
    title: '在草稿里记下一步：一个命令的修改，或撤销、恢复一步',
    arguments: { ...SEEN, step: { title: '步骤', required: true } },
    answer: '草稿编号、最后一步、已知之后的步骤；他人改了同一处时为409和那些步骤',
    handle: takeStep,
  },
  {
    name: 'designFindings',
    method: 'GET',
    path: 'design/findings',
    title: '检查草稿，与检查文件相同',
    arguments: {},
    answer: '问题和冲突',
    handle: findings,
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
    },
    answer: '发布记录',
    handle: publishDraft,
  },
  {
    name: 'designDiscard',
    method: 'POST',
    path: 'design/discard',
    title: '放弃草稿',
    arguments: { after: { title: '已知的最后一步', required: true } },
    answer: 'true',
    handle: discardDraft,
  },
  {
    name: 'designHistory',
    method: 'GET',
    path: 'design/history',
    title: '发布记录，最新的在前，最多200条',
    arguments: {},
    answer: '发布记录',
    async handle(input) {
      requireDesigner(input);
      return input.read((connection) => readChanges(connection, input.snapshot.timeZone));
    },
  },
  {
    name: 'designRollback',
    method: 'POST',
    path: 'design/rollback',
    title: '回退到一次发布之后的样子，作为新的一次发布',
    arguments: { id: { title: '发布记录编号', required: true }, reason: { title: '原因', required: true } },
    answer: '发布记录',
    handle: rollBack,
  },
];
