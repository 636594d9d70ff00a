import { TOP_TENANT } from '../../src/compile/sql/plan-tables.ts';
import type { EntityModel, PageModel } from '../../src/core/model/entity-model.ts';
import { buildRemembered } from '../../src/core/model/model-memory.ts';
import { isOwnKey } from '../../src/core/overlay/own-entity.ts';
import { ownTextId, ownTexts, textsSubject } from '../../src/core/overlay/own-texts.ts';
import { currentLanguage, DEFAULT_LANGUAGE, type Language, type Translation } from '../../src/core/text/language.ts';
import { byTurns } from '../ground/by-turns.ts';
import type { Connection, Database } from '../ground/database/database.ts';
import { inLanguage } from '../ground/language/language.ts';
import { bindOperations } from './bound-operations.ts';
import { createTenantDesigns, type TenantDesigns } from './design/tenant-designs.ts';
import { readStoredFiles } from './importer.ts';
import { buildJointPages } from './joint-pages.ts';
import { layOver } from './judge/lay-over.ts';
import { parseFiles } from './judge/parse-world.ts';
import { menuEntries } from './menu-entries.ts';
import { EVERY_TENANT, METADATA_CHANNEL, revisionSql } from './metadata-tables.ts';
import { buildModelSet } from './model-set.ts';
import { readOverlays, readOverlayVersions } from './overlay-store.ts';
import { raiseRevision } from './revision.ts';
import type { Shipped } from './shipped.ts';
import type { MetadataSnapshot, MetadataSource } from './snapshot.ts';
import { speakSnapshot, spokenModels, warmed } from './speak.ts';
import { readDictionaries, readMenuRows, readRoles } from './tenant-records.ts';
import { placeTenantRows } from './tenant-rows.ts';
import { placeTenantSettings, readTenantSettings, SETTING_ENTITY } from './tenant-settings.ts';
import { buttonTitles, type ShippedTexts } from './translate.ts';

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

/** The store besides what readers need: designs of tenants and the end of it. */
export interface MetadataStore extends MetadataSource, TenantDesigns {
  close(): Promise<void>;
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

  /** Models of tenants without edits, by what is shipped and the texts that it was translated with: one set for all of them. */
  const shared = new WeakMap<Shipped, Map<ShippedTexts, ReadonlyMap<string, EntityModel>>>();

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
      const own = { roles: [...roles.keys()], dictionaries };
      const laid = layOver(base, overlays, { settings: options.settings, tenantId, own });
      const ownSettings =
        settingModel === undefined ? [] : await readTenantSettings(connection, settingModel, base.declared);
      const versions = await servingVersions(connection, base.versions, tenantId);
      // What is the platform's own (tenants) is kept by people of the top tenant, in their own tenant.
      const kept = new Map([...laid.models].filter(([, model]) => model.scope !== 'global' || tenantId === TOP_TENANT));
      const pages = pagesOf(kept);
      const foreign = new Set([...pagesOf(laid.models).keys()].filter((code) => !pages.has(code)));
      const settings = ownSettings.length === 0 ? base.settings : new Map([...base.settings, ...ownSettings]);
      const jointPages = buildJointPages(base.parsed, { models: kept, pages, dictionaries, settings });
      const menuOver = (over: Parameters<typeof menuEntries>[2]) => menuEntries(rows, base.menu, over, foreign);
      const made = new Map<Language, MetadataSnapshot>();
      const spoken = (language: Language): MetadataSnapshot => {
        const known = made.get(language) ?? speak(language);
        made.set(language, known);
        return known;
      };
      const snapshot: MetadataSnapshot = {
        tenantId,
        revision,
        entities: laid.models,
        pages,
        jointPages,
        operations: bindOperations([...kept.values()], options.servicePrefix),
        dictionaries,
        menu: menuOver({ pages, jointPages }),
        buttonTitles: buttonTitles(base.menu),
        roles,
        separated,
        versions,
        shared: base.parsed.shared,
        settings,
        timeZone: options.timeZone,
        inLanguage: spoken,
      };
      made.set(DEFAULT_LANGUAGE, snapshot);
      const speak = (language: Language): MetadataSnapshot => {
        const texts = base.texts.get(language);
        if (texts === undefined) return snapshot;
        const said = new Map(Object.entries(ownTexts(overlays.get(textsSubject(language as Translation)) ?? [])));
        const wording = {
          ...{ base, language, texts, laid: laid.entities },
          own: (id: string) => said.get(ownTextId(id, tenantId)),
        };
        const isShared = laid.states.size === 0;
        const alike = shared.get(base) ?? new Map<ShippedTexts, ReadonlyMap<string, EntityModel>>();
        shared.set(base, alike);
        const models = (isShared ? alike.get(texts) : undefined) ?? spokenModels(wording, laid.models);
        if (isShared) alike.set(texts, models);
        return speakSnapshot(snapshot, { ...wording, models, kept: [...kept.keys()], menuOver });
      };
      const whole = new Map<Language, Promise<MetadataSnapshot>>();
      const spokenByTurns = (language: Language): Promise<MetadataSnapshot> => {
        const known = whole.get(language);
        if (known !== undefined) return known;
        const making = inLanguage(language, () => byTurns(warmed(spoken(language))));
        whole.set(language, making);
        making.catch(() => whole.delete(language));
        return making;
      };
      return { snapshot, inLanguage: spoken, spoken: spokenByTurns };
    });
  }

  async function currentlyShipped(): Promise<Shipped> {
    const revision = await readRevision(EVERY_TENANT);
    return inLanguage(DEFAULT_LANGUAGE, () => loadShipped(revision));
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
    ...createTenantDesigns({ database, settings: options.settings, shipped: currentlyShipped, forget }),
    async close() {
      await stopListening();
    },
  };
}

async function dividesPowers(connection: Connection): Promise<boolean> {
  const rows = await connection.query(
    `select 1 from data."enterpriseConfig" where "tenantId" = $1 and "separateDuties" = '1' and "isDeleted" = 0`,
    [connection.tenantId],
  );
  return rows.length > 0;
}
