import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { WatchedRecord } from '../../../src/core/wire/events.ts';
import type { Authenticate } from '../../access/sign-in/authenticate.ts';
import type { TenantKeys } from '../../ground/tenant-keys.ts';
import type { MetadataSource } from '../../metadata/snapshot.ts';
import { personAlias } from '../../records/call/author.ts';
import type { SystemOperation } from '../system/system-call.ts';
import { beginStream } from './begin-stream.ts';
import type { EventHub, EventStream } from './hub.ts';

/** Records that one stream can watch. */
const MOST_RECORDS = 20;
/** Entities that one stream can watch as a whole. */
const MOST_ENTITIES = 5;

/** Path of the stream. */
function eventsPath(prefix: string): string {
  return `/api/${prefix}-system/events`;
}

/** The stream as OpenAPI lists it. */
export function eventsOperation(prefix: string): SystemOperation {
  return {
    name: 'events',
    method: 'GET',
    path: eventsPath(prefix),
    title: '变化事件流',
    open: false,
    arguments: {
      records: { title: '要跟踪的记录，逗号分隔的“实体:编号”' },
      entities: { title: '要跟踪的实体，逗号分隔：其任何记录有变化时收到entity' },
    },
    answer:
      'text/event-stream；先是event: open，data为{revision: 元数据版本}；此后data为{topic: tasks、notices、longJobs、metadata、record或entity, entityKey, recordId}',
  };
}

/**
 * Registers the stream of changes on a port. It says only what changed; what it now is, the usual calls answer to
 * whoever may see it.
 */
export function registerEvents(
  app: FastifyInstance,
  options: {
    readonly prefix: string;
    readonly hub: EventHub;
    readonly metadata: MetadataSource;
    readonly keys: TenantKeys;
    readonly authenticate: Authenticate;
  },
): void {
  const { hub, metadata, authenticate } = options;
  app.get(eventsPath(options.prefix), async (request: FastifyRequest, reply: FastifyReply) => {
    const context = await authenticate(request);
    const records = watchedRecords(request);
    const entities = watchedEntities(request);
    const { sessionId, userId } = context.caller;
    const alias = personAlias(options, context.caller, await metadata.snapshot(context.tenantId));
    if (!hub.hasRoom(sessionId)) throw new AnlanError('tooManyRequests');
    const { raw, write } = beginStream(reply);
    const stream: EventStream = {
      tenantId: context.tenantId,
      userId,
      alias,
      sessionId,
      records,
      entities,
      authenticate: () => authenticate(request),
      send: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
      beat: () => write(': \n\n'),
      end(reason) {
        write(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
        raw.end();
      },
    };
    const remove = await hub.add(stream).catch((error: unknown) => {
      request.log.error({ err: error }, '事件流未能建立');
      raw.end();
      return () => {};
    });
    raw.once('close', remove);
    if (raw.closed) remove();
    // What changed after the page was read and before anybody listened, this says.
    const { revision } = await metadata
      .snapshot(context.tenantId)
      .catch(() => ({ revision: request.metadataRevision }));
    write(`event: open\ndata: ${JSON.stringify({ revision })}\n\n`);
  });
}

function watchedRecords(request: FastifyRequest): WatchedRecord[] {
  const { records } = request.query as { records?: unknown };
  if (records === undefined || records === '') return [];
  const parts = typeof records === 'string' ? records.split(',') : [];
  const watched = parts.flatMap((part) => {
    const match = /^([A-Za-z][A-Za-z0-9]{0,59}):([A-Za-z0-9_-]{1,40})$/.exec(part);
    return match === null ? [] : [{ entityKey: match[1] ?? '', recordId: match[2] ?? '' }];
  });
  if (watched.length !== parts.length || watched.length === 0 || watched.length > MOST_RECORDS) {
    throw invalidInput([{ pointer: '/records', msg: say('须为至多{most}个“实体:编号”', { most: MOST_RECORDS }) }]);
  }
  return watched;
}

function watchedEntities(request: FastifyRequest): string[] {
  const { entities } = request.query as { entities?: unknown };
  if (entities === undefined || entities === '') return [];
  const keys = typeof entities === 'string' ? [...new Set(entities.split(','))] : [];
  if (
    keys.length === 0 ||
    keys.length > MOST_ENTITIES ||
    !keys.every((key) => /^[A-Za-z][A-Za-z0-9]{0,59}$/.test(key))
  ) {
    throw invalidInput([{ pointer: '/entities', msg: say('须为至多{most}个实体', { most: MOST_ENTITIES }) }]);
  }
  return keys;
}
