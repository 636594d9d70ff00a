import type { FastifyInstance } from 'fastify';
import type { OpenApiExtra } from '../../src/compile/openapi/calls.ts';
import { compileOpenApi } from '../../src/compile/openapi/openapi.ts';
import { type Authenticate, headerText, topTenant } from '../auth/authenticate.ts';
import type { Config } from '../config.ts';
import type { MetadataSnapshot, MetadataSource } from '../metadata/snapshot.ts';

export interface OpenApiRouteOptions {
  readonly config: Config;
  readonly metadata: MetadataSource;
  readonly authenticate: Authenticate;
  /** Calls that no entity brings. */
  readonly extras: readonly OpenApiExtra[];
}

/**
 * `GET /api/openapi.json`: the OpenAPI 3.1 document of the caller's tenant, without sign-in the shipped one. It is
 * made from the table that the dispatcher serves, once for each revision, and comes without envelope.
 */
export function registerOpenApi(app: FastifyInstance, options: OpenApiRouteOptions): void {
  const { config, metadata, authenticate, extras } = options;
  const documents = new WeakMap<MetadataSnapshot, string>();
  app.get('/api/openapi.json', async (request, reply) => {
    const signedIn = headerText(request, config.tokenHeader) !== undefined;
    const tenantId = signedIn ? (await authenticate(request)).tenantId : topTenant;
    const snapshot = await metadata.snapshot(tenantId);
    let document = documents.get(snapshot);
    if (document === undefined) {
      const about = { title: '安澜接口', version: snapshot.revision, tokenHeader: config.tokenHeader };
      document = JSON.stringify(compileOpenApi(snapshot.operations.values(), extras, about));
      documents.set(snapshot, document);
    }
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
