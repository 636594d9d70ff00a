import { TOP_TENANT } from '../../src/compile/sql/plan-tables.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { checkEntity } from '../../src/core/dialect/parse-entity.ts';
import type { Problem } from '../../src/core/dialect/problem.ts';
import type { RowsFile } from '../../src/core/dialect/rows-file.ts';
import type { EntityModel, PageModel } from '../../src/core/model/entity-model.ts';
import { buildRemembered } from '../../src/core/model/model-memory.ts';
import { entityFile } from '../../src/core/model/model-world.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import { creationIn, isOwnKey } from '../../src/core/overlay/own-entity.ts';
import { ownTextId, ownTexts, textsSubject } from '../../src/core/overlay/own-texts.ts';
import { subjectOf } from '../../src/core/overlay/subjects.ts';
import {
  currentLanguage,
  DEFAULT_LANGUAGE,
  type Language,
  TRANSLATIONS,
  type Translation,
} from '../../src/core/text/language.ts';
import { type Messages, say } from '../../src/core/text/say.ts';
import type { DesignEntity } from '../../src/core/wire/design.ts';
import { atOnce, byTurns } from '../ground/by-turns.ts';
import { applyDatabasePlan } from '../ground/database/apply-plan.ts';
import type { Connection, Database } from '../ground/database/database.ts';
import { inLanguage } from '../ground/language/language.ts';
import { bindOperations } from './bound-operations.ts';
import { columnsLeft } from './columns-left.ts';
import { overlaidModels, readStoredFiles } from './importer.ts';
import {
  createOverlayJudge,
  type LaidOverlays,
  type OverlayState,
  type Overlays,
  type TenantWorld,
} from './judge/lay-overlays.ts';
import { type ParsedWorld, parseFiles } from './judge/parse-world.ts';
import { menuEntries } from './menu-entries.ts';
import { EVERY_TENANT, METADATA_CHANNEL, revisionSql } from './metadata-tables.ts';
import { buildModelSet, modelSteps, type PlacedEntity } from './model-set.ts';
import {
  type OverlayChange,
  readOverlays,
  readOverlayVersions,
  StaleOverlayError,
  storeOverlays,
} from './overlay-store.ts';
import { raiseRevision } from './revision.ts';
import type { DeclaredSetting, DictionaryFile, MenuFile } from './shipped-files.ts';
import type { MetadataSnapshot, MetadataSource } from './snapshot.ts';
import { readDictionaries, readMenuRows, readRoles, readTenantWorld } from './tenant-records.ts';
import { placeTenantRows } from './tenant-rows.ts';
import { placeTenantSettings, readTenantSettings, SETTING_ENTITY } from './tenant-settings.ts';
import {
  buttonTitles,
  type ShippedTexts,
  translateDictionaries,
  translateEntities,
  translateMenu,
  translateValues,
} from './translate.ts';

interface MetadataStoreOptions {
  readonly database: Database;
  readonly servicePrefix: string;
  /** Values that win over those of the settings files. */
  readonly settings: ReadonlyMap<string, string | number | boolean>;
  /** IANA zone of the tenants' wall clock. */
  readonly timeZone: string;
  /** How long a snapshot is taken as current without asking the database, in ms. Default 500; notices shorten it. */
  readonly trust?: number;
}

/** The store besides what readers need: overlays and the end of it. */
export interface MetadataStore extends MetadataSource {
  /**
   * Publishes a tenant's edits of some entities over the versions that were edited, all or none: columns first, then the
   * overlays. What the judge finds wrong refuses it, and another version of one that serves meanwhile.
   */
  publishOverlays(change: OverlayChange): Promise<PublishedOverlays>;
  /** What the judge would say of a tenant's edits of some entities, its other edits as they serve. */
  judgeOverlays(tenantId: string, edits: Overlays): Promise<JudgedOverlays>;
  /** What a tenant's edits of an entity are laid over; undefined where there is none of the key. */
  designBase(tenantId: string, entity: string): Promise<DesignEntity | undefined>;
  /** Translations of an entity's texts as shipped, by language and id. */
  shippedTexts(entityId: string): Promise<ReadonlyMap<Translation, Messages>>;
  /** What keeps a value from being an entity of the dialect, whatever it means. */
  formOf(area: string, value: unknown): readonly Problem[];
  /** What became of a tenant's edits, by entity: conflicts with what is shipped now, and edits that do not stand. */
  overlayStates(tenantId: string): Promise<ReadonlyMap<string, OverlayState>>;
  /** How many of a tenant's edits met something else than they were made over and are not decided, by entity. */
  openConflicts(tenantId: string): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
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

interface Shipped {
  readonly parsed: ParsedWorld;
  readonly revision: string;
  readonly entities: readonly PlacedEntity[];
  readonly dictionaries: ReadonlyMap<string, DictionaryFile>;
  readonly menu: MenuFile;
  readonly settings: ReadonlyMap<string, string | number | boolean>;
  readonly declared: ReadonlyMap<string, DeclaredSetting>;
  readonly rows: ReadonlyMap<string, RowsFile>;
  readonly models: ReadonlyMap<string, EntityModel>;
  /** Version of each entity's file. */
  readonly versions: ReadonlyMap<string, number>;
  readonly texts: ReadonlyMap<Language, ShippedTexts>;
}

interface Held {
  /** In Chinese. */
  readonly snapshot: MetadataSnapshot;
  /** The same in each language; made when the first person asks for it. */
  readonly inLanguage: (language: Language) => MetadataSnapshot;
  /** The same, made in slices where it is not made yet: all models of a company are too much for one turn. */
  readonly spoken: (language: Language) => Promise<MetadataSnapshot>;
  checkedAt: number;
}

function pagesOf(models: ReadonlyMap<string, EntityModel>) {
  const pages = new Map<string, { entity: EntityModel; page: PageModel }>();
  for (const entity of models.values()) {
    for (const page of Object.values(entity.pages)) pages.set(page.code, { entity, page });
  }
  return pages;
}

/** Metadata from the database, kept in memory per tenant and read again when the database holds a newer revision. */
export async function createMetadataStore(options: MetadataStoreOptions): Promise<MetadataStore> {
  const { database } = options;
  const trust = options.trust ?? 500;
  const held = new Map<string, Held>();
  const loading = new Map<string, Promise<Held>>();
  const listeners = new Set<(tenantId: string | undefined) => void>();
  let shipped: Shipped | undefined;
  /** Revision of the files whose settings a tenant has rows of. */
  const placed = new Map<string, string>();

  function forget(tenantId: string): void {
    const everyone = tenantId === EVERY_TENANT || tenantId === TOP_TENANT;
    for (const [key, entry] of held) if (everyone || key === tenantId) entry.checkedAt = 0;
    for (const listener of listeners) listener(everyone ? undefined : tenantId);
  }
  const stopListening = await database.listen(METADATA_CHANNEL, forget);

  async function readRevision(tenantId: string): Promise<string> {
    const [row] = await database.withTenant(tenantId, (connection) =>
      connection.query<{ revision: string }>(
        `select ${revisionSql('$1')} as revision`,
        [tenantId],
        'metadata-revision',
      ),
    );
    return row?.revision ?? '0';
  }

  async function loadShipped(revision: string): Promise<Shipped> {
    if (shipped?.revision === revision) return shipped;
    const stored = await readStoredFiles(database);
    const parsed = parseFiles(stored);
    const { entities, dictionaries, menu, settings: files, declared, rows, texts } = parsed;
    const settings = new Map([...files, ...options.settings]);
    const versions = new Map(
      stored.flatMap(({ kind, key, version }): [string, number][] => (kind === 'entity' ? [[key, version]] : [])),
    );
    const { models } = buildModelSet(entities, dictionaries, menu, settings, buildRemembered);
    shipped = { parsed, revision, entities, dictionaries, menu, settings, declared, rows, models, versions, texts };
    return shipped;
  }

  async function servingVersions(connection: Connection, files: ReadonlyMap<string, number>, tenantId: string) {
    const edited = await readOverlayVersions(connection, tenantId);
    // An entity of the tenant's own has no file.
    const keys = new Set([...files.keys(), ...[...edited.keys()].filter(isOwnKey)]);
    return new Map(
      [...keys].map((key) => {
        const edits = edited.get(key);
        const version = files.get(key) ?? 0;
        return [key, edits === undefined ? String(version) : `${version}+${edits}`];
      }),
    );
  }

  function judgeOf(base: Shipped, tenantId: string, own: TenantWorld, serving?: Overlays) {
    return createOverlayJudge({ parsed: base.parsed, settings: options.settings, tenantId, own, serving });
  }

  /** The entities of a tenant: as shipped, or with those of its edits that stand. */
  function layOver(base: Shipped, overlays: Overlays, tenantId: string, own: TenantWorld): LaidOverlays {
    if (overlays.size === 0) return { entities: base.entities, models: base.models, states: new Map() };
    const laid = judgeOf(base, tenantId, own).lay(overlays);
    // What is shipped with an error is shown by nobody; an overlay does not change that.
    const edited = [...base.models].map(([key, model]) => [key, laid.models.get(key) ?? model] as const);
    const made = [...laid.models].filter(([key]) => isOwnKey(key));
    return { ...laid, models: new Map([...edited, ...made]) };
  }

  /** Models of tenants without edits, by the texts that they were translated with: one set for all of them. */
  const shared = new WeakMap<ShippedTexts, ReadonlyMap<string, EntityModel>>();

  /** The models of a tenant in another language. A translation changes texts alone, so that all of them are sound. */
  function* translatedModels(
    base: Shipped,
    { entities: laid, models, states }: LaidOverlays,
    texts: ShippedTexts,
    own: (id: string) => string | undefined,
  ): Generator<void, ReadonlyMap<string, EntityModel>> {
    const known = states.size === 0 ? shared.get(texts) : undefined;
    if (known !== undefined) return known;
    const entities = yield* translateEntities(laid, base.entities, texts, own);
    const set = yield* modelSteps(entities, base.dictionaries, base.menu, base.settings);
    const made = new Map([...models].map(([key, model]) => [key, set.models.get(key) ?? model]));
    if (states.size === 0) shared.set(texts, made);
    return made;
  }

  async function load(tenantId: string, revision: string): Promise<Omit<Held, 'checkedAt'>> {
    const base = await loadShipped(await readRevision(EVERY_TENANT));
    const settingModel = base.models.get(SETTING_ENTITY);
    if (placed.get(tenantId) !== base.revision) {
      const known =
        settingModel === undefined || (await placeTenantSettings(database, settingModel, tenantId, base.declared));
      if (known && (await placeTenantRows(database, base.models, tenantId, base.rows, base.settings)))
        placed.set(tenantId, base.revision);
    }
    return database.withTenant(tenantId, async (connection) => {
      const overlays = await readOverlays(connection, tenantId);
      const dictionaries = await readDictionaries(connection, base.dictionaries);
      const rows = await readMenuRows(connection);
      const roles = await readRoles(connection);
      const separated = base.models.has('enterpriseConfig') && (await dividesPowers(connection));
      const laid = layOver(base, overlays, tenantId, { roles: [...roles.keys()], dictionaries });
      const ownSettings =
        settingModel === undefined ? [] : await readTenantSettings(connection, settingModel, base.declared);
      const versions = await servingVersions(connection, base.versions, tenantId);
      // What is the platform's own (tenants) is kept by people of the top tenant, in their own tenant.
      const compose = (models: ReadonlyMap<string, EntityModel>): MetadataSnapshot => {
        const own = new Map([...models].filter(([, model]) => model.scope !== 'global' || tenantId === TOP_TENANT));
        const pages = pagesOf(own);
        const foreign = new Set([...pagesOf(models).keys()].filter((code) => !pages.has(code)));
        return {
          tenantId,
          revision,
          entities: models,
          pages,
          operations: bindOperations([...own.values()], options.servicePrefix),
          dictionaries,
          menu: menuEntries(rows, base.menu, pages, foreign),
          buttonTitles: buttonTitles(base.menu),
          roles,
          separated,
          versions,
          shared: base.parsed.shared,
          settings: ownSettings.length === 0 ? base.settings : new Map([...base.settings, ...ownSettings]),
          timeZone: options.timeZone,
        };
      };
      const made = new Map<Language, MetadataSnapshot>();
      const spoken = (language: Language): MetadataSnapshot => {
        const known = made.get(language) ?? inLanguage(language, () => atOnce(translate(language)));
        made.set(language, known);
        return known;
      };
      const waiting = new Map<Language, Promise<MetadataSnapshot>>();
      const spokenByTurns = async (language: Language): Promise<MetadataSnapshot> => {
        const known = made.get(language);
        if (known !== undefined) return known;
        const making =
          waiting.get(language) ??
          inLanguage(language, () => byTurns(translate(language))).finally(() => waiting.delete(language));
        waiting.set(language, making);
        const translated = await making;
        // Somebody who could not wait may have made it meanwhile.
        const first = made.get(language) ?? translated;
        made.set(language, first);
        return first;
      };
      const snapshot: MetadataSnapshot = { ...compose(laid.models), inLanguage: spoken };
      made.set(DEFAULT_LANGUAGE, snapshot);
      // Whoever runs it does so in the language.
      const translate = function* (language: Language): Generator<void, MetadataSnapshot> {
        const texts = base.texts.get(language);
        if (texts === undefined) return snapshot;
        const said = new Map(Object.entries(ownTexts(overlays.get(textsSubject(language as Translation)) ?? [])));
        const own = (id: string) => said.get(ownTextId(id, tenantId));
        const translated = compose(yield* translatedModels(base, laid, texts, own));
        yield;
        return {
          ...translated,
          language,
          dictionaries: translateDictionaries(dictionaries, base.dictionaries, texts, own),
          menu: translateMenu(translated.menu, base.menu, texts),
          buttonTitles: buttonTitles(base.menu, texts),
          shippedValues: translateValues(base.declared, base.rows, base.entities, texts),
          untranslated: snapshot,
          inLanguage: spoken,
        };
      };
      return { snapshot, inLanguage: spoken, spoken: spokenByTurns };
    });
  }

  async function currentlyShipped(): Promise<Shipped> {
    const revision = await readRevision(EVERY_TENANT);
    return inLanguage(DEFAULT_LANGUAGE, () => loadShipped(revision));
  }

  async function readTenant(base: Shipped, tenantId: string) {
    return database.withTenant(tenantId, async (connection) => ({
      overlays: await readOverlays(connection, tenantId),
      own: await readTenantWorld(connection, base.dictionaries),
      versions: await readOverlayVersions(connection, tenantId),
    }));
  }

  async function refresh(tenantId: string): Promise<Held> {
    const startedAt = Date.now();
    const revision = await readRevision(tenantId);
    const known = held.get(tenantId);
    if (known?.snapshot.revision === revision) {
      known.checkedAt = startedAt;
      return known;
    }
    const fresh = { ...(await load(tenantId, revision)), checkedAt: startedAt };
    held.set(tenantId, fresh);
    return fresh;
  }

  function current(tenantId: string): Promise<Held> | Held {
    const known = held.get(tenantId);
    if (known && Date.now() - known.checkedAt < trust) return known;
    const running = loading.get(tenantId);
    if (running) return running;
    // Whoever asks first, models and labels are made in Chinese.
    const started = inLanguage(DEFAULT_LANGUAGE, () => refresh(tenantId)).finally(() => loading.delete(tenantId));
    loading.set(tenantId, started);
    return started;
  }

  return {
    async snapshot(tenantId) {
      return (await current(tenantId)).spoken(currentLanguage());
    },
    async invalidate(tenantId) {
      await raiseRevision(database, tenantId === TOP_TENANT ? EVERY_TENANT : tenantId);
      forget(tenantId);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async publishOverlays(change) {
      const { tenantId, overlays: edited } = change;
      const base = await currentlyShipped();
      const { overlays, own, versions } = await readTenant(base, tenantId);
      const stale = edited.find(({ entity, expected }) => (versions.get(entity) ?? 0) !== expected);
      if (stale !== undefined) return { entity: stale.entity, serving: versions.get(stale.entity) ?? 0 };
      const laid = new Map([...overlays, ...edited.map(({ entity, edits }) => [entity, edits] as const)]);
      const { errors, models, conflicts } = await inLanguage(DEFAULT_LANGUAGE, async () =>
        judgeOf(base, tenantId, own, overlays).judge(laid),
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
      const others = await overlaidModels(database, base.parsed, options.settings);
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
      const base = await currentlyShipped();
      const { overlays, own } = await readTenant(base, tenantId);
      const { errors, conflicts, models } = await inLanguage(DEFAULT_LANGUAGE, async () =>
        judgeOf(base, tenantId, own, overlays).judge(new Map([...overlays, ...edits])),
      );
      const refused = [...edits.keys()].flatMap((entity) => refusedEdits(entity, conflicts.get(entity) ?? []));
      return { problems: [...refused, ...errors], conflicts, models };
    },
    async designBase(tenantId, key) {
      const base = await currentlyShipped();
      const { overlays, versions } = await readTenant(base, tenantId);
      const found = base.parsed.entities.find(({ entity }) => entity.entity === key);
      const subject = subjectOf(key);
      if (subject !== undefined) {
        const entity = { entity: key, title: subject.title } as Entity;
        return { area: '', entity, edits: overlays.get(key) ?? [], version: versions.get(key) ?? 0 };
      }
      const edits = overlays.get(key) ?? [];
      const version = versions.get(key) ?? 0;
      if (found !== undefined) return { area: found.area, entity: found.entity, edits, version };
      const made = creationIn(edits);
      return made && { area: made.area, entity: made.value as Entity, edits: [], version };
    },
    async shippedTexts(key) {
      const base = await currentlyShipped();
      const own = (language: Translation) =>
        Object.entries(base.texts.get(language)?.entities ?? {}).filter(([id]) => id.startsWith(`${key}.`));
      return new Map(TRANSLATIONS.map((language) => [language, Object.fromEntries(own(language))]));
    },
    formOf(area, value) {
      const found = checkEntity(value as Entity, entityFile(area, (value as Entity).entity));
      return 'problems' in found ? found.problems : [];
    },
    async openConflicts(tenantId) {
      const { parsed } = await currentlyShipped();
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
      const base = await currentlyShipped();
      const { overlays, own } = await readTenant(base, tenantId);
      return inLanguage(DEFAULT_LANGUAGE, async () => layOver(base, overlays, tenantId, own).states);
    },
    async close() {
      await stopListening();
    },
  };
}

/** Edits that no overlay may make, whatever is shipped: what an upgrade has taken away from others is only listed. */
function refusedEdits(entity: string, conflicts: OverlayState['conflicts']): readonly Problem[] {
  return conflicts.flatMap(({ edit, reason, message }): Problem[] =>
    reason === 'refused' || reason === 'locked'
      ? [{ file: entity, pointer: `/${edit}`, message, fix: say('撤回这处修改'), severity: 'error' }]
      : [],
  );
}

async function dividesPowers(connection: Connection): Promise<boolean> {
  const rows = await connection.query(
    `select 1 from data."enterpriseConfig" where "tenantId" = $1 and "separateDuties" = '1' and "isDeleted" = 0`,
    [connection.tenantId],
  );
  return rows.length > 0;
}
