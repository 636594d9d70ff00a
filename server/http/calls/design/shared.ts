import { diffEntities } from '../../../../src/core/dialect/diff-entities.ts';
import type { Entity } from '../../../../src/core/dialect/entity.generated.ts';
import { AnlanError, invalidInput } from '../../../../src/core/errors/catalogue.ts';
import { compactOverlay } from '../../../../src/core/overlay/compact-overlay.ts';
import { designedEntities, editsOf, partByAuthors } from '../../../../src/core/overlay/design-log.ts';
import { mergeOverlay } from '../../../../src/core/overlay/merge-overlay.ts';
import type { OverlayEdit } from '../../../../src/core/overlay/overlay.ts';
import { creationIn, creationOf, isOwnKey, isRemoved } from '../../../../src/core/overlay/own-entity.ts';
import { isOwnPart } from '../../../../src/core/overlay/rights-edits.ts';
import { subjectOf } from '../../../../src/core/overlay/subjects.ts';
import { joined, say } from '../../../../src/core/text/say.ts';
import { invalidCharacter } from '../../../../src/core/validation/text-checks.ts';
import {
  type ComparedEntity,
  DESIGN_LIMITS,
  type DesignEntity,
  type DesignEntry,
} from '../../../../src/core/wire/design.ts';
import { designsOf } from '../../../access/permission/separation.ts';
import type { Connection } from '../../../ground/database/database.ts';
import { openDraft, readSteps } from '../../../metadata/design/design-store.ts';
import type { MetadataStore } from '../../../metadata/store.ts';
import type { PersonInput, SystemServices } from '../../system/system-call.ts';

/** Whoever designs, and what of the server it takes: a call, or what follows from one later. */
export interface Designing
  extends Pick<PersonInput, 'context' | 'snapshot' | 'read'>,
    Partial<Pick<PersonInput, 'request'>> {
  readonly services: Pick<SystemServices, 'database' | 'metadata' | 'entities'>;
}

/** What whoever calls designs. */
const designed = ({ context, snapshot }: Designing) => designsOf(context.caller.roleCodes, snapshot);

const refusal = () => new AnlanError('forbidden', { action: say('表单设计') });

/** Throws forbidden for whoever designs nothing, or rights alone. */
export function requireDesigner(input: Designing): void {
  if (designed(input) === null || designed(input) === 'rights') throw refusal();
}

/** Throws forbidden for whoever has no part in a draft: designers, and where powers are divided whoever gives rights. */
export function requireTakingPart(input: PersonInput): void {
  if (designed(input) === null) throw refusal();
}

/**
 * Throws forbidden for an edit that is another administrator's: where the powers are divided, rights are given by the
 * security administrator, and all else is designed by the others. What a new entity begins with is its designer's.
 */
export function requireOwnPart(input: PersonInput, edits: readonly OverlayEdit[]): void {
  const part = designed(input);
  if (part === null || isOwnPart(part, edits)) return;
  const action = part === 'rights' ? say('修改权限以外的设计') : say('三员分立时修改权限（由安全保密管理员修改）');
  throw new AnlanError('forbidden', { action });
}

/**
 * What an entity's edits are laid over, of one that is only in the draft what its creation says; throws for one that
 * there is not, and one that nobody may change.
 */
export async function requireBase(
  store: MetadataStore,
  tenantId: string,
  entity: string,
  log: readonly DesignEntry[] = [],
): Promise<DesignEntity> {
  const served = await store.designBase(tenantId, entity);
  const created = served === undefined ? createdIn(log, entity) : undefined;
  // One of the key may have served before, and have been taken away.
  const base = served ?? (created && { ...created, version: await store.servingVersion(tenantId, entity) });
  if (base === undefined) throw new AnlanError('notFound', { what: say('业务') });
  if (base.entity.locked === true) {
    throw new AnlanError('guardFailed', { detail: say('“{title}”已锁定，不能修改', { title: base.entity.title }) });
  }
  return base;
}

/** An entity that the draft makes; undefined for others. */
export function createdIn(log: readonly DesignEntry[], entity: string): DesignEntity | undefined {
  const edits = editsOf(log, entity);
  const creation = isRemoved(edits) ? undefined : creationIn(edits);
  return creation && { area: creation.area, entity: creation.value as Entity, edits: [], version: 0 };
}

/** Steps of the open draft; none where nothing was changed. */
export async function openLog(connection: Connection, timeZone: string): Promise<readonly DesignEntry[]> {
  const id = await openDraft(connection);
  return id === undefined ? [] : readSteps(connection, id, 0, timeZone);
}

/** Refuses what was done before somebody's steps were seen; without any, before it was seen that the draft was given up. */
export function meanwhile(clashes: readonly DesignEntry[] = []): AnlanError {
  const who = [...new Set(clashes.map(({ userName }) => userName))].join('、');
  const detail = who === '' ? say('草稿已被放弃，请查看后再改') : say('{who}刚刚修改了同一处，请查看后再改', { who });
  return new AnlanError('taskDecided', { detail }, { data: clashes });
}

/** What of a draft was not seen by whoever would publish it. */
export function unseen(late: readonly DesignEntry[]): AnlanError {
  const who = [...new Set(late.map(({ userName }) => userName))].join('、');
  const detail = say('{who}刚刚修改了这份草稿，请看过新的修改再决定', { who });
  return new AnlanError('taskDecided', { detail }, { data: late });
}

/** An entity that a change edits. */
export interface Overlaid {
  readonly base: DesignEntity;
  readonly edits: readonly OverlayEdit[];
}

/** The edits that the open draft would publish, by entity, with what they are laid over. */
interface Prepared {
  readonly draftId: string;
  /** Commands of the draft that are not published with it, since their authors were not chosen. */
  readonly left: readonly DesignEntry[];
  readonly log: readonly DesignEntry[];
  readonly overlays: readonly Overlaid[];
}

/** What further edits of a change lie upon: of an entity of the company's own the whole of it. */
export function groundOf({ base, edits }: Overlaid): Overlaid {
  const creation = isOwnKey(base.entity.entity) ? creationIn(edits) : undefined;
  return creation === undefined ? { base, edits } : { base: { ...base, entity: creation.value as Entity }, edits: [] };
}

/** What a change makes of an entity that serves. */
export function comparedOf(overlaid: Overlaid): ComparedEntity {
  const { base, edits } = groundOf(overlaid);
  const { entity, title } = base.entity;
  if (isBeside(base.entity)) return { entity, title, changes: [], places: otherPlaces(base.edits, edits) };
  if (isOwnKey(entity) && overlaid.edits.length === 0) return { entity, title, removed: true, changes: [] };
  const before = mergeOverlay(overlaid.base.entity, overlaid.base.edits).entity;
  const after = mergeOverlay(base.entity, edits).entity;
  return { entity: after.entity, title: after.title, changes: diffEntities(before, after) };
}

/** How many places edits of what belongs to no entity make another than those that serve. */
function otherPlaces(serving: readonly OverlayEdit[], edits: readonly OverlayEdit[]): number {
  const said = (each: readonly OverlayEdit[]) => new Set(each.map(({ edit, ...rest }) => JSON.stringify([edit, rest])));
  const at = (each: readonly OverlayEdit[], other: ReadonlySet<string>) =>
    each
      .filter(({ edit, ...rest }) => !other.has(JSON.stringify([edit, rest])))
      .map(({ at: address }) => address.join('/'));
  return new Set([...at(edits, said(serving)), ...at(serving, said(edits))]).size;
}

/** What would be published: of an entity of the company's own the whole of it, of translations and choices the last of each. */
export function finalEdits({ area, entity }: DesignEntity, edits: readonly OverlayEdit[]): readonly OverlayEdit[] {
  const subject = subjectOf(entity.entity);
  if (subject !== undefined) return subject.compact(edits);
  if (!isOwnKey(entity.entity)) return compactOverlay(entity, edits);
  return isRemoved(edits) ? [] : [creationOf(creationIn(edits)?.area ?? area, mergeOverlay(entity, edits).entity)];
}

/** Whether edits are about something that belongs to no entity alone: translations, a dictionary. */
const isBeside = ({ entity }: Entity): boolean => subjectOf(entity) !== undefined;

/** @param authors whose changes are meant. Default everybody's. */
export async function prepare(
  input: Designing,
  connection: Connection,
  authors?: readonly string[],
): Promise<Prepared | undefined> {
  const { services, context, snapshot } = input;
  const draftId = await openDraft(connection);
  if (draftId === undefined) return undefined;
  const log = await readSteps(connection, draftId, 0, snapshot.timeZone);
  const overlays = [];
  const { chosen, left } =
    authors === undefined ? { chosen: log, left: [] as readonly DesignEntry[] } : partByAuthors(log, authors);
  for (const entity of designedEntities(chosen)) {
    const made = isOwnKey(entity);
    const known = made ? await services.metadata.designBase(context.tenantId, entity) : undefined;
    // Its creation was taken back, and with it what others have done to it meanwhile.
    if (made && known === undefined && createdIn(chosen, entity) === undefined) continue;
    const base = await requireBase(services.metadata, context.tenantId, entity, chosen);
    const edits = [...base.edits, ...editsOf(chosen, entity)];
    if (left.length > 0 && !isBeside(base.entity)) requireOwnGround(base, edits);
    overlays.push({ base, edits: finalEdits(base, edits) });
  }
  return { draftId, log, left, overlays };
}

/** Throws where changes that were chosen lie upon others that were not. */
function requireOwnGround({ entity, edits: served }: DesignEntity, edits: readonly OverlayEdit[]): void {
  const lost = mergeOverlay(entity, edits).conflicts.filter(
    ({ edit, reason }) => edit >= served.length && reason === 'missing',
  );
  if (lost.length === 0) return;
  const fault = (name: string) => say('“{name}”是未选的人加的，请一并选上，或撤销对它的修改', { name });
  throw invalidInput(lost.map(({ at }) => ({ pointer: '/authors', msg: fault(at.at(-1) ?? entity.title) })));
}

/** The open draft as it was seen; throws where nothing is changed, and where somebody has changed something since. */
export async function prepareSeen(input: Designing, seen: number, authors?: readonly string[]): Promise<Prepared> {
  const prepared = await input.read((connection) => prepare(input, connection, authors));
  if (prepared === undefined || prepared.overlays.length === 0) {
    throw invalidInput([{ pointer: '', msg: say('没有可以发布的修改') }]);
  }
  const newer = prepared.log.filter(({ seq }) => seq > seen);
  if (newer.length > 0) throw unseen(newer);
  return prepared;
}

export function textIn({ argument }: PersonInput, name: 'title' | 'reason', called: string, needed: boolean): string {
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
