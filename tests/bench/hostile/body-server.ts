import fastify, { type FastifyInstance } from 'fastify';
import { registerBodies } from '../../../server/http/plugins/bodies.ts';
import { recordBodyLimit } from '../../../server/http/plugins/body-limits.ts';
import { registerErrors } from '../../../server/http/plugins/errors.ts';

/** A server that only reads bodies, as the product's does once it knows who calls. */
interface BodyServer {
  /** Status with which a body is answered. Throws for one that nobody foresaw. */
  post(type: string, payload: string | Buffer): Promise<number>;
  close(): Promise<void>;
}

/** Makes one; it does not listen. */
export async function bodyServer(): Promise<BodyServer> {
  const app = fastify({ bodyLimit: recordBodyLimit }) as unknown as FastifyInstance;
  registerErrors(app);
  registerBodies(app);
  app.post('/', async () => null);
  await app.ready();
  return {
    async post(type, payload) {
      const { statusCode } = await app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': type } });
      if (statusCode >= 500) throw new Error(`answered ${statusCode}`);
      return statusCode;
    },
    close: () => app.close(),
  };
}
