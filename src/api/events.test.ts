// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ServerEvent, subscribeEvents } from './events.ts';
import { onMetadataChange } from './metadata.ts';
import { clearSession, storeTokens, useSession } from './session.ts';

/** One stream as the server would hold it. */
interface Stream {
  readonly url: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  say(text: string): Promise<void>;
  end(): Promise<void>;
}

let streams: Stream[] = [];
let statuses: number[] = [];
let ends: (() => void)[] = [];
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;

function listen(records: readonly { entityKey: string; recordId: string }[] = []): ServerEvent[] {
  const heard: ServerEvent[] = [];
  ends.push(subscribeEvents((told) => heard.push(told), { records }));
  return heard;
}

const newest = (): Stream => {
  const stream = streams.at(-1);
  if (stream === undefined) throw new Error('no stream');
  return stream;
};

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  statuses = [];
  ends = [];
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => {
    const status = statuses.shift() ?? 200;
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(given) {
        controller = given;
        init.signal.addEventListener('abort', () => given.error(new DOMException('aborted', 'AbortError')));
      },
    });
    streams.push({
      url,
      headers: new Headers(init.headers),
      signal: init.signal,
      async say(text) {
        controller?.enqueue(encoder.encode(text));
        await vi.advanceTimersByTimeAsync(0);
      },
      async end() {
        controller?.close();
        await vi.advanceTimersByTimeAsync(0);
      },
    });
    return new Response(status === 200 ? body : null, { status });
  });
  storeTokens({ token: 'first', refreshToken: 'r', tenantId: '645967' });
});
afterEach(async () => {
  for (const end of ends) end();
  await seconds(1);
  clearSession();
  await seconds(120);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('events of the server', () => {
  it('come by one stream for all who listen, with the headers of every call', async () => {
    const [first, second] = [listen(), listen()];
    await seconds(1);
    expect(streams).toHaveLength(1);
    const stream = newest();
    expect(stream.url).toBe('/api/anlan-system/events');
    expect(stream.headers.get('anlan-auth')).toBe('bearer first');
    expect(stream.headers.get('tenant-id')).toBe('645967');
    await stream.say('event: open\ndata: {}\n\n: \n\n');
    // Cut in the middle of a line, as networks do.
    const text = event({ topic: 'tasks' }) + event({ topic: 'notices' });
    await stream.say(text.slice(0, 11));
    await stream.say(text.slice(11));
    expect(first).toEqual([{ topic: 'open' }, { topic: 'tasks' }, { topic: 'notices' }]);
    expect(second).toEqual(first);
  });

  it('are read however they are cut, and as every writer of such streams may end its lines', async () => {
    const heard = listen();
    await seconds(1);
    for (const end of ['\n', '\r\n']) {
      const lines = [
        'data:{"topic":"notices"}',
        '',
        ': beat',
        'data: {"topic":',
        'data: "tasks"}',
        '',
        'data: broken',
        '',
        '',
      ];
      for (const character of lines.join(end)) await newest().say(character);
    }
    expect(heard).toEqual(['notices', 'tasks', 'notices', 'tasks'].map((topic) => ({ topic })));
  });

  it('of a record go to those who watch it', async () => {
    const watching = listen([{ entityKey: 'danger', recordId: '1' }]);
    const others = listen([{ entityKey: 'danger', recordId: '2' }]);
    await seconds(1);
    expect(newest().url).toBe('/api/anlan-system/events?records=danger%3A1%2Cdanger%3A2');
    await newest().say(event({ topic: 'record', entityKey: 'danger', recordId: '1' }));
    expect(watching).toEqual([{ topic: 'record', entityKey: 'danger', recordId: '1' }]);
    expect(others).toEqual([]);
  });

  it('tells pages that metadata changed between their call and the beginning of the stream', async () => {
    const changed = vi.fn();
    ends.push(onMetadataChange(changed));
    listen();
    await seconds(1);
    await newest().say('event: open\ndata: {"revision":"7"}\n\n');
    expect(changed).not.toHaveBeenCalled();
    await newest().end();
    await seconds(2);
    await newest().say('event: open\ndata: {"revision":"8"}\n\n');
    expect(changed).toHaveBeenCalledOnce();
  });

  it('need a stream anew where other records are watched, and none where nobody listens', async () => {
    listen();
    await seconds(1);
    listen([{ entityKey: 'danger', recordId: '1' }]);
    await seconds(1);
    expect(streams.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    for (const end of ends) end();
    await seconds(1);
    expect(newest().signal.aborted).toBe(true);
    expect(streams).toHaveLength(2);
  });

  describe('where a page listens to something more', () => {
    const danger = [{ entityKey: 'danger', recordId: '1' }];
    const open = 'event: open\ndata: {}\n\n';

    it('come by the old stream until the new one has begun, and only the page is told that it may have missed some', async () => {
      const header = listen();
      await seconds(1);
      await newest().say(open);
      const page = listen(danger);
      await seconds(1);
      const [old, next] = streams;
      expect([old?.signal.aborted, next?.signal.aborted]).toEqual([false, false]);
      await old?.say(event({ topic: 'notices' }));
      await next?.say(open);
      expect(old?.signal.aborted).toBe(true);
      await next?.say(event({ topic: 'tasks' }));
      expect(header.map(({ topic }) => topic)).toEqual(['open', 'notices', 'tasks']);
      expect(page.map(({ topic }) => topic)).toEqual(['notices', 'open', 'tasks']);
      // The page is left: nobody has missed anything.
      ends.pop()?.();
      await seconds(1);
      await newest().say(open);
      expect(header).toHaveLength(3);
    });

    it('say so to all when the old stream broke meanwhile', async () => {
      const header = listen();
      await seconds(1);
      await newest().say(open);
      listen(danger);
      await seconds(1);
      await streams[0]?.end();
      await newest().say(open);
      expect(header.map(({ topic }) => topic)).toEqual(['open', 'open']);
    });

    it('make room where a session may have no more streams', async () => {
      listen();
      await seconds(1);
      await newest().say(open);
      statuses = [429];
      listen(danger);
      await seconds(1);
      expect(streams.map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
      expect(newest().url).toContain('danger');
    });

    it('end with the session, whichever stream tells', async () => {
      listen();
      await seconds(1);
      await newest().say(open);
      listen(danger);
      await seconds(1);
      clearSession();
      await seconds(1);
      expect(streams.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    });
  });

  it('come again after a break, later each time, and at the first pace once the stream stood', async () => {
    listen();
    statuses = [503, 503, 503];
    // The longest waits: 1, 2 and 4 seconds.
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.9999);
    await seconds(0.06);
    expect(streams).toHaveLength(1);
    await seconds(1);
    expect(streams).toHaveLength(2);
    await seconds(1.8);
    expect(streams).toHaveLength(2);
    await seconds(0.2);
    expect(streams).toHaveLength(3);
    await seconds(4);
    expect(streams).toHaveLength(4);
    await newest().say('event: open\ndata: {}\n\n');
    await newest().end();
    await seconds(1);
    expect(streams).toHaveLength(5);
    random.mockRestore();
  });

  it('come again where a stream falls silent', async () => {
    const heard = listen();
    await seconds(1);
    await newest().say('event: open\ndata: {}\n\n');
    await seconds(50);
    await newest().say(': \n\n');
    await seconds(50);
    expect(streams).toHaveLength(1);
    await seconds(15);
    expect(streams).toHaveLength(2);
    await newest().say('event: open\ndata: {}\n\n');
    expect(heard).toEqual([{ topic: 'open' }, { topic: 'open' }]);
  });

  it('rest once the session has ended, until there is another token', async () => {
    listen();
    await seconds(1);
    await newest().say('event: end\ndata: {"reason":"sessionEnded"}\n\n');
    await newest().end();
    await seconds(300);
    expect(streams).toHaveLength(1);
    storeTokens({ token: 'second', refreshToken: 'r', tenantId: '645967' });
    await seconds(1);
    expect(streams).toHaveLength(2);
    expect(newest().headers.get('anlan-auth')).toBe('bearer second');
    // The token was renewed while the stream stood: its end by the old one is no end of the session.
    storeTokens({ token: 'third', refreshToken: 'r', tenantId: '645967' });
    await seconds(1);
    expect(streams).toHaveLength(2);
    await newest().say('event: end\ndata: {"reason":"sessionEnded"}\n\n');
    await newest().end();
    await seconds(1);
    expect(newest().headers.get('anlan-auth')).toBe('bearer third');
  });

  it('stop at logout, and follow the chosen company', async () => {
    listen();
    await seconds(1);
    useSession.setState({ tenantId: '000000' });
    await seconds(1);
    useSession.setState({ companyTenantId: '645968' });
    await seconds(1);
    expect(streams.map(({ headers }) => headers.get('tenant-id'))).toEqual(['645967', '000000', '645968']);
    clearSession();
    await seconds(200);
    expect(streams).toHaveLength(3);
    expect(newest().signal.aborted).toBe(true);
  });

  it('rest while the tab is hidden for long, and are back with it', async () => {
    const state = vi.spyOn(document, 'visibilityState', 'get');
    const show = (visible: boolean) => {
      state.mockReturnValue(visible ? 'visible' : 'hidden');
      document.dispatchEvent(new Event('visibilitychange'));
    };
    listen();
    await seconds(1);
    show(false);
    for (let minute = 0; minute < 4; minute += 1) {
      await seconds(59);
      await newest().say(': \n\n');
    }
    show(true);
    await seconds(1);
    expect(streams).toHaveLength(1);
    show(false);
    for (let minute = 0; minute < 5; minute += 1) {
      await newest().say(': \n\n');
      await seconds(59);
    }
    await newest().say(': \n\n');
    await seconds(10);
    expect(newest().signal.aborted).toBe(true);
    await seconds(600);
    expect(streams).toHaveLength(1);
    show(true);
    await seconds(1);
    expect(streams).toHaveLength(2);
    state.mockRestore();
  });
});
