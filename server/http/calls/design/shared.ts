import type { Entity } from '../../../../src/core/dialect/entity.generated.ts';
import { AnlanError, invalidInput } from '../../../../src/core/errors/catalogue.ts';
import { compactOverlay } from '../../../../src/core/overlay/compact-overlay.ts';
import { designedEntities, editsOf } from '../../../../src/core/overlay/design-log.ts';
import { mergeOverlay } from '../../../../src/core/overlay/merge-overlay.ts';
import type { OverlayEdit } from '../../../../src/core/overlay/overlay.ts';
import { creationIn, creationOf, isOwnKey } from '../../../../src/core/overlay/own-entity.ts';
import { compactTexts, textsLanguage } from '../../../../src/core/overlay/own-texts.ts';
import { changesRights } from '../../../../src/core/overlay/rights-edits.ts';
import { joined, say } from '../../../../src/core/text/say.ts';
import { invalidCharacter } from '../../../../src/core/validation/text-checks.ts';
import { DESIGN_LIMITS, type DesignEntity, type DesignEntry } from '../../../../src/core/wire/design.ts';
import { ADMINISTRATOR, separateRoleOf } from '../../../access/permission/separation.ts';
import type { Connection } from '../../../ground/database/database.ts';
import { openDraft, readSteps } from '../../../metadata/design/design-store.ts';
import type { MetadataStore } from '../../../metadata/store.ts';
import type { PersonInput } from '../../system/system-call.ts';

const DESIGNERS: readonly string[] = ['designer', ADMINISTRATOR];

/** Throws forbidden for whoever designs nothing. */
export function requireDesigner({ context }: PersonInput): void {
  if (context.caller.roleCodes.some((role) => DESIGNERS.includes(role))) return;
  throw new AnlanError('forbidden', { action: say('表单设计') });
}

/** Whether the company has divided the administrator's powers, and this is whoever gives rights in it. */
const givesRights = ({ context, snapshot }: PersonInput): boolean =>
  snapshot.separated === true && separateRoleOf(context.caller.roleCodes) === 'securityAdmin';

/** Throws forbidden for whoever has no part in a draft: designers, and where powers are divided whoever gives rights. */
export function requireTakingPart(input: PersonInput): void {
  if (!givesRights(input)) requireDesigner(input);
}

/**
 * Throws forbidden for an edit that is another administrator's: where the powers are divided, rights are given by the
 * security administrator, and all else is designed by the others. What a new entity begins with is its designer's.
 */
export function requireOwnPart(input: PersonInput, edits: readonly OverlayEdit[]): void {
  if (input.snapshot.separated !== true) return;
  const own = givesRights(input);
  if (!own && creationIn(edits) !== undefined) return;
  if (edits.every((edit) => changesRights(edit) === own)) return;
  const action = own ? say('修改权限以外的设计') : say('三员分立时修改权限（由安全保密管理员修改）');
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
  const base = (await store.designBase(tenantId, entity)) ?? createdIn(log, entity);
  if (base === undefined) throw new AnlanError('notFound', { what: say('业务') });
  if (base.entity.locked === true) {
    throw new AnlanError('guardFailed', { detail: say('“{title}”已锁定，不能修改', { title: base.entity.title }) });
  }
  return base;
}

/** An entity that the draft makes; undefined for others. */
export function createdIn(log: readonly DesignEntry[], entity: string): DesignEntity | undefined {
  const creation = creationIn(editsOf(log, entity));
  return creation && { area: creation.area, entity: creation.value as Entity, edits: [], version: 0 };
}

/** What is stored of edits: of an entity of the company's own all of it, of translations the last of each. */
function servedAs({ area, entity }: DesignEntity, edits: readonly OverlayEdit[]): readonly OverlayEdit[] {
  if (textsLanguage(entity.entity) !== undefined) return compactTexts(edits);
  return isOwnKey(entity.entity)
    ? [creationOf(area, mergeOverlay(entity, edits).entity)]
    : compactOverlay(entity, edits);
}

/** Steps of the open draft; none where nothing was changed. */
export async function openLog(connection: Connection, timeZone: string): Promise<readonly DesignEntry[]> {
  const id = await openDraft(connection);
  return id === undefined ? [] : readSteps(connection, id, 0, timeZone);
}

export function meanwhile(clashes: readonly DesignEntry[]): AnlanError {
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

export async function prepare(input: PersonInput, connection: Connection): Promise<Prepared | undefined> {
  const { services, context, snapshot } = input;
  const draftId = await openDraft(connection);
  if (draftId === undefined) return undefined;
  const log = await readSteps(connection, draftId, 0, snapshot.timeZone);
  const overlays = [];
  for (const entity of designedEntities(log)) {
    const made = isOwnKey(entity);
    const known = made ? await services.metadata.designBase(context.tenantId, entity) : undefined;
    // Its creation was taken back, and with it what others have done to it meanwhile.
    if (made && known === undefined && createdIn(log, entity) === undefined) continue;
    const base = await requireBase(services.metadata, context.tenantId, entity, log);
    const edits = [...base.edits, ...editsOf(log, entity)];
    overlays.push({ base, edits: servedAs(base, edits) });
  }
  return { draftId, log, overlays };
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
