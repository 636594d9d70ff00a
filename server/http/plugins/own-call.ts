import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Service, ServiceAnswers } from '../../../src/core/wire/calls.ts';
import { answer } from './errors.ts';

/** A call under a route of its own. What it answers stands in `ServiceAnswers`, by its service and path. */
interface OwnCall<S extends Service, Path extends keyof ServiceAnswers[S]> {
  readonly service: S;
  readonly path: Path & string;
  readonly method: 'GET' | 'POST';
  /** Message of the answer, said when it is made. Default 操作成功. */
  readonly message?: () => string;
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<ServiceAnswers[S][Path]>;
}

/** Registers a call; its answer goes into the envelope. */
export function registerOwnCall<S extends Service, Path extends keyof ServiceAnswers[S]>(
  app: FastifyInstance,
  prefix: string,
  { service, path, method, message, handle }: OwnCall<S, Path>,
  options: RouteShorthandOptions = {},
): void {
  app.route({
    ...options,
    method,
    url: `/api/${prefix}-${service}/${path}`,
    handler: async (request, reply) => answer(await handle(request, reply), message?.()),
  });
}
