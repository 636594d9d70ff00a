import type { Entity } from '../../../../src/core/dialect/entity.generated.ts';
import { AnlanError, invalidInput } from '../../../../src/core/errors/catalogue.ts';
import type { OverlayEdit } from '../../../../src/core/overlay/overlay.ts';
import { creationIn, isOwnKey } from '../../../../src/core/overlay/own-entity.ts';
import { say } from '../../../../src/core/text/say.ts';
import { sameJson } from '../../../../src/core/validation/same-value.ts';
import { DESIGN_LIMITS, type DesignChange, type DesignEntity } from '../../../../src/core/wire/design.ts';
import { readChanges } from '../../../metadata/design/design-store.ts';
import { readOverlayVersion } from '../../../metadata/overlay-store.ts';
import type { PersonInput, SystemCall } from '../../system/system-call.ts';
import { publish } from './publish-calls.ts';
import { requireBase, requireDesigner, textIn } from './shared.ts';

/** Lets the entities of a change serve again as they stood behind it, as a new change; nothing is taken away. */
async function rollBack(input: PersonInput): Promise<DesignChange> {
  requireDesigner(input);
  const { context, snapshot, argument } = input;
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
    const edits = await input.read((connection) => readOverlayVersion(connection, context.tenantId, entity, version));
    const base = await baseOf(input, entity, edits, changes);
    const serving = await input.read((connection) =>
      readOverlayVersion(connection, context.tenantId, entity, base.version),
    );
    if (!sameJson(serving, edits)) overlays.push({ base, edits });
  }
  if (overlays.length === 0) throw invalidInput([{ pointer: '/id', msg: say('现在就是这个版本') }]);
  const title = say('回退到“{title}”', { title: found.title }).slice(0, DESIGN_LIMITS.title);
  return publish(input, { overlays, title, reason, rollbackTo: found.id, also: async () => undefined });
}

/** What an entity stands on that is to stand as it did: of one of the company's own that a rolling back took away, itself. */
async function baseOf(
  { services, context }: PersonInput,
  entity: string,
  edits: readonly OverlayEdit[],
  changes: readonly DesignChange[],
): Promise<DesignEntity> {
  const known = isOwnKey(entity) ? await services.metadata.designBase(context.tenantId, entity) : undefined;
  const creation = creationIn(edits);
  if (known !== undefined || creation === undefined) return requireBase(services.metadata, context.tenantId, entity);
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
    name: 'designRollback',
    method: 'POST',
    path: 'design/rollback',
    title: '回退到一次发布之后的样子，作为新的一次发布',
    arguments: { id: { title: '发布记录编号', required: true }, reason: { title: '原因', required: true } },
    answer: '发布记录',
    handle: rollBack,
  },
];
