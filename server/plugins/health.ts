import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { MetadataSource } from '../metadata/snapshot.ts';

/** What `/health` looks at. */
export interface HealthSource {
  readonly database: Database;
  readonly metadata: MetadataSource;
  readonly config: Config;
  /** `performance.now()` of the start. */
  readonly started: number;
}

/**
 * `GET /health`: 200 with `status` `ok` while database and metadata answer, else 503 with `status` `unavailable`.
 * It names neither versions nor addresses, since it asks for no login.
 */
export function registerHealth(app: FastifyInstance, source: HealthSource): void {
  app.get('/health', { logLevel: 'warn' }, async (_request, reply) => {
    const uptime = Math.round((performance.now() - source.started) / 1000);
    reply.header('cache-control', 'no-store');
    try {
      const started = performance.now();
      await source.database.withTenant(source.config.defaultTenant, (connection) => connection.query('select 1'));
      const databaseMs = Math.round(performance.now() - started);
      const { revision } = await source.metadata.snapshot(source.config.defaultTenant);
      return reply.send({ status: 'ok', database: { status: 'ok', ms: databaseMs }, metadata: { revision }, uptime });
    } catch (error) {
      app.log.error({ err: error }, '健康检查失败');
      return reply.code(503).send({ status: 'unavailable', uptime });
    }
  });
}
