import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { contentDisposition } from '../../files/file-name.ts';
import type { CallContext } from '../../ground/context.ts';
import type { BoundOperation, MetadataSnapshot, MetadataSource } from '../../metadata/snapshot.ts';
import type { CallArguments } from '../../records/service/handler.ts';
import type { EntityService } from '../../records/service/service.ts';
import { FileAnswer } from '../../reports/print/printing.ts';
import { receiveSheet } from '../../reports/spreadsheet/receive-sheet.ts';
import { StreamAnswer } from '../../reports/spreadsheet/stream-answer.ts';
import { recordBodyLimit } from '../plugins/body-limits.ts';
import { answer } from '../plugins/errors.ts';
import { sendStream } from '../plugins/send-stream.ts';

interface DispatcherOptions {
  readonly metadata: MetadataSource;
  readonly service: EntityService;
  /** Says who calls; throws where nobody may. */
  readonly authenticate: (request: FastifyRequest) => Promise<CallContext>;
}

/**
 * Serves every call that the metadata gives, by one route: Fastify cannot add routes while it runs, so the table of
 * operations of the caller's tenant is looked up for each call. Routes registered under their own path go first.
 */
export async function registerDispatcher(app: FastifyInstance, options: DispatcherOptions): Promise<void> {
  const { metadata, service, authenticate } = options;

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const context = await authenticate(request);
    const snapshot = await metadata.snapshot(context.tenantId);
    const found = findOperation(snapshot, request.method, pathOf(request.url));
    if (found === undefined) throw new AnlanError('unknownCall');
    const imports = found.bound.operation.kind === 'import';
    if (!imports && request.isMultipart()) throw new AnlanError('mediaTypeRefused');
    const args = argumentsOf(request, found.path);
    const sheet = { upload: () => receiveSheet(request), signal: signalOf(reply) };
    const data = await service.execute(context, snapshot, found.bound, imports ? { ...args, sheet } : args);
    if (data instanceof FileAnswer) return sendFile(reply, data);
    if (data instanceof StreamAnswer) return sendStream(reply, data);
    return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer(data)));
  }

  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.route({
      method: ['GET', 'POST', 'PUT', 'DELETE'],
      url: '/api/*',
      bodyLimit: recordBodyLimit,
      handler: handle,
    });
  });
}

/** Ended when the caller goes away before he was answered. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function sendFile(reply: FastifyReply, { contentType, name, content }: FileAnswer): FastifyReply {
  return reply
    .header('content-type', contentType)
    .header('content-disposition', contentDisposition('inline', name))
    .header('x-content-type-options', 'nosniff')
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
}

function argumentsOf(request: FastifyRequest, path: Readonly<Record<string, string>> | undefined): CallArguments {
  const query = request.query as Record<string, unknown>;
  const origin = `${request.protocol}://${request.host}`;
  return { query: path === undefined ? query : { ...query, ...path }, body: request.body, origin };
}

interface Template {
  readonly bound: BoundOperation;
  readonly segments: readonly string[];
}

const templatesOf = new WeakMap<MetadataSnapshot, ReadonlyMap<string, readonly Template[]>>();

/** The operation of a call, and the arguments that stand in its path. */
function findOperation(
  snapshot: MetadataSnapshot,
  method: string,
  path: string,
): { bound: BoundOperation; path?: Readonly<Record<string, string>> } | undefined {
  const bound = snapshot.operations.get(`${method} ${path}`);
  if (bound !== undefined) return path.includes('{') ? undefined : { bound };
  const segments = path.split('/');
  for (const template of templates(snapshot).get(`${method} ${segments.length}`) ?? []) {
    const found = matchPath(template, segments);
    if (found !== undefined) return { bound: template.bound, path: found };
  }
  return undefined;
}

function templates(snapshot: MetadataSnapshot): ReadonlyMap<string, readonly Template[]> {
  let known = templatesOf.get(snapshot);
  if (known === undefined) {
    const built = new Map<string, Template[]>();
    for (const bound of snapshot.operations.values()) {
      if (!bound.path.includes('{')) continue;
      const segments = bound.path.split('/');
      const key = `${bound.method} ${segments.length}`;
      built.set(key, [...(built.get(key) ?? []), { bound, segments }]);
    }
    known = built;
    templatesOf.set(snapshot, known);
  }
  return known;
}

function matchPath({ segments }: Template, given: readonly string[]): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = given[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) {
      if (segment !== value) return undefined;
    } else {
      try {
        found[name] = decodeURIComponent(value);
      } catch {
        return undefined;
      }
      if (found[name] === '') return undefined;
    }
  }
  return found;
}
