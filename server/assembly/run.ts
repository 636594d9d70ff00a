import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createFirstAdministrator } from '../access/sign-in/first-administrator.ts';
import { type Config, demoPassword } from '../ground/config.ts';
import { ConfigError } from '../ground/config-error.ts';
import type { Clock } from '../ground/context.ts';
import { type OpenDatabase, openDatabase } from '../ground/database/bootstrap.ts';
import type { Database } from '../ground/database/database.ts';
import { jobPatience, patiently } from '../ground/database/patience.ts';
import { writeMarkSweepJob } from '../ground/database/write-marks.ts';
import { idempotencySweepJob } from '../ground/idempotency.ts';
import { collectWhenIdle } from '../ground/idle-memory.ts';
import { createJobs } from '../ground/jobs/jobs.ts';
import { systemClock } from '../http/app.ts';
import { loadFieldTypes } from '../metadata/field-types.ts';
import { deliverAnchors } from '../records/audit/anchor-delivery.ts';
import { openAuditAnchor } from '../records/audit/audit-anchor.ts';
import { auditChainJob } from '../records/audit/audit-chain.ts';
import { allowBackdating } from '../records/audit/audit-guards.ts';
import { type Assembled, assembleServer, type Foundation } from './assemble.ts';
import { type DemoWork, writeApart } from './demo-writer.ts';
import { createPlatformDatabase } from './platform-database.ts';

/** A server that listens on both ports. */
export interface RunningServer {
  /** Lines that tell where it is reached and who may sign in. */
  readonly greeting: readonly string[];
  /** Finishes what is under way, closes the ports and stops the database. */
  stop(): Promise<void>;
}

type Progress = (line: string) => void;

/** What the demo plant is filled with, whose progress is told. */
type Filling = Foundation & { readonly progress: Progress };

/**
 * Opens the database, makes and fills it where it is empty, and starts both ports. Throws with a Chinese message. The
 * clock is this machine's; tests bring their own.
 */
export async function runServer(
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
  logger: Logger,
  progress: Progress,
  clock: Clock = systemClock,
): Promise<RunningServer> {
  const undo: (() => Promise<unknown>)[] = [];
  let stopping = false;
  const stop = async () => {
    stopping = true;
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const added = await loadFieldTypes();
    if (added.length > 0) progress(`外加的字段类型：${added.join('、')}`);
    progress('打开数据库');
    const opened = await openDatabase(env, config.dataDir, logger, progress);
    undo.push(() => opened.stop());
    const database = createPlatformDatabase({
      appUrl: opened.appUrl,
      ownerUrl: opened.ownerUrl,
      statementTimeout: config.statementSeconds * 1_000,
      connectTimeout: config.statementSeconds * 1_000,
      // Pools let go of their connections before the sockets are closed; the database then says that it ends them.
      onError: (error) => logger[stopping ? 'debug' : 'warn']({ err: error }, '数据库连接中断'),
    });
    undo.push(() => database.close());
    const foundation: Foundation = {
      config,
      database,
      clock,
      logger,
      settings: new Map(),
      progress,
    };
    const assembled = await assembleServer(foundation);
    undo.push(() => assembled.close());
    const { problems } = assembled.imported;
    for (const problem of problems) {
      logger.warn(problem, '元数据有误');
      progress(`元数据有误：${problem.file} ${problem.pointer} ${problem.message}`);
    }
    // The histories of the demo plant lie in the past; nobody else's log does.
    await database.withOwner((owner) => allowBackdating(owner, config.demoPlant));
    const ending = new AbortController();
    const filling: Filling = { ...foundation, progress };
    const begun = (await isEmpty(database)) ? await fill(filling, assembled, opened, ending.signal) : undefined;
    undo.push(async () => {
      ending.abort();
      await begun?.done.catch(() => {});
    });
    const world = await startGateways(foundation, assembled, undo);
    const { main, admin } = assembled.app;
    const platform = await listen(main, config.host, config.port, 'PORT');
    const management = await listen(admin, config.host, config.adminPort, 'ADMIN_PORT');
    logger.info({ platform, management }, 'listening');
    await startMqtt(filling, assembled, undo);
    await startJetStream(filling, assembled, undo);
    await startBrokers(filling, assembled, undo);
    const sensors = config.tls === undefined ? world?.startSensors(platform) : undefined;
    undo.push(async () => sensors?.stop());
    progress('已就绪');
    undo.push(startBackground(filling, assembled, opened, ending, begun));
    const endCollecting = collectWhenIdle();
    undo.push(async () => endCollecting());
    return { greeting: greeting(config, platform, management), stop };
  } catch (error) {
    await stop().catch((failure: unknown) => logger.error({ err: failure }, '停止时出错'));
    throw error;
  }
}

/**
 * Goes on filling the demo plant while people work already, then does the housekeeping: not before, because the log of
 * days long past is still being written. Ends by the function given back.
 */
function startBackground(
  foundation: Filling,
  assembled: Assembled,
  opened: OpenDatabase,
  ending: AbortController,
  begun: DemoWork | undefined,
): () => Promise<void> {
  let endHousekeeping: (() => Promise<void>) | undefined;
  const filling = fillToTheEnd(foundation, assembled, opened, ending.signal, begun)
    .then(async () => {
      if (ending.signal.aborted) return;
      await foundation.database.withOwner((owner) => allowBackdating(owner, false));
      endHousekeeping = startHousekeeping(foundation);
    })
    .catch((error: unknown) => foundation.logger.error({ err: error }, '后台任务未能开始'));
  return async () => {
    ending.abort();
    await filling;
    await endHousekeeping?.();
  };
}

/** Milliseconds after which writing that broke off goes on; doubled each time, so that the last try is hours later. */
const firstRetry = 2_000;
const mostTries = 14;

/**
 * Writes the demo plant until all of it is there. What is written stays, so that each try goes on where the one before
 * broke off, and a start where the process before it ended. Days are closed only behind it: into a closed one nothing
 * more can be written.
 */
async function fillToTheEnd(
  foundation: Filling,
  assembled: Assembled,
  opened: OpenDatabase,
  ending: AbortSignal,
  begun: DemoWork | undefined,
): Promise<void> {
  let work = begun;
  for (let tries = 1; !ending.aborted; tries += 1) {
    try {
      work ??= writeDemo(foundation, assembled, opened, ending);
      return await work?.done;
    } catch (error) {
      if (ending.aborted) return;
      work = undefined;
      foundation.logger.error({ err: error }, '演示数据未能写完');
      foundation.progress(`演示数据未能写完：${error instanceof Error ? error.message : String(error)}`);
      if (tries === mostTries) return;
      // Aborting is no failure: the loop ends by itself.
      await sleep(firstRetry * 2 ** (tries - 1), undefined, { signal: ending }).catch(() => {});
    }
  }
}

/** Begins to write what is missing of the demo plant; undefined where there is none. */
function writeDemo(
  { config, clock, progress }: Filling,
  { app }: Assembled,
  { appUrl, ownerUrl }: OpenDatabase,
  ending: AbortSignal,
  password?: string,
): DemoWork | undefined {
  const writer = join(import.meta.dirname, '..', '..', 'mocks', 'demo-plant', 'writer.ts');
  if (!config.demoPlant || !existsSync(writer)) return undefined;
  const { dataDir, servicePrefix, jwtSecret, timeZone, demoDangers } = config;
  if (password === undefined && demoDangers === 0) return undefined;
  return writeApart(
    writer,
    {
      ...{ config: { dataDir, servicePrefix, jwtSecret }, timeZone, appUrl, ownerUrl, password },
      count: demoDangers,
      now: clock.now().getTime(),
    },
    {
      progress,
      async turn() {
        await app.traffic.quiet();
        return !ending.aborted;
      },
    },
  );
}

/** What the server does by itself for the database; ends by the function given back. */
function startHousekeeping({ config, database, clock, logger }: Foundation): () => Promise<void> {
  const jobs = createJobs({
    database,
    clock,
    onError: (name, error) => logger.error({ err: error, job: name }, '后台任务出错'),
  });
  const { timeZone } = config;
  const anchor = openAuditAnchor(config.dataDir);
  let ended = false;
  jobs.add(
    auditChainJob({
      database,
      timeZone,
      onSealed(links) {
        logger.info({ links }, '操作日志已封存');
        anchor.noteDays(links);
      },
      goesOn: () => !ended,
    }),
  );
  // Each process has an anchor of its own, unless they share the folder.
  jobs.add({ name: 'auditAnchor', every: 60, where: 'each', run: () => anchor.noteRows(database) });
  const undelivered = (channel: string, error: unknown) =>
    logger.warn({ err: error, channel }, '操作日志的锚未能送出，稍后重试');
  jobs.add({
    name: 'auditDelivery',
    every: 600,
    run: () => deliverAnchors(anchor, config.auditReceivers, undelivered),
  });
  jobs.add(idempotencySweepJob(database));
  jobs.add(writeMarkSweepJob(database));
  return () => {
    ended = true;
    return jobs.stop();
  };
}

async function isEmpty(database: Database): Promise<boolean> {
  const rows = await database.withTenant('000000', (connection) =>
    connection.query('select 1 from data.tenant limit 1'),
  );
  return rows.length === 0;
}

/** Fills an empty database, until people can work in it; what is still being written of the demo plant is given back. */
async function fill(
  foundation: Filling,
  assembled: Assembled,
  opened: OpenDatabase,
  ending: AbortSignal,
): Promise<DemoWork | undefined> {
  const { config, database, clock, progress } = foundation;
  const work = writeDemo(foundation, assembled, opened, ending, demoPassword);
  if (work !== undefined) {
    progress('首次启动，正在写入演示工厂');
    await work.stands;
    return work;
  }
  const { adminPassword } = config;
  if (adminPassword === undefined) {
    throw new ConfigError('数据库是空的：请设置 ANLAN_ADMIN_PASSWORD，作为首个管理员 admin（租户000000）的初始密码。');
  }
  progress('首次启动，正在建立管理员账号');
  await patiently(jobPatience, () => createFirstAdministrator(database, clock, adminPassword));
  return undefined;
}

/** What `mocks/world.ts` exports. */
interface PretendedWorld {
  startWorld(firstPort: number): Promise<{ readonly lines: readonly string[]; close(): Promise<void> }>;
  connectDemo(services: Assembled['services'], firstPort: number): Promise<void>;
  connectCameras(services: Assembled['services'], firstPort: number): Promise<void>;
  connectSensors(services: Assembled['services']): Promise<void>;
  startSensors(url: string): { stop(): Promise<void> };
}

/** Starts pretended gateways beside the demo plant, where that is asked for, and lets its connectors lead there. */
async function startGateways(
  { config, progress }: Foundation,
  { services }: Assembled,
  undo: (() => Promise<unknown>)[],
): Promise<PretendedWorld | undefined> {
  const file = join(import.meta.dirname, '..', '..', 'mocks', 'world.ts');
  if (!config.demoPlant || config.demoGateways === undefined || !existsSync(file)) return undefined;
  const pretended = (await import(pathToFileURL(file).href)) as PretendedWorld;
  const world = await pretended.startWorld(config.demoGateways);
  undo.push(() => world.close());
  await pretended.connectDemo(services, config.demoGateways);
  await pretended.connectSensors(services);
  await pretended.connectCameras(services, config.demoGateways);
  for (const line of world.lines) progress?.(line);
  return pretended;
}

/** Takes in what sources send by MQTT; a port that is taken keeps nobody from the platform. */
async function startMqtt(
  { config, logger, progress }: Filling,
  { live }: Assembled,
  undo: (() => Promise<unknown>)[],
): Promise<void> {
  const { host, mqttPort } = config;
  if (mqttPort === undefined) return;
  const { startMqttIntake } = await import('../live/mqtt-intake.ts');
  try {
    const onRefused = (source: string, error: unknown) => logger.warn({ err: error, source }, '监测数据未接收');
    const intake = await startMqttIntake({ live, host, port: mqttPort, onRefused });
    undo.push(() => intake.close());
    logger.info({ port: intake.port }, 'listening for MQTT');
  } catch (error) {
    logger.warn({ err: error, port: mqttPort }, 'MQTT 端口不可用');
    progress(`MQTT 端口 ${mqttPort} 不可用，不接收 MQTT 数据；可用 ANLAN_MQTT_PORT 换一个端口，或设为 off`);
  }
}

/** Reads what sources have left in a JetStream; a server that is away keeps nobody from the platform. */
async function startJetStream(
  { config, logger, progress }: Filling,
  { live, app }: Assembled,
  undo: (() => Promise<unknown>)[],
): Promise<void> {
  const { natsUrl: url } = config;
  if (url === undefined) return;
  const { startJetStreamIntake } = await import('../live/jetstream-intake.ts');
  const intake = startJetStreamIntake({
    live,
    url,
    onReading() {
      if (app.intake.get('nats') === false) progress('NATS 服务已连上');
      app.intake.set('nats', true);
      logger.info('reading from JetStream');
    },
    onRefused(source, error) {
      if (source === '') app.intake.set('nats', false);
      logger.warn({ err: error, source }, source === '' ? 'NATS 服务不可用' : '监测数据未接收');
      if (source === '') progress('NATS 服务（ANLAN_NATS_URL）不可用，连上之前不从那里接收监测数据');
    },
  });
  undo.push(() => intake.close());
}

/** Reads what sources have left at brokers that others run, each for itself; one that is away keeps nobody from the platform. */
async function startBrokers(
  { config, logger, progress }: Filling,
  { live, app }: Assembled,
  undo: (() => Promise<unknown>)[],
): Promise<void> {
  const { mqttBrokers: settings } = config;
  if (settings === undefined) return;
  const { startBrokerIntake } = await import('../live/broker-intake.ts');
  for (const [index, url] of settings.urls.entries()) {
    const name = settings.urls.length === 1 ? 'mqtt' : `mqtt${index + 1}`;
    // Without the account that may stand in it.
    const { host } = new URL(url);
    const intake = startBrokerIntake({
      live,
      url,
      settings,
      onReading() {
        if (app.intake.get(name) === false) progress(`MQTT 代理 ${host} 已连上`);
        app.intake.set(name, true);
        logger.info({ host }, 'reading from an MQTT broker');
      },
      onRefused(source, error) {
        logger.warn({ err: error, host, source }, source === '' ? 'MQTT 代理不可用' : '监测数据未接收');
        if (source !== '') return;
        app.intake.set(name, false);
        progress(`MQTT 代理 ${host}（ANLAN_MQTT_URL）不可用，连上之前不从那里接收监测数据`);
      },
    });
    undo.push(() => intake.close());
  }
}

async function listen(app: FastifyInstance, host: string, port: number, name: string): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new Error(`端口 ${port} 已被占用，请结束占用它的程序，或用 ${name} 换一个端口。`);
    if (code === 'EACCES') throw new Error(`没有权限使用端口 ${port}，请用 ${name} 换一个1024以上的端口。`);
    if (code === 'EADDRNOTAVAIL') throw new Error(`本机没有地址 ${host}，请检查 HOST。`);
    throw error;
  }
}

function greeting(config: Config, platform: string, management: string): string[] {
  const lines = ['', `  安澜平台   ${platform}`, `  管理系统   ${management}`, ''];
  if (config.demoPlant) {
    lines.push(
      `  演示账号（租户 ${config.defaultTenant}，密码都是 ${demoPassword}）`,
      '    admin 系统管理员　safety 安全管理员　director 安全总监　workshop 车间主任　leader 班组长　employee 员工',
      '    其余见 README.md；租户 000000 的管理员也叫 admin，可以切换企业',
      '',
    );
  }
  return [...lines, '  按 Ctrl+C 停止', ''];
}
