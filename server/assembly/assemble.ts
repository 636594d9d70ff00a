import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { separationFaults } from '../access/permission/separation-faults.ts';
import { writeOwnPassword } from '../access/sign-in/own-password.ts';
import { hashPassword } from '../access/sign-in/password.ts';
import { personPasswordFault } from '../access/sign-in/password-policy.ts';
import { createFileServices } from '../files/file-services.ts';
import { sweepFiles } from '../files/sweep-files.ts';
import { approvals, pendingVoters } from '../flow/approval/approvals.ts';
import { evidence } from '../flow/evidence/evidence.ts';
import { settlePictures, sweepIntake } from '../flow/intake/public-pictures.ts';
import { openPublishedFile } from '../flow/intake/published-record.ts';
import { noticeChannels } from '../flow/notices/channels.generated.ts';
import { createNotices } from '../flow/notices/notices.ts';
import { connectorFaults } from '../flow/outgoing/connector-faults.ts';
import { leaveCall } from '../flow/outgoing/leave-messages.ts';
import { createOutboxRunner, type OutboxRunner } from '../flow/outgoing/outbox.ts';
import { makeCompanions } from '../flow/rollup/companions.ts';
import { createRollups, type Rollups } from '../flow/rollup/rollups.ts';
import { createSeries } from '../flow/series/series.ts';
import { createSchedules, type Schedules } from '../flow/time/schedules.ts';
import { createTimerRunner, type TimerRunner, timers } from '../flow/time/timers.ts';
import { recountTurns } from '../flow/turns/recount-turns.ts';
import { turns } from '../flow/turns/turns.ts';
import type { Config } from '../ground/config.ts';
import type { Clock } from '../ground/context.ts';
import type { Database } from '../ground/database/database.ts';
import { jobPatience, patiently } from '../ground/database/patience.ts';
import { createJobs } from '../ground/jobs/jobs.ts';
import { createListeners } from '../ground/listeners.ts';
import { createTenantKeys } from '../ground/tenant-keys.ts';
import { createApp, type Site, type Sites } from '../http/app.ts';
import { APPROVAL } from '../http/calls/design/approval-need.ts';
import { createGrantedDesigns } from '../http/calls/design/granted-designs.ts';
import { publishJobs } from '../http/calls/design/publish-jobs.ts';
import { registerDispatcher } from '../http/dispatcher/dispatcher.ts';
import { extraCalls } from '../http/extra-calls.ts';
import { registerFiles } from '../http/files/register-files.ts';
import { mayReadFile } from '../http/files/visible-files.ts';
import { registerPublic } from '../http/intake/public.routes.ts';
import { registerReadings } from '../http/live/readings.routes.ts';
import { registerVideo, videoPartPath } from '../http/live/video.routes.ts';
import type { Patience } from '../http/plugins/connections.ts';
import { registerOpenApi } from '../http/plugins/openapi.ts';
import { registerSbom } from '../http/plugins/sbom.ts';
import { registerEvents } from '../http/realtime/events.routes.ts';
import { createEventHub, type EventHub } from '../http/realtime/hub.ts';
import { registerOpenRecords } from '../http/realtime/open-records.routes.ts';
import { registerAccounts } from '../http/sign-in/account.routes.ts';
import { registerSystem } from '../http/system/system.ts';
import { createLiveData, type LiveData } from '../live/live.ts';
import { CAMERA_ENTITY } from '../live/video/read-camera.ts';
import { createVideo, type Video } from '../live/video/video.ts';
import { CALENDAR_ENTITY } from '../metadata/calendar-entity.ts';
import { type ImportResult, importMetadata } from '../metadata/importer.ts';

import { createMetadataStore, type MetadataStore } from '../metadata/store.ts';
import { watchMetadata } from '../metadata/watcher.ts';
import type { EntityServices, WrittenRecord } from '../records/call/ports.ts';
import { createEntityService, type EntityService } from '../records/service/service.ts';
import { sweepDrafts } from '../records/write/drafts/transition-drafts.ts';
import { createLongJobs, type LongJobs } from '../reports/long-jobs/long-jobs.ts';
import { printJobs } from '../reports/print/print-jobs.ts';
import { createPrinting } from '../reports/print/printing.ts';
import { recalculationJobs } from '../reports/recalculation/recalculation.ts';
import { exportJobs, importJobs } from '../reports/spreadsheet/sheet-jobs.ts';
import { loadAreaRules } from './load-area-rules.ts';
import { operationHandlers } from './operations.ts';
import { createPlatformTables } from './platform-tables.ts';
import { timedRules } from './timed-rules.ts';

/** The tenant whose metadata is the shipped one. */
const TOP_TENANT = '000000';

/** What a server stands on. */
export interface Foundation {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Statutory and tenant values by key. */
  readonly settings: ReadonlyMap<string, string | number | boolean>;
  /** How long callers are waited for; default as the ports say. */
  readonly patience?: Patience;
  /** Told in Chinese what is being done. */
  progress?(line: string): void;
}

/** A server with all its parts; nothing listens yet. */
export interface Assembled {
  readonly app: Sites;
  readonly metadata: MetadataStore;
  readonly service: EntityService;
  readonly services: EntityServices;
  /** Timers and schedules; they run by themselves, and by `runDue` at any clock. */
  readonly timers: TimerRunner;
  readonly schedules: Schedules;
  /** Long pieces of work that people asked for; they run by themselves, and by `runDue`. */
  readonly longJobs: LongJobs;
  /** Roll-ups that are left for later, new, or read the clock; they run by themselves, and by `runDue` and `runNew`. */
  readonly rollups: Rollups;
  /** What leaves the house; it runs by itself, and by `runDue`. */
  readonly outbox: OutboxRunner;
  /** What comes in from sensors. */
  readonly live: LiveData;
  /** Pictures of cameras. */
  readonly video: Video;
  /** Finds anew who is called for records whose entity's steps changed; it runs by itself, and by this. */
  recountTurns(): Promise<number>;
  /** What the import at the start did. */
  readonly imported: ImportResult;
  /** Ends watching, closes the ports and the metadata; database and log are the maker's. */
  close(): Promise<void>;
}

/** Makes tables, imports the metadata, and puts the parts of a server together. */
export async function assembleServer(foundation: Foundation): Promise<Assembled> {
  const { config, database, clock, logger, settings, patience, progress } = foundation;
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
  progress?.('导入元数据');
  const importOptions = { database, folder: config.schemasDir, settings, now: () => clock.now() };
  const imported = await patiently(jobPatience, () =>
    importMetadata({ ...importOptions, ...(progress === undefined ? {} : { progress }) }),
  );
  const metadata = await createMetadataStore({
    database,
    servicePrefix: config.servicePrefix,
    settings,
    timeZone: config.timeZone,
  });
  const files = createFileServices(config, database, clock, await database.ids());
  const written = createListeners<WrittenRecord>();
  const sessionsEnded = createListeners<string | undefined>();
  const loaded = await loadAreaRules((await metadata.snapshot(TOP_TENANT)).entities);
  const rules = timedRules(loaded, (slow) => logger.warn(slow, '服务端规则用时过长'));
  const services: EntityServices = {
    database,
    metadata,
    files: files.links,
    ids: files.ids,
    hashPassword,
    keys: createTenantKeys(config.dataDir),
    platform: {
      passwordFault: personPasswordFault,
      writeOwnPassword: (connection, { caller }, hash, write) =>
        writeOwnPassword(connection, clock, caller, hash, write),
      recordFaults: async (connection, record) => [
        ...(await separationFaults(connection, record)),
        ...connectorFaults(record),
      ],
    },
    rules,
    parts: { approvals, timers, notices: createNotices(), evidence, turns, outgoing: { leave: leaveCall } },
    written,
  };
  const printing = createPrinting(files);
  const kinds = {
    export: exportJobs,
    import: importJobs,
    print: printJobs(printing),
    recalculation: recalculationJobs(logger),
    publish: publishJobs(metadata),
  };
  const longJobs = createLongJobs({ services, files, kinds, clock, logger });
  const service = createEntityService(services, operationHandlers(printing, longJobs));
  const timerRunner = createTimerRunner({ services, service, pendingVoters, clock, logger });
  const schedules = createSchedules({ services, clock, logger });
  const series = createSeries({ services, clock, logger });
  const rollups = createRollups({ services, clock, logger });
  const outbox = createOutboxRunner({
    services,
    channels: noticeChannels,
    onGivenUp: (message, error) => logger.error({ err: error, ...message }, '消息未能送出'),
  });
  const hub = createEventHub({
    database,
    metadata,
    service,
    onError: (error) => logger.error({ err: error }, '事件未能送出'),
    onSession: (sessionId) => sessionsEnded.tell(sessionId),
  });
  written.add((record) => announce(hub, record));
  written.add(({ tenantId, entity }) => (metadataRecords.has(entity.key) ? metadata.invalidate(tenantId) : undefined));
  const granted = createGrantedDesigns({ services, metadata, clock });
  // At once; what goes wrong here is done by the job.
  written.add(({ tenantId, entity }) =>
    entity.key === APPROVAL
      ? granted.publishGranted(tenantId).catch((error: unknown) => logger.error({ err: error }, '设计未能发布'))
      : undefined,
  );
  const pictures = { services, intake: files.intake, clock };
  // At once; what goes wrong here, or ends with the process, is done by the job.
  written.add(({ tenantId, id, entity }) =>
    entity.intake === undefined
      ? undefined
      : settlePictures(pictures, tenantId, id)
          .then(() => undefined)
          .catch((error: unknown) => logger.error({ err: error }, '上报的照片未能取入')),
  );
  const live = createLiveData({
    services,
    clock,
    logger,
    onStored: (tenantId, entities) => tellReadings(hub, tenantId, entities),
  });
  const video = createVideo({
    services,
    service,
    clock,
    logger,
    pathOf: (kind, id, part) => videoPartPath(config.servicePrefix, kind, id, part),
  });
  written.add(({ tenantId, id, entity }) => (entity.key === CAMERA_ENTITY ? video.changed(tenantId, id) : undefined));
  const app = await createApp({
    config,
    database,
    metadata,
    clock,
    logger,
    ...(patience === undefined ? {} : { patience }),
    async register(instance: FastifyInstance, site: Site) {
      const { authenticate } = site.auth;
      registerSystem(instance, {
        config,
        database,
        metadata,
        clock,
        auth: site.auth,
        files: files.links,
        site,
        entities: services,
        longJobs,
      });
      await registerFiles(instance, {
        ...files,
        authenticate,
        authenticateHolder: site.auth.authenticateHolder,
        maySee: mayReadFile(service, services),
        checkPublished: (ask) => openPublishedFile(services, clock, ask),
        defaultTenant: config.defaultTenant,
      });
      await registerPublic(instance, {
        services,
        drive: files.drive,
        clock,
        servicePrefix: config.servicePrefix,
        captchas: site.auth.captchas,
        guard: site.auth.guard,
      });
      await registerReadings(instance, {
        live,
        database,
        metadata,
        service,
        servicePrefix: config.servicePrefix,
        authenticate,
      });
      registerVideo(instance, { video, hub, servicePrefix: config.servicePrefix, authenticate });
      registerAccounts(instance, { config, services, clock, auth: site.auth });
      registerOpenRecords(instance, { config, hub, services, clock });
      registerEvents(instance, { prefix: config.servicePrefix, hub, metadata, keys: services.keys, authenticate });
      registerOpenApi(instance, { config, metadata, authenticate, extras: extraCalls(config.servicePrefix) });
      registerSbom(instance, { config, authenticate });
      await registerDispatcher(instance, { metadata, service, authenticate });
    },
  });
  written.add((record) => forgetSessions(app.auth, record));
  sessionsEnded.add((id) => (id === undefined ? app.auth.forgetAll() : app.auth.forget(id)));
  const jobs = createJobs({
    database,
    clock,
    onError: (name, error) => logger.error({ err: error, job: name }, '定时任务出错'),
  });
  jobs.add({ name: 'files', every: 3600, run: () => sweepFiles(files) });
  jobs.add({ name: 'intake', every: 600, run: (now) => sweepIntake(pictures, now) });
  jobs.add({ name: 'grantedDesigns', every: 60, run: () => granted.runDue() });
  jobs.add({ name: 'transitionDrafts', every: 86_400, run: (now) => sweepDrafts(database, now) });
  jobs.add({ name: 'timers', every: 5, where: 'each', run: (now) => timerRunner.runDue(now) });
  jobs.add({ name: 'newTimers', every: 30, run: (now) => timerRunner.armChanged(now) });
  jobs.add({ name: 'turns', every: 30, run: (now) => recountTurns({ services, logger }, now) });
  jobs.add({ name: 'schedules', every: 60, run: (now) => schedules.runDue(now) });
  jobs.add({ name: 'series', every: 60, run: (now) => series.runDue(now) });
  jobs.add({ name: 'rollups', every: 2, where: 'each', run: () => rollups.runDue() });
  jobs.add({ name: 'companions', every: 30, run: (now) => makeCompanions(services, now) });
  jobs.add({ name: 'newRollups', every: 30, run: (now) => rollups.runNew(now) });
  jobs.add({ name: 'outbox', every: 2, where: 'each', run: (now) => outbox.runDue(now) });
  jobs.add({ name: 'oldOutbox', every: 86_400, run: (now) => outbox.sweep(now) });
  jobs.add({ name: 'readingDays', every: 3600, run: (now) => live.keepDays(now) });
  jobs.add({ name: 'readingLimits', every: 1, where: 'each', run: () => live.tellDue() });
  jobs.add({ name: 'readingSilences', every: 5, where: 'each', run: () => live.tellLimits() });
  jobs.add({ name: 'readingRollups', every: 10, run: () => live.rollup() });
  jobs.add({ name: 'longJobs', every: 2, where: 'each', run: () => longJobs.runDue() });
  jobs.add({ name: 'oldLongJobs', every: 86_400, run: (now) => longJobs.sweep(now) });
  const stopWatching = config.watchMetadata
    ? watchMetadata({
        ...importOptions,
        onImport({ imported: keys, problems, line }) {
          progress?.(line);
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
    services,
    timers: timerRunner,
    schedules,
    longJobs,
    rollups,
    outbox,
    live,
    video,
    recountTurns: () => recountTurns({ services, logger }, clock.now()),
    imported,
    async close() {
      await longJobs.stop();
      await live.close();
      await video.close();
      await jobs.stop();
      await hub.close();
      await stopWatching();
      await app.close();
      await printing.close();
      await metadata.close();
    },
  };
}

/** Entities whose records are part of the metadata. */
const metadataRecords: ReadonlySet<string> = new Set([
  'dictBiz',
  'enterpriseConfig',
  'menu',
  'role',
  'tenant',
  'tenantSetting',
]);

/** Entities of which a session's rights are made. */
const personRecords: ReadonlySet<string> = new Set(['user', 'role', 'dept']);

/** Tells browsers of a record that was written. */
function announce(hub: EventHub, { tenantId, id, entity }: WrittenRecord): void {
  const topic = entity.key === 'session' ? 'session' : 'record';
  hub.announce({ tenantId, topic, entityKey: entity.key, recordId: id });
  // Browsers keep rows of small tables, and the calendar, for their formulas.
  if (entity.small || entity.key === CALENDAR_ENTITY)
    hub.announce({ tenantId, topic: 'lookup', entityKey: entity.key });
}

/** Tells browsers that points have new values; which ones, they ask. */
function tellReadings(hub: EventHub, tenantId: string, entities: readonly string[]): void {
  for (const entityKey of entities) hub.announce({ tenantId, topic: 'record', entityKey });
}

/** Lets go of what is remembered of sessions that a written record says something about. */
function forgetSessions(auth: Sites['auth'], { tenantId, id, entity }: WrittenRecord): void {
  // An administrator ends sessions by their records.
  if (entity.key === 'session') auth.forget(id);
  if (personRecords.has(entity.key)) auth.forgetTenant(tenantId);
  if (entity.key === 'tenant') auth.forgetAll();
}
