import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { say } from '../../../src/core/text/say.ts';
import type { Config } from '../../ground/config.ts';
import type { Database } from '../../ground/database/database.ts';
import { inLanguage, requestLanguage } from '../../ground/language/language.ts';
import type { MetadataSource } from '../../metadata/snapshot.ts';

/** What `/health` looks at. */
export interface HealthSource {
  readonly database: Database;
  readonly metadata: MetadataSource;
  readonly config: Config;
  /** Brokers and streams of others from which values are read, and whether each is reached. */
  readonly intake: ReadonlyMap<string, boolean>;
  /** `performance.now()` of the start. */
  readonly started: number;
}

/** Milliseconds after which a database that has not answered counts as standing still. */
const patience = 700;
/** Milliseconds of one wait of it. What comes while the process itself is busy lies unread, and is nobody's silence. */
const slice = 50;

/** What is wrong, for people; the codes are for monitors. */
const problems = {
  refused: () => say('数据库无法连接'),
  silent: () => say('数据库没有应答'),
  metadata: () => say('元数据无法读取'),
};

/** How database and metadata were found. */
type Finding = { readonly ms: number; readonly revision: string } | { readonly problem: keyof typeof problems };

/**
 * `GET /health`: 200 with `status` `ok` while database and metadata answer, else 503 with `status` `unavailable` and
 * what is wrong: `problem` `refused` (no connection), `silent` (no answer in time) or `metadata`, and `msg` in words. It
 * tells besides of each broker and stream of others whether it is reached (`intake`): one that is away stops nobody's work. It
 * answers within a second, whatever the database does, and names neither versions nor addresses, since it asks for no
 * login.
 */
export function registerHealth(app: FastifyInstance, source: HealthSource): void {
  let looking: Promise<Finding> | undefined;
  let told: string | undefined;

  async function look(): Promise<Finding> {
    const { database, metadata, config } = source;
    const begun = performance.now();
    try {
      await database.withTenant(config.defaultTenant, (connection) => connection.query('select 1'));
    } catch (error) {
      app.log.warn({ reason: error instanceof Error ? error.message : String(error) }, '健康检查：数据库无法连接');
      return { problem: 'refused' };
    }
    const ms = Math.round(performance.now() - begun);
    try {
      const { revision } = await metadata.snapshot(config.defaultTenant);
      return { ms, revision };
    } catch (error) {
      app.log.error({ err: error }, '健康检查：元数据无法读取');
      return { problem: 'metadata' };
    }
  }

  app.get('/health', { logLevel: 'warn' }, async (request, reply) => {
    const uptime = Math.round((performance.now() - source.started) / 1000);
    reply.header('cache-control', 'no-store');
    // Monitors that ask again and again while it stands still wait for the same look, and take one connection in all.
    looking ??= look().finally(() => {
      looking = undefined;
    });
    const finding = await within(looking, patience);
    if ('problem' in finding) {
      if (told !== finding.problem) request.log.warn({ problem: finding.problem }, problems[finding.problem]());
      told = finding.problem;
      const msg = inLanguage(requestLanguage(request), problems[finding.problem]);
      return reply
        .code(503)
        .header('retry-after', '5')
        .send({ status: 'unavailable', problem: finding.problem, msg, uptime });
    }
    told = undefined;
    const { ms, revision } = finding;
    const intake = [...source.intake].map(([name, isReached]) => [name, isReached ? 'ok' : 'away']);
    return reply.send({
      status: 'ok',
      database: { status: 'ok', ms },
      metadata: { revision },
      ...(intake.length === 0 ? {} : { intake: Object.fromEntries(intake) }),
      uptime,
    });
  });
}

async function within(finding: Promise<Finding>, milliseconds: number): Promise<Finding> {
  const over = new AbortController();
  const late = async (): Promise<Finding> => {
    // In slices: one that ends late because the process was busy counts as one, and what came meanwhile is read first.
    for (let waited = 0; waited < milliseconds; waited += slice) await sleep(slice, undefined, { signal: over.signal });
    return { problem: 'silent' };
  };
  try {
    const waiting = late();
    waiting.catch(() => {});
    return await Promise.race([finding, waiting]);
  } finally {
    over.abort();
  }
}
