import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { StreamEvent, WatchedRecord } from '../../../src/core/wire/events.ts';
import { rightsOf } from '../../access/permission/rights.ts';
import type { CallContext } from '../../ground/context.ts';
import type { Database } from '../../ground/database/database.ts';
import { EVENT_CHANNEL, parseEvent, publishEvents, type RealtimeEvent } from '../../ground/publish.ts';
import type { MetadataSource } from '../../metadata/snapshot.ts';
import type { EntityService } from '../../records/service/service.ts';

/** One open stream, as the hub sees it. */
export interface EventStream {
  readonly tenantId: string;
  readonly userId: string;
  /** His pseudonym, under which he is told too. */
  readonly alias?: string | undefined;
  readonly sessionId: string;
  readonly records: readonly WatchedRecord[];
  /** Entities of which any change is told, without saying which record. */
  readonly entities: readonly string[];
  /** Whether it does not count towards the streams of its session. */
  readonly beside?: boolean;
  /** The person as he is now; throws once the session has ended. */
  authenticate(): Promise<CallContext>;
  send(event: StreamEvent): void;
  /** Sends a comment, so that nobody on the way takes the stream for dead. */
  beat(): void;
  /** Ends it; the browser may come again, `sessionEnded` tells it not to. */
  end(reason: 'stopping' | 'sessionEnded'): void;
}

/** Somebody without a session who shows records of an entity, and asks again when one of them has changed. */
export interface EntityWatch {
  readonly tenantId: string;
  readonly entityKey: string;
  /** Some record of the entity was written; which one, nobody is told. */
  changed(): void;
  beat(): void;
  end(): void;
}

/** Streams of this process, fed by NOTIFY. */
export interface EventHub {
  /** Listens from the first stream on. Throws where the session has too many streams. */
  add(stream: EventStream): Promise<() => void>;
  /** The same for who is not signed in. */
  watch(watch: EntityWatch): Promise<() => void>;
  /** Whether a session may open another stream. */
  hasRoom(sessionId: string): boolean;
  /** Tells all processes, soon and without waiting; for what is no part of a transaction. */
  announce(event: RealtimeEvent): void;
  close(): Promise<void>;
}

export interface EventHubOptions {
  readonly database: Database;
  readonly metadata: MetadataSource;
  readonly service: EntityService;
  onError(error: unknown): void;
  /** Told that a session may have ended, or any where no id is given, before its streams are looked at. */
  onSession?(sessionId: string | undefined): void;
  /** Seconds between two signs of life. Default 25. */
  readonly heartbeat?: number;
  /** Seconds between two looks at whether the sessions still live. Default 5. */
  readonly check?: number;
  /** Streams of one session. Default 10. */
  readonly perSession?: number;
}

const ANNOUNCE_AFTER = 20;
/** Milliseconds in which changes of an entity are gathered for a stream. */
const TELL_AFTER = 250;

/** Creates the hub of a process; nothing is listened to before its first stream. */
export function createEventHub(options: EventHubOptions): EventHub {
  const { database, metadata, service, onError } = options;
  const { heartbeat = 25, check = 5, perSession = 10 } = options;
  const streams = new Set<EventStream>();
  const watches = new Set<EntityWatch>();
  const told = new WeakMap<EventStream, Set<string>>();
  let listening: Promise<() => Promise<void>> | undefined;
  let waiting: RealtimeEvent[] = [];
  let flushing: NodeJS.Timeout | undefined;
  let closed = false;

  const forgetMetadata = metadata.onChange((tenantId) => {
    for (const stream of streams) {
      if (tenantId === undefined || stream.tenantId === tenantId) stream.send({ topic: 'metadata' });
    }
  });
  const beats = setInterval(() => {
    for (const one of [...streams, ...watches]) one.beat();
  }, heartbeat * 1000);
  const checks = setInterval(() => {
    for (const stream of streams) confirm(stream);
  }, check * 1000);
  beats.unref();
  checks.unref();

  function confirm(stream: EventStream): void {
    stream.authenticate().catch((error: unknown) => {
      // Only a refusal says that the person may not listen any more. Any other fault (a database that is away, a full
      // disk) leaves that open, and the next check asks again.
      if (error instanceof AnlanError && [401, 403].includes(error.status)) drop(stream, 'sessionEnded');
    });
  }

  function drop(stream: EventStream, reason: 'stopping' | 'sessionEnded'): void {
    if (streams.delete(stream)) stream.end(reason);
  }

  function take(payload: string): void {
    const event = parseEvent(payload);
    if (event === undefined) return;
    const { topic, userIds } = event;
    if (topic === 'session') {
      takeEnd(event);
      return;
    }
    if (topic === 'record') {
      for (const watch of watches)
        if (watch.tenantId === event.tenantId && watch.entityKey === event.entityKey) watch.changed();
    }
    for (const stream of streams) {
      if (stream.tenantId !== event.tenantId) continue;
      if (userIds !== undefined && !userIds.some((id) => id === stream.userId || id === stream.alias)) continue;
      if (topic === 'record') {
        tellRecord(stream, event);
        tellEntity(stream, event.entityKey);
      } else if (topic === 'lookup' && event.entityKey !== undefined)
        stream.send({ topic, entityKey: event.entityKey });
      else stream.send({ topic });
    }
  }

  // A person of the group works in another company than the one that his session belongs to.
  function takeEnd({ recordId }: RealtimeEvent): void {
    options.onSession?.(recordId);
    for (const stream of streams) if (recordId === undefined || stream.sessionId === recordId) confirm(stream);
  }

  // Only who watches the record and may still see it is told that it changed.
  function tellRecord(stream: EventStream, { entityKey, recordId }: RealtimeEvent): void {
    if (entityKey === undefined || recordId === undefined) return;
    const watched = stream.records.some((record) => record.entityKey === entityKey && record.recordId === recordId);
    if (!watched) return;
    stream
      .authenticate()
      .then((context) => service.findVisible(context, entityKey, recordId))
      .then((record) => {
        if (record !== undefined && streams.has(stream)) stream.send({ topic: 'record', entityKey, recordId });
      })
      .catch(() => confirm(stream));
  }

  // Many changes of a moment are told once, and only to who may see records of the entity at all.
  function tellEntity(stream: EventStream, entityKey: string | undefined): void {
    if (entityKey === undefined || !stream.entities.includes(entityKey)) return;
    const waits = told.get(stream) ?? new Set();
    told.set(stream, waits);
    if (waits.has(entityKey)) return;
    waits.add(entityKey);
    setTimeout(() => {
      waits.delete(entityKey);
      if (!streams.has(stream)) return;
      stream
        .authenticate()
        .then(async (context) => {
          const snapshot = await metadata.snapshot(context.tenantId);
          const model = snapshot.entities.get(entityKey);
          const sees = model !== undefined && rightsOf(context.caller, snapshot).entity(model).has('view');
          if (sees && streams.has(stream)) stream.send({ topic: 'entity', entityKey });
        })
        .catch(() => confirm(stream));
    }, TELL_AFTER).unref();
  }

  async function flush(): Promise<void> {
    const byTenant = Map.groupBy(waiting.splice(0), ({ tenantId }) => tenantId);
    for (const [tenantId, events] of byTenant) {
      await database.withTenant(tenantId, (connection) => publishEvents(connection, events));
    }
  }

  async function listen(): Promise<void> {
    listening ??= database.listen(EVENT_CHANNEL, take);
    await listening.catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
  }

  return {
    hasRoom: (sessionId) =>
      [...streams].filter((stream) => stream.sessionId === sessionId && stream.beside !== true).length < perSession,
    async add(stream) {
      await listen();
      if (closed) stream.end('stopping');
      else streams.add(stream);
      return () => streams.delete(stream);
    },
    async watch(watch) {
      await listen();
      if (closed) watch.end();
      else watches.add(watch);
      return () => watches.delete(watch);
    },
    announce(event) {
      if (closed) return;
      waiting.push(event);
      flushing ??= setTimeout(() => {
        flushing = undefined;
        flush().catch(onError);
      }, ANNOUNCE_AFTER);
      flushing.unref();
    },
    async close() {
      closed = true;
      waiting = [];
      clearTimeout(flushing);
      clearInterval(beats);
      clearInterval(checks);
      forgetMetadata();
      for (const stream of [...streams]) drop(stream, 'stopping');
      for (const watch of watches) watch.end();
      watches.clear();
      await (await listening?.catch(() => undefined))?.();
    },
  };
}
