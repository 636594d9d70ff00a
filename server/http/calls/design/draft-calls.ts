import { invalidInput } from '../../../../src/core/errors/catalogue.ts';
import { copyableEntities } from '../../../../src/core/new-entity/copy-entity.ts';
import {
  clashesSince,
  type DesignStep,
  designedEntities,
  editsOf,
  undoFault,
} from '../../../../src/core/overlay/design-log.ts';
import { mergeOverlay } from '../../../../src/core/overlay/merge-overlay.ts';
import { parseOverlay } from '../../../../src/core/overlay/overlay.ts';
import { creationIn, isOwnKey, isRemoved } from '../../../../src/core/overlay/own-entity.ts';
import { say } from '../../../../src/core/text/say.ts';
import {
  DESIGN_LIMITS,
  type DesignDraft,
  type DesignEntity,
  type DesignEntry,
  type DesignFindings,
  type DesignSubject,
  type DesignTaken,
} from '../../../../src/core/wire/design.ts';
import {
  addStep,
  closeDraft,
  draftOfStep,
  isDiscarded,
  lockDraft,
  openDraft,
  present,
  readSteps,
} from '../../../metadata/design/design-store.ts';
import type { MetadataSnapshot } from '../../../metadata/snapshot.ts';
import type { PersonInput, SystemCall } from '../../system/system-call.ts';
import { requirePossible } from './possible.ts';
import {
  createdIn,
  meanwhile,
  openLog,
  prepare,
  requireBase,
  requireDesigner,
  requireOwnPart,
  requireTakingPart,
  unseen,
} from './shared.ts';

async function readDraft(input: PersonInput): Promise<DesignDraft> {
  requireTakingPart(input);
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
  requireTakingPart(input);
  const log = await input.read((connection) => openLog(connection, input.snapshot.timeZone));
  return requireBase(input.services.metadata, input.context.tenantId, input.argument('entity') ?? '', log);
}

function stepIn({ request }: PersonInput): DesignStep {
  const { step } = (request.body ?? {}) as { readonly step?: unknown };
  const fault = (msg: string, pointer = '/step') => invalidInput([{ pointer, msg }]);
  if (typeof step !== 'object' || step === null || JSON.stringify(step).length > DESIGN_LIMITS.creation) {
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
  const isCreation = creationIn(parsed.edits) !== undefined;
  if ((isCreation || isRemoved(parsed.edits)) && parsed.edits.length > 1) {
    throw fault(isCreation ? say('新建业务须是单独的一步') : say('删除业务须是单独的一步'));
  }
  if (!isCreation && JSON.stringify(step).length > DESIGN_LIMITS.step) throw fault(say('这一步的内容不正确或过长'));
  return { step: 'do', id, entity, edits: parsed.edits };
}

/** Takes a step into the open draft; 409 with the steps of others where they touched the same since. */
async function takeStep(input: PersonInput): Promise<DesignTaken> {
  requireTakingPart(input);
  const { services, context, snapshot, argument } = input;
  const step = stepIn(input);
  if (step.step === 'do') requireOwnPart(input, step.edits);
  const known = argument('draft');
  const after = Number(argument('after') ?? 0);
  const { userId } = context.caller;
  return services.database.transaction(context.tenantId, async (connection) => {
    const at = context.clock.now();
    const id = await lockDraft(connection, at, () => services.entities.ids.next());
    const log = await readSteps(connection, id, 0, snapshot.timeZone);
    // A step that comes again was taken, maybe by a draft that is closed since, and is answered as it was.
    const isTaken = log.some((entry) => entry.step.id === step.id);
    const before = isTaken ? id : await draftOfStep(connection, step.id);
    if (before !== undefined) {
      const steps = isTaken ? log : await readSteps(connection, before, 0, snapshot.timeZone);
      return takenOf(before, steps, before === known ? after : 0);
    }
    // What it was done upon is gone, and whoever did it has not seen that.
    if (known !== undefined && known !== id && (await isDiscarded(connection, known))) throw meanwhile();
    const seen = id === known ? after : 0;
    const clashes = clashesSince(log, seen, step).filter((entry) => entry.userId !== userId);
    if (clashes.length > 0) throw meanwhile(clashes);
    if (step.step === 'do') await requirePossible(input, log, step);
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

async function findings(input: PersonInput): Promise<DesignFindings> {
  requireTakingPart(input);
  const prepared = await input.read((connection) => prepare(input, connection));
  if (prepared === undefined) return { problems: [], conflicts: {} };
  const edits = new Map(prepared.overlays.map(({ base, edits: own }) => [base.entity.entity, own] as const));
  const { problems, conflicts } = await input.services.metadata.judgeOverlays(input.context.tenantId, edits);
  const asked = [...conflicts].filter(([entity, list]) => edits.has(entity) && list.length > 0);
  return { problems, conflicts: Object.fromEntries(asked) };
}

async function discardDraft(input: PersonInput): Promise<true> {
  requireDesigner(input);
  const { services, context, snapshot, argument } = input;
  const seen = Number(argument('after') ?? 0);
  await services.database.transaction(context.tenantId, async (connection) => {
    const at = context.clock.now();
    const draftId = await lockDraft(connection, at, () => services.entities.ids.next());
    const late = await readSteps(connection, draftId, seen, snapshot.timeZone);
    if (late.length > 0) throw unseen(late);
    await closeDraft(connection, draftId, at, true);
  });
  return true;
}

/** Entities of the company that are not locked, with their pages. */
async function readSubjects(input: PersonInput): Promise<readonly DesignSubject[]> {
  requireTakingPart(input);
  const { entities, timeZone } = input.snapshot;
  const log = await input.read((connection) => openLog(connection, timeZone));
  const drafted = designedEntities(log).flatMap((key): DesignSubject[] => {
    const made = entities.has(key) ? undefined : createdIn(log, key);
    if (made === undefined) return [];
    const { title } = mergeOverlay(made.entity, editsOf(log, key)).entity;
    return [{ entity: key, title, area: made.area, own: 'drafted', copyable: false, pages: [] }];
  });
  const copyable = copyableEntities([...entities.values()].map(({ source }) => source));
  const groupOf = groupsIn(input.snapshot.menu);
  const conflicts = await input.services.metadata.openConflicts(input.context.tenantId);
  const served = [...entities.values()].flatMap(({ key, title, area, source, scope, pages }): DesignSubject[] =>
    source.locked === true || scope === 'global'
      ? []
      : [
          {
            entity: key,
            title,
            area,
            ...(isOwnKey(key) ? { own: 'served' } : {}),
            ...(isRemoved(editsOf(log, key)) ? { leaving: true } : {}),
            ...groupOf(Object.keys(pages)),
            copyable: copyable.has(key),
            ...(conflicts.has(key) ? { open: conflicts.get(key) ?? 0 } : {}),
            pages: Object.values(pages).map((page) => ({ code: page.code, title: page.title })),
          },
        ],
  );
  return [...drafted, ...served];
}

/** Finds the title of the menu's group in which a page stands. */
function groupsIn(menu: MetadataSnapshot['menu']): (codes: readonly string[]) => { readonly group?: string } {
  const byId = new Map(menu.map((entry) => [entry.id, entry]));
  const byCode = new Map(menu.map((entry) => [entry.code, entry]));
  return (codes) => {
    const [found] = codes.flatMap((code) => byId.get(byCode.get(code)?.parentId ?? '') ?? []);
    return found === undefined ? {} : { group: found.name };
  };
}

const SEEN = {
  draft: { title: '已知的草稿编号' },
  after: { title: '已知的最后一步' },
} as const;

/** Calls about the one draft of a company: what may be designed, its steps, and what is wrong with it. */
export const designDraftCalls: readonly SystemCall[] = [
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
    name: 'designDiscard',
    method: 'POST',
    path: 'design/discard',
    title: '放弃草稿',
    arguments: { after: { title: '已知的最后一步', required: true } },
    answer: 'true',
    handle: discardDraft,
  },
];
