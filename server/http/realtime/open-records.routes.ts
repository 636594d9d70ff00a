import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { isTenantId } from '../../access/sign-in/account-lookup.ts';
import { openPublishedBy } from '../../flow/intake/published-record.ts';
import type { Config } from '../../ground/config.ts';
import type { Clock } from '../../ground/context.ts';
import type { EntityServices } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import type { SystemOperation } from '../system/system-call.ts';
import { beginStream } from './begin-stream.ts';
import type { EntityWatch, EventHub } from './hub.ts';

/** Streams of one address, and of all: the screens of a plant may share an address. */
const MOST = { address: 60, all: 1000 } as const;
/** Milliseconds in which changes of an entity are gathered before the records are read again. */
const GATHER = 150;

function openRecordsPath(prefix: string): string {
  return `/api/${prefix}-system/record/open-events`;
}

/** The stream as OpenAPI lists it. */
export function openRecordsOperation(prefix: string): SystemOperation {
  return {
    name: 'recordOpenEvents',
    method: 'GET',
    path: openRecordsPath(prefix),
    title: '不登录也能跟踪的、引用同一条记录的内容',
    open: true,
    arguments: {
      entity: { title: '业务', required: true },
      by: { title: '引用的字段', required: true },
      id: { title: '被引用的记录', required: true },
      tenantId: { title: '租户，默认为默认租户' },
    },
    answer: 'text/event-stream；先是一次event: records，data为{records: 与record/open-list相同}；内容有变化时再来一次',
  };
}

/**
 * Registers the stream of published records that name one by a reference, for screens on a wall that nobody signs in at.
 * It tells what `record/open-list` would answer, at its begin and whenever that has become something else: whoever listens
 * learns nothing of what is drafted, stopped or meant for another screen, not even that something was written.
 */
export function registerOpenRecords(
  app: FastifyInstance,
  options: {
    readonly config: Pick<Config, 'servicePrefix' | 'defaultTenant'>;
    readonly hub: EventHub;
    readonly services: EntityServices;
    readonly clock: Clock;
  },
): void {
  const { hub, services, clock, config } = options;
  const byAddress = new Map<string, number>();
  let all = 0;

  function enter(address: string): () => void {
    const own = byAddress.get(address) ?? 0;
    if (own >= MOST.address || all >= MOST.all) throw new AnlanError('tooManyRequests');
    byAddress.set(address, own + 1);
    all += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      all -= 1;
      const rest = (byAddress.get(address) ?? 1) - 1;
      if (rest > 0) byAddress.set(address, rest);
      else byAddress.delete(address);
    };
  }

  app.get(openRecordsPath(config.servicePrefix), async (request: FastifyRequest, reply: FastifyReply) => {
    const ask = askOf(request, config.defaultTenant);
    const read = await openPublishedBy(services, clock, ask);
    // What cannot be read is refused before the stream begins.
    await read();
    const leave = enter(request.ip);
    const { raw, write } = beginStream(reply);
    const changes = tellChanges(read, write, (error) => request.log.error({ err: error }, '公开的内容未能读取'));
    const watch: EntityWatch = {
      tenantId: ask.tenantId,
      entityKey: ask.entity,
      changed: changes.note,
      beat: () => write(': \n\n'),
      end: () => raw.end('event: end\ndata: {"reason":"stopping"}\n\n'),
    };
    const remove = await hub.watch(watch).catch((error: unknown) => {
      request.log.error({ err: error }, '事件流未能建立');
      raw.end();
      return () => {};
    });
    const close = () => {
      remove();
      changes.stop();
      leave();
    };
    raw.once('close', close);
    if (raw.closed) close();
    else changes.tell();
  });
}

/** Reads again after changes, one at a time, and writes what has become something else. */
function tellChanges(
  read: () => Promise<readonly Row[]>,
  write: (text: string) => void,
  onError: (error: unknown) => void,
): { tell(): void; note(): void; stop(): void } {
  let told = '';
  let reading = false;
  let again = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function tell(): Promise<void> {
    again = reading;
    if (reading || stopped) return;
    reading = true;
    try {
      const now = JSON.stringify({ records: await read() });
      if (now !== told && !stopped) write(`event: records\ndata: ${now}\n\n`);
      told = now;
    } catch (error) {
      // Its screen asks by itself from time to time; a database that is away leaves what is there.
      onError(error);
    } finally {
      reading = false;
    }
    if (again) note();
  }

  function note(): void {
    if (stopped || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void tell();
    }, GATHER);
    timer.unref();
  }

  return {
    tell: () => void tell(),
    note,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

function askOf({ query, ip }: FastifyRequest, defaultTenant: string) {
  const given = query as Readonly<Record<string, unknown>>;
  const text = (name: string) => (typeof given[name] === 'string' ? given[name].trim() : '');
  const tenantId = text('tenantId') || defaultTenant;
  if (!isTenantId(tenantId)) throw new AnlanError('tenantUnavailable');
  return { tenantId, entity: text('entity'), by: text('by'), id: text('id'), address: ip };
}
