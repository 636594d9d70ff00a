import { AnlanError, invalidInput } from '../../../../src/core/errors/catalogue.ts';
import { compactOverlay } from '../../../../src/core/overlay/compact-overlay.ts';
import { designedEntities, editsOf } from '../../../../src/core/overlay/design-log.ts';
import type { OverlayEdit } from '../../../../src/core/overlay/overlay.ts';
import { joined, say } from '../../../../src/core/text/say.ts';
import { invalidCharacter } from '../../../../src/core/validation/text-checks.ts';
import { DESIGN_LIMITS, type DesignEntity, type DesignEntry } from '../../../../src/core/wire/design.ts';
import { ADMINISTRATOR } from '../../../access/permission/separation.ts';
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

/** What an entity's edits are laid over; throws for one that there is not, and one that nobody may change. */
export async function requireBase(store: MetadataStore, tenantId: string, entity: string): Promise<DesignEntity> {
  const base = await store.designBase(tenantId, entity);
  if (base === undefined) throw new AnlanError('notFound', { what: say('业务') });
  if (base.entity.locked === true) {
    throw new AnlanError('guardFailed', { detail: say('“{title}”已锁定，不能修改', { title: base.entity.title }) });
  }
  return base;
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
    const base = await requireBase(services.metadata, context.tenantId, entity);
    overlays.push({ base, edits: compactOverlay(base.entity, [...base.edits, ...editsOf(log, entity)]) });
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
