import { randomBytes } from 'node:crypto';
import type { Server as TlsServer } from 'node:tls';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../ground/config.ts';
import type { Clock } from '../ground/context.ts';
import type { Database } from '../ground/database/database.ts';
import { registerLanguage } from '../ground/language/language.ts';
import type { MetadataSource } from '../metadata/snapshot.ts';
import { registerBodies } from './plugins/bodies.ts';
import { openBodyLimit, registerBodyLimits } from './plugins/body-limits.ts';
import { readCertificate, watchCertificate } from './plugins/certificate.ts';
import { answerClientError, type Patience, registerPatience, transport } from './plugins/connections.ts';
import { answerUnreadable, registerErrors } from './plugins/errors.ts';
import { type HealthSource, registerHealth } from './plugins/health.ts';
import { registerSecurityHeaders } from './plugins/security-headers.ts';
import { registerStaticClient, type SiteKind } from './plugins/static-client.ts';
import { createTraffic, type Traffic } from './plugins/traffic.ts';
import { type Auth, createAuth } from './sign-in/auth.ts';

/** What a server is made of; whoever makes it closes database and log after it. */
interface AppOptions {
  readonly config: Config;
  readonly database: Database;
  readonly metadata: MetadataSource;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long callers are waited for. */
  readonly patience?: Patience;
  /**
   * Registers what stands beside signing in on each port: system calls, generic operations, files. It runs before the
   * client's files and the answer to unknown paths.
   */
  register(app: FastifyInstance, site: Site): Promise<void>;
}

/** One of the two ports, as its calls see it. */
export interface Site {
  readonly kind: SiteKind;
  readonly auth: Auth;
  /** The port this site listens on. */
  ownPort(): number;
  /** The port the other site listens on. */
  otherPort(): number;
}

/** The two sites of one process. */
export interface Sites {
  readonly main: FastifyInstance;
  readonly admin: FastifyInstance;
  readonly auth: Auth;
  /** When people last asked something, on either port. */
  readonly traffic: Traffic;
  /** Brokers and streams of others from which values are read, and whether each is reached; `/health` tells it. */
  readonly intake: Map<string, boolean>;
  /** Refuses new calls, finishes those under way, and closes both ports. */
  close(): Promise<void>;
}

/** The clock of a running server. */
export const systemClock: Clock = { now: () => new Date() };

/** Milliseconds that calls under way get to finish when the server stops. */
const closeWithin = 10_000;

/** Makes both sites over one database; nothing listens yet. */
export async function createApp(options: AppOptions): Promise<Sites> {
  const { config, database, metadata, clock, logger } = options;
  const auth = createAuth({
    config,
    database,
    metadata,
    clock,
    ids: await database.ids(),
    onError: (error) => logger.error({ err: error }, '后台任务出错'),
  });
  const intake = new Map<string, boolean>();
  const health: HealthSource = { database, metadata, config, intake, started: performance.now() };

  const certificate = config.tls && readCertificate(config.tls);
  const traffic = createTraffic();
  let closing = false;
  const sites: { platform?: FastifyInstance; management?: FastifyInstance } = {};
  const portOfSite = (kind: SiteKind) => portOf(sites[kind]) || (kind === 'platform' ? config.port : config.adminPort);

  async function createSite(kind: SiteKind): Promise<FastifyInstance> {
    const ownPort = () => portOfSite(kind);
    const otherPort = () => portOfSite(kind === 'platform' ? 'management' : 'platform');
    const app = fastify({
      loggerInstance: logger,
      // Addresses that cannot be read never reach a route, nor the error handler.
      frameworkErrors: (error, request, reply) =>
        answerUnreadable(error, request as unknown as FastifyRequest, reply as unknown as FastifyReply),
      bodyLimit: openBodyLimit,
      // One line a call, written below when it is answered.
      logController: new LogController({ disableRequestLogging: true }),
      trustProxy: config.trustProxy,
      genReqId: () => randomBytes(5).toString('hex'),
      clientErrorHandler: answerClientError,
      ...transport(certificate),
      forceCloseConnections: 'idle',
      // Extra keys and wrong types are the validator's to refuse; nothing is coerced or dropped before it sees them.
      ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
      routerOptions: { maxParamLength: 500 },
    }) as unknown as FastifyInstance;
    registerPatience(app, options.patience);
    app.decorateRequest('metadataRevision', '');
    app.decorateRequest('person', null);
    app.addHook('onError', (request, _reply, error) => auth.logRefusal(request, error));
    registerLanguage(app);
    registerErrors(app);
    registerBodies(app);
    registerBodyLimits(app, auth.authenticate);
    const { frameAncestors, origins, hsts } = config;
    registerSecurityHeaders(app, { frameAncestors, origins, hsts, otherPort });
    app.addHook('onSend', async (request, reply) => {
      // A kept connection would hold the port open until its browser goes away.
      if (closing && request.raw.httpVersionMajor === 1) reply.header('connection', 'close');
      if (request.metadataRevision !== '') reply.header('anlan-revision', request.metadataRevision);
      // Countdowns of a browser go by this clock, not by its own.
      if (request.url.startsWith('/api')) reply.header('anlan-time', String(clock.now().getTime()));
      if (request.url.startsWith('/api') && !reply.hasHeader('cache-control'))
        reply.header('cache-control', 'no-store');
    });
    app.addHook('onResponse', async (request, reply) => {
      request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime * 10) / 10 }, 'request');
    });
    traffic.watch(app);
    registerHealth(app, health);
    auth.register(app, otherPort);
    await options.register(app, { kind, auth, ownPort, otherPort });
    await registerStaticClient(app, { folder: config.clientDir, kind, config });
    await app.ready();
    sites[kind] = app;
    return app;
  }

  const main = await createSite('platform');
  const admin = await createSite('management');
  const servers = [main, admin].map(({ server }) => server);
  const stopWatching =
    config.tls === undefined ? () => {} : watchCertificate(config.tls, servers as unknown as TlsServer[], logger);
  return {
    main,
    admin,
    auth,
    traffic,
    intake,
    async close() {
      closing = true;
      auth.close();
      stopWatching();
      const cut = setTimeout(() => {
        for (const server of servers) server.closeAllConnections();
      }, closeWithin);
      await Promise.all([main.close(), admin.close()]);
      clearTimeout(cut);
    },
  };
}

function portOf(app: FastifyInstance | undefined): number {
  const address = app?.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
