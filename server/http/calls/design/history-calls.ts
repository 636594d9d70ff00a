import { diffEntities } from '../../../../src/core/dialect/diff-entities.ts';
import type { Entity } from '../../../../src/core/dialect/entity.generated.ts';
import { AnlanError, invalidInput } from '../../../../src/core/errors/catalogue.ts';
import { mergeOverlay } from '../../../../src/core/overlay/merge-overlay.ts';
import type { OverlayEdit } from '../../../../src/core/overlay/overlay.ts';
import { creationIn, isOwnKey, isRemoved } from '../../../../src/core/overlay/own-entity.ts';
import { say } from '../../../../src/core/text/say.ts';
import { sameJson } from '../../../../src/core/validation/same-value.ts';
import {
  BEFORE_FIRST,
  type ComparedEntity,
  DESIGN_LIMITS,
  type DesignChange,
  type DesignEntity,
  type RollbackOutlook,
} from '../../../../src/core/wire/design.ts';
import { readChanges } from '../../../metadata/design/design-store.ts';
import { readOverlayVersion } from '../../../metadata/overlay-store.ts';
import type { PersonInput, SystemCall } from '../../system/system-call.ts';
import { choicesIn, impactOf } from './impact.ts';
import { publish } from './publish-calls.ts';
import { comparedOf, groundOf, type Overlaid, requireBase, requireDesigner, textIn } from './shared.ts';

/** What going back to a change means. */
interface GoingBack {
  readonly found: Pick<DesignChange, 'id' | 'title'>;
  /** Title of what it comes to: of a rolling back that of the change to which it led. */
  readonly stands: string;
  readonly overlays: readonly Overlaid[];
}

/** Changes with the place of one of them, of what was before the first behind them all; throws where there is none of the id. */
async function changesAt(input: PersonInput, id: string | undefined) {
  const changes = await input.read((connection) => readChanges(connection, input.snapshot.timeZone));
  if (id === BEFORE_FIRST && changes.length > 0) {
    return { changes, index: changes.length, found: { id, title: say('第一次发布之前') } };
  }
  const index = changes.findIndex((change) => change.id === id);
  const found = changes[index];
  if (found === undefined) throw new AnlanError('notFound', { what: say('发布记录') });
  return { changes, index, found };
}

/** Versions of overlays behind a change, the newest change first, of all entities that were ever changed. */
function versionsBehind(changes: readonly DesignChange[], index: number): ReadonlyMap<string, number> {
  const versions = new Map<string, number>();
  for (const { entities } of changes.slice(index)) {
    for (const { entity, after } of entities) if (!versions.has(entity)) versions.set(entity, after);
  }
  // Entities that were changed since first stand as before that.
  for (const { entities } of changes.slice(0, index).toReversed()) {
    for (const { entity, before } of entities) if (!versions.has(entity)) versions.set(entity, before);
  }
  return versions;
}

async function goingBack(input: PersonInput): Promise<GoingBack> {
  const { context } = input;
  const { changes, index, found } = await changesAt(input, input.argument('id'));
  const wanted = versionsBehind(changes, index);
  // What the change itself and later ones have touched goes back; what was settled before it stays as it is.
  const touched = new Set(changes.slice(0, index + 1).flatMap(({ entities }) => entities.map(({ entity }) => entity)));
  const overlays = [];
  for (const entity of touched) {
    const version = wanted.get(entity) ?? 0;
    const edits = await input.read((connection) => readOverlayVersion(connection, context.tenantId, entity, version));
    const base = await baseOf(input, entity, edits, changes);
    // One of the company's own that has gone, and was not there then either.
    if (base === undefined) continue;
    const serving = await input.read((connection) =>
      readOverlayVersion(connection, context.tenantId, entity, base.version),
    );
    if (!sameJson(serving, edits)) overlays.push({ base, edits });
  }
  if (overlays.length === 0) throw invalidInput([{ pointer: '/id', msg: say('现在就是这个版本') }]);
  return { found, stands: standsFor(changes, found), overlays };
}

/** Title of the change to which one leads: its own, or of a rolling back that of the change behind it. */
function standsFor(changes: readonly DesignChange[], found: Pick<DesignChange, 'id' | 'title'>): string {
  let at = found;
  for (const change of changes.slice(changes.findIndex(({ id }) => id === found.id))) {
    if (change.id !== at.id || change.rollbackTo === null) continue;
    if (change.rollbackTo === BEFORE_FIRST) return say('第一次发布之前');
    at = changes.find(({ id }) => id === change.rollbackTo) ?? at;
  }
  return at.title;
}

/** Lets the entities of a change serve again as they stood behind it, as a new change; nothing is taken away. */
async function rollBack(input: PersonInput): Promise<DesignChange> {
  requireDesigner(input);
  const reason = textIn(input, 'reason', say('原因'), true);
  const { found, overlays, stands } = await goingBack(input);
  const title = say('回退到“{title}”', { title: stands }).slice(0, DESIGN_LIMITS.title);
  const choices = choicesIn(input);
  return publish(input, { overlays, title, reason, choices, rollbackTo: found.id, also: async () => undefined });
}

/** What rolling back would change, and do to records that exist. */
async function rollbackOutlook(input: PersonInput): Promise<RollbackOutlook> {
  requireDesigner(input);
  const { overlays } = await goingBack(input);
  const { items, rights } = await impactOf(input, overlays);
  return { entities: overlays.map(comparedOf), impact: items, rights };
}

/** What differs between two changes of the history, over what is shipped now. */
async function compareChanges(input: PersonInput): Promise<readonly ComparedEntity[]> {
  requireDesigner(input);
  const { context, services } = input;
  const from = await changesAt(input, input.argument('from'));
  const to = await changesAt(input, input.argument('to'));
  const [was, is] = [versionsBehind(from.changes, from.index), versionsBehind(to.changes, to.index)];
  const compared: ComparedEntity[] = [];
  for (const [entity, version] of is) {
    if (was.get(entity) === version) continue;
    const base = await services.metadata.designBase(context.tenantId, entity);
    if (base === undefined) continue;
    const at = async (wanted: number) => {
      const edits = await input.read((connection) => readOverlayVersion(connection, context.tenantId, entity, wanted));
      const ground = groundOf({ base, edits });
      return mergeOverlay(ground.base.entity, ground.edits).entity;
    };
    const [before, after] = [await at(was.get(entity) ?? 0), await at(version)];
    const changes = diffEntities(before, after);
    if (changes.length > 0) compared.push({ entity, title: after.title, changes });
  }
  return compared;
}

/**
 * What an entity stands on that is to stand as it did: of one of the company's own that was taken away, itself; undefined
 * where that is not to come back.
 */
async function baseOf(
  { services, context }: PersonInput,
  entity: string,
  edits: readonly OverlayEdit[],
  changes: readonly DesignChange[],
): Promise<DesignEntity | undefined> {
  const known = isOwnKey(entity) ? await services.metadata.designBase(context.tenantId, entity) : undefined;
  const creation = isRemoved(edits) ? undefined : creationIn(edits);
  if (known !== undefined || !isOwnKey(entity)) return requireBase(services.metadata, context.tenantId, entity);
  if (creation === undefined) return undefined;
  const newest = changes.flatMap(({ entities }) => entities).find((changed) => changed.entity === entity);
  return { area: creation.area, entity: creation.value as Entity, edits: [], version: newest?.after ?? 0 };
}

/** What was published, and the way back. */
export const historyCalls: readonly SystemCall[] = [
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
    name: 'designCompare',
    method: 'GET',
    path: 'design/compare',
    title: '两次发布之间的差别',
    arguments: { from: { title: '一次发布的编号', required: true }, to: { title: '另一次发布的编号', required: true } },
    answer: '有差别的业务，各有差别的列表',
    handle: compareChanges,
  },
  {
    name: 'designRollbackOutlook',
    method: 'GET',
    path: 'design/rollback-outlook',
    title: '回退会改变什么，会影响哪些已有记录；不改变任何东西',
    arguments: { id: { title: '发布记录编号', required: true } },
    answer: '各业务的差别和影响',
    handle: rollbackOutlook,
  },
  {
    name: 'designRollback',
    method: 'POST',
    path: 'design/rollback',
    title: '回退到一次发布之后的样子，作为新的一次发布',
    arguments: {
      id: { title: '发布记录编号，before-first为第一次发布之前', required: true },
      reason: { title: '原因', required: true },
      choices: { title: '对已有记录的处理，列表' },
    },
    answer: '发布记录',
    handle: rollBack,
  },
];
