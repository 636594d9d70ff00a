import { createParser } from 'eventsource-parser';
import { API_BASE, servicePath } from './client.ts';

/** Milliseconds without a sign of life after which the stream counts as dead; the server beats every 25 seconds. */
const SILENCE = 60_000;

/** Opens a stream of a system call; with `fetch`, so that headers go along. */
export function openStream(
  path: string,
  query: Readonly<Record<string, string>>,
  { headers = {}, signal }: { readonly headers?: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<Response> {
  const asked = new URLSearchParams(query);
  const address = `${API_BASE}${servicePath('system', path)}${asked.size === 0 ? '' : `?${asked}`}`;
  return fetch(address, { headers: { ...headers }, signal, cache: 'no-store' });
}

/** Calls `dead` once nothing has been heard for too long. */
export function createSilence(dead: () => void): { heard(): void; end(): void } {
  let timer = setTimeout(dead, SILENCE);
  return {
    heard() {
      clearTimeout(timer);
      timer = setTimeout(dead, SILENCE);
    },
    end: () => clearTimeout(timer),
  };
}

/** Reads a stream of server-sent events to its end; what carries no JSON is left out. */
export async function readStream(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
  take: (event: string, data: Readonly<Record<string, unknown>>) => void,
): Promise<void> {
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => {
      const said = jsonOf(data);
      if (said !== undefined) take(event, said);
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

/** What an event carries; undefined where it is no JSON. */
function jsonOf(data: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(data) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
