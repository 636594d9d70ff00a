import type { Entity } from '../../../src/core/dialect/entity.generated.ts';
import { checkEntity } from '../../../src/core/dialect/parse-entity.ts';
import type { Problem } from '../../../src/core/dialect/problem.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { entityFile } from '../../../src/core/model/model-world.ts';
import { mergeOverlay } from '../../../src/core/overlay/merge-overlay.ts';
import { creationIn, isOwnKey } from '../../../src/core/overlay/own-entity.ts';
import { subjectOf } from '../../../src/core/overlay/subjects.ts';
import { DEFAULT_LANGUAGE, TRANSLATIONS, type Translation } from '../../../src/core/text/language.ts';
import { type Messages, say } from '../../../src/core/text/say.ts';
import type { DesignEntity } from '../../../src/core/wire/design.ts';
import { applyDatabasePlan } from '../../ground/database/apply-plan.ts';
import type { Database } from '../../ground/database/database.ts';
import { inLanguage } from '../../ground/language/language.ts';
import { columnsLeft } from '../columns-left.ts';
import { overlaidModels } from '../importer.ts';
import { judgeOf, layOver } from '../judge/lay-over.ts';
import type { OverlayState, Overlays } from '../judge/lay-overlays.ts';
import {
  type OverlayChange,
  readOverlays,
  readOverlayVersions,
  StaleOverlayError,
  storeOverlays,
} from '../overlay-store.ts';
import type { Shipped } from '../shipped.ts';
import { readTenantWorld } from '../tenant-records.ts';

/** What tenants make of the shipped entities, and their own. */
export interface TenantDesigns {
  /**
   * Publishes a tenant's edits of some entities over the versions that were edited, all or none: columns first, then the
   * overlays. What the judge finds wrong refuses it, and another version of one that serves meanwhile.
   */
  publishOverlays(change: OverlayChange): Promise<PublishedOverlays>;
  /** What the judge would say of a tenant's edits of some entities, its other edits as they serve. */
  judgeOverlays(tenantId: string, edits: Overlays): Promise<JudgedOverlays>;
  /** What a tenant's edits of an entity are laid over; undefined where there is none of the key. */
  designBase(tenantId: string, entity: string): Promise<DesignEntity | undefined>;
  /** All that a tenant has made: entities with edits, its own, and what stands beside them. */
  servedDesigns(tenantId: string): Promise<readonly DesignEntity[]>;
  /** Version of a tenant's edits of an entity or subject that serves, 0 for none. */
  servingVersion(tenantId: string, entity: string): Promise<number>;
  /** Translations of an entity's texts as shipped, by language and id. */
  shippedTexts(entityId: string): Promise<ReadonlyMap<Translation, Messages>>;
  /** What keeps a value from being an entity of the dialect, whatever it means. */
  formOf(area: string, value: unknown): readonly Problem[];
  /** What became of a tenant's edits, by entity: conflicts with what is shipped now, and edits that do not stand. */
  overlayStates(tenantId: string): Promise<ReadonlyMap<string, OverlayState>>;
  /** How many of a tenant's edits met something else than they were made over and are not decided, by entity. */
  openConflicts(tenantId: string): Promise<ReadonlyMap<string, number>>;
}

/** An overlay that serves. */
interface PublishedOverlay {
  readonly entity: string;
  readonly version: number;
  readonly conflicts: OverlayState['conflicts'];
  /** Columns that the table of the entity can still take, of the 1,600 that PostgreSQL allows, dropped ones counted. */
  readonly columnsLeft: number;
}

/** What became of a change: it serves, it is refused, or another version of an entity serves than the expected one. */
type PublishedOverlays =
  | { readonly published: readonly PublishedOverlay[] }
  | { readonly problems: readonly Problem[] }
  | { readonly serving: number; readonly entity: string };

/** What is wrong with edits, and which met something else than they were made over, by entity. */
interface JudgedOverlays {
  readonly problems: readonly Problem[];
  readonly conflicts: ReadonlyMap<string, OverlayState['conflicts']>;
  /** The tenant's entities as they would serve, in Chinese. */
  readonly models: ReadonlyMap<string, EntityModel>;
}

/** What designs are judged over, and who is told that they serve. */
interface DesignsOptions {
  readonly database: Database;
  readonly settings: ReadonlyMap<string, string | number | boolean>;
  /** What is shipped now. */
  shipped(): Promise<Shipped>;
  /** Makes what is held of a tenant be read again. */
  forget(tenantId: string): void;
}

/** The designs of tenants over what is shipped. */
export function createTenantDesigns({ database, settings, shipped, forget }: DesignsOptions): TenantDesigns {
  async function readTenant(base: Shipped, tenantId: string) {
    return database.withTenant(tenantId, async (connection) => ({
      overlays: await readOverlays(connection, tenantId),
      own: await readTenantWorld(connection, base.dictionaries),
      versions: await readOverlayVersions(connection, tenantId),
    }));
  }

  return {
    async publishOverlays(change) {
      const { tenantId, overlays: edited } = change;
      const base = await shipped();
      const { overlays, own, versions } = await readTenant(base, tenantId);
      const stale = edited.find(({ entity, expected }) => (versions.get(entity) ?? 0) !== expected);
      if (stale !== undefined) return { entity: stale.entity, serving: versions.get(stale.entity) ?? 0 };
      const laid = new Map([...overlays, ...edited.map(({ entity, edits }) => [entity, edits] as const)]);
      const { errors, models, conflicts } = await inLanguage(DEFAULT_LANGUAGE, async () =>
        judgeOf(base, { settings, tenantId, own, serving: overlays }).judge(laid),
      );
      const refused = edited.flatMap(({ entity }) => refusedEdits(entity, conflicts.get(entity) ?? []));
      if (errors.length + refused.length > 0) return { problems: [...refused, ...errors] };
      const left = new Map<string, number>();
      for (const { entity } of edited) {
        const model = models.get(entity);
        const room = model === undefined ? undefined : await columnsLeft(database, model);
        if (room !== undefined && room.left < 0) return { problems: [room.problem] };
        left.set(entity, room?.left ?? 0);
      }
      const others = await overlaidModels(database, base.parsed, settings);
      const overlaid = [...others, [...models.values()]];
      await applyDatabasePlan(database, [...base.models.values()], { overlaid });
      try {
        const stored = await storeOverlays(database, change);
        forget(tenantId);
        return {
          published: [...stored].map(([entity, version]) => ({
            entity,
            version,
            conflicts: conflicts.get(entity) ?? [],
            columnsLeft: left.get(entity) ?? 0,
          })),
        };
      } catch (error) {
        if (error instanceof StaleOverlayError) return { entity: error.entity, serving: error.version };
        throw error;
      }
    },
    async judgeOverlays(tenantId, edits) {
      const base = await shipped();
      const { overlays, own } = await readTenant(base, tenantId);
      const { errors, conflicts, models } = await inLanguage(DEFAULT_LANGUAGE, async () =>
        judgeOf(base, { settings, tenantId, own, serving: overlays }).judge(new Map([...overlays, ...edits])),
      );
      const refused = [...edits.keys()].flatMap((entity) => refusedEdits(entity, conflicts.get(entity) ?? []));
      return { problems: [...refused, ...errors], conflicts, models };
    },
    async designBase(tenantId, key) {
      const base = await shipped();
      return baseOf(base, await readTenant(base, tenantId), key);
    },
    async servedDesigns(tenantId) {
      const base = await shipped();
      const tenant = await readTenant(base, tenantId);
      const found = [...tenant.overlays.keys()].flatMap((key) => baseOf(base, tenant, key) ?? []);
      return found.filter(({ entity, edits }) => edits.length > 0 || isOwnKey(entity.entity));
    },
    async servingVersion(tenantId, key) {
      const versions = await database.withTenant(tenantId, (connection) => readOverlayVersions(connection, tenantId));
      return versions.get(key) ?? 0;
    },
    async shippedTexts(key) {
      const base = await shipped();
      const own = (language: Translation) =>
        Object.entries(base.texts.get(language)?.entities ?? {}).filter(([id]) => id.startsWith(`${key}.`));
      return new Map(TRANSLATIONS.map((language) => [language, Object.fromEntries(own(language))]));
    },
    formOf(area, value) {
      const found = checkEntity(value as Entity, entityFile(area, (value as Entity).entity));
      return 'problems' in found ? found.problems : [];
    },
    async openConflicts(tenantId) {
      const { parsed } = await shipped();
      const overlays = await database.withTenant(tenantId, (connection) => readOverlays(connection, tenantId));
      return new Map(
        parsed.entities.flatMap(({ entity }): [string, number][] => {
          const edits = overlays.get(entity.entity);
          const met = edits === undefined ? 0 : mergeOverlay(entity, edits).conflicts.length;
          return met === 0 ? [] : [[entity.entity, met]];
        }),
      );
    },
    async overlayStates(tenantId) {
      const base = await shipped();
      const { overlays, own } = await readTenant(base, tenantId);
      return inLanguage(DEFAULT_LANGUAGE, async () => layOver(base, overlays, { settings, tenantId, own }).states);
    },
  };
}

/** What edits of an entity, or of what stands beside entities, are laid over; undefined where there is none of the key. */
function baseOf(
  { parsed }: Shipped,
  { overlays, versions }: { readonly overlays: Overlays; readonly versions: ReadonlyMap<string, number> },
  key: string,
): DesignEntity | undefined {
  const edits = overlays.get(key) ?? [];
  const version = versions.get(key) ?? 0;
  const subject = subjectOf(key);
  if (subject !== undefined) {
    return { area: '', entity: { entity: key, title: subject.title } as Entity, edits, version };
  }
  const found = parsed.entities.find(({ entity }) => entity.entity === key);
  if (found !== undefined) return { area: found.area, entity: found.entity, edits, version };
  const made = creationIn(edits);
  return made && { area: made.area, entity: made.value as Entity, edits: [], version };
}

/** Edits that no overlay may make, whatever is shipped: what an upgrade has taken away from others is only listed. */
function refusedEdits(entity: string, conflicts: OverlayState['conflicts']): readonly Problem[] {
  return conflicts.flatMap(({ edit, reason, message }): Problem[] =>
    reason === 'refused' || reason === 'locked'
      ? [{ file: entity, pointer: `/${edit}`, message, fix: say('撤回这处修改'), severity: 'error' }]
      : [],
  );
}
