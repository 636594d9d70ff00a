import type { FastifyInstance } from 'fastify';
import { type Authenticate, authenticateAhead } from '../../access/sign-in/authenticate.ts';

/** Largest body, in bytes, of a call that anybody may make. No route takes more before it knows who calls. */
export const openBodyLimit = 64 * 1024;

/** Largest body of a system call of a signed-in person, in bytes. */
export const callBodyLimit = 1024 * 1024;

/** Largest body of a call on records of a signed-in person, in bytes: a record may hold tables and long texts. */
export const recordBodyLimit = 4 * 1024 * 1024;

/**
 * Has every route whose own `bodyLimit` is above the open one ask who calls before a byte of the body is read. The limit
 * of all other routes is the open one, which the server has to be made with. Call it before routes are registered.
 */
export function registerBodyLimits(app: FastifyInstance, authenticate: Authenticate): void {
  app.addHook('onRoute', (route) => {
    if ((route.bodyLimit ?? openBodyLimit) <= openBodyLimit) return;
    const before = route.onRequest === undefined ? [] : [route.onRequest].flat();
    route.onRequest = [(request) => authenticateAhead(request, authenticate), ...before];
  });
}
