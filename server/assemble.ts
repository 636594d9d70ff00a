import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type App, createApp, type Site } from './app.ts';
import { hashPassword } from './auth/password.ts';
import type { Config } from './config.ts';
import type { Clock } from './context.ts';
import type { Database } from './database/database.ts';
import { createPlatformTables } from './database/platform-tables.ts';
import { registerDispatcher } from './dispatcher/dispatcher.ts';
import type { WrittenRecord } from './entity/entity-call.ts';
import { createEntityService, type EntityService } from './entity/service.ts';
import { extraCalls } from './extra-calls.ts';
import { createFileServices } from './files/file-services.ts';
import { registerFiles } from './files/register-files.ts';
import { startFileSweep } from './files/sweep-files.ts';
import { mayReadFile } from './files/visible-files.ts';
import { type ImportResult, importMetadata } from './metadata/importer.ts';
import { createMetadataStore, type MetadataStore } from './metadata/store.ts';
import { watchMetadata } from './metadata/watcher.ts';
import { registerOpenApi } from './plugins/openapi.ts';
import { registerSystem } from './system/system.ts';

/** What a server stands on. */
export interface Foundation {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Statutory and tenant values by key. */
  readonly settings: ReadonlyMap<string, string | number | boolean>;
  /** Told in Chinese what is being done. */
  progress?(line: string): void;
}

/** A server with all its parts; nothing listens yet. */
export interface Assembled {
  readonly app: App;
  readonly metadata: MetadataStore;
  readonly service: EntityService;
  /** What the import at the start did. */
  readonly imported: ImportResult;
  /** Ends watching, closes the ports and the metadata; database and log are the maker's. */
  close(): Promise<void>;
}

/** Makes tables, imports the metadata, and puts the parts of a server together. */
export async function assembleServer(foundation: Foundation): Promise<Assembled> {
  const { config, database, clock, logger, settings, progress } = foundation;
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
  progress?.('导入元数据');
  const importOptions = { database, folder: config.schemasDir, settings, now: () => clock.now() };
  const imported = await importMetadata({ ...importOptions, ...(progress === undefined ? {} : { progress }) });
  const metadata = await createMetadataStore({
    database,
    servicePrefix: config.servicePrefix,
    settings,
    timeZone: config.timeZone,
  });
  const files = createFileServices(config, database, clock);
  const parts: { app?: App } = {};
  const service = createEntityService({
    database,
    metadata,
    files: files.links,
    ids: files.ids,
    hashPassword,
    onWritten: (record) => noteWritten(record, metadata, parts.app),
  });
  const app = await createApp({
    config,
    database,
    metadata,
    clock,
    logger,
    async register(instance: FastifyInstance, site: Site) {
      const { authenticate } = site.auth;
      registerSystem(instance, { config, database, metadata, clock, auth: site.auth, files: files.links, site });
      await registerFiles(instance, { ...files, authenticate, maySee: mayReadFile(service, metadata) });
      registerOpenApi(instance, { config, metadata, authenticate, extras: extraCalls(config.servicePrefix) });
      registerDispatcher(instance, { metadata, service, authenticate });
    },
  });
  parts.app = app;
  const stopFileSweep = startFileSweep(files, (error) => logger.error({ err: error }, '清理文件时出错'));
  const stopWatching = config.watchMetadata
    ? watchMetadata({
        ...importOptions,
        onImport({ imported: keys, problems }) {
          if (keys.length > 0) logger.info({ keys }, '元数据已更新');
          for (const problem of problems) logger.warn(problem);
        },
        onError: (error) => logger.error({ err: error }, '元数据导入失败'),
      })
    : async () => {};
  return {
    app,
    metadata,
    service,
    imported,
    async close() {
      await stopFileSweep();
      await stopWatching();
      await app.close();
      await metadata.close();
    },
  };
}

/** Entities whose records are part of the metadata. */
const metadataRecords: ReadonlySet<string> = new Set(['dictBiz', 'menu', 'role']);

/** Entities of which a session's rights are made. */
const personRecords: ReadonlySet<string> = new Set(['user', 'role', 'dept']);

async function noteWritten(record: WrittenRecord, metadata: MetadataStore, app: App | undefined): Promise<void> {
  if (metadataRecords.has(record.entity.key)) await metadata.invalidate(record.tenantId);
  // An administrator ends sessions by their records.
  if (record.entity.key === 'session') app?.auth.forget(record.id);
  if (personRecords.has(record.entity.key)) app?.auth.forgetTenant(record.tenantId);
}
