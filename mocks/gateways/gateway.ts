import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wallClock } from '../../src/core/clock/wall-clock.ts';
import type { LedScreens } from './led-screens.ts';

/**
 * How a gateway behaves. `away` takes the message and breaks off; `lie` says that it took another one; `dark` says yes and,
 * where it has screens, shows no.
 */
export const BEHAVIOURS = [
  'accept',
  'slow',
  'away',
  'twice',
  'html',
  'lie',
  'dark',
  'refuse',
  'redirect',
  'long',
  'broken',
] as const;
type Behaviour = (typeof BEHAVIOURS)[number];

/** A message as it came, once for each attempt. */
interface Arrival {
  readonly id: string;
  readonly time: string;
  /** Whether the signature is the secret's over id, time and body. */
  readonly signed: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A pretended gateway of short messages, screens or anything else that takes JSON. */
export interface Gateway {
  readonly url: string;
  /** All that came, in order. */
  readonly arrivals: readonly Arrival[];
  /** What was accepted: a message that comes again under its id is the same one. */
  readonly accepted: ReadonlyMap<string, Arrival>;
  behave(behaviour: Behaviour): void;
  /** Called for each arrival before it is answered. */
  onArrival(listener: (arrival: Arrival) => void | Promise<void>): void;
  close(): Promise<void>;
}

/** Milliseconds after which a slow gateway answers: longer than the platform waits. */
const SLOW = 12_000;

/**
 * Starts a gateway on this machine alone; port 0 takes a free one. One with `screens` says in its answers what is on them,
 * and gives a picture of one at `/picture?screen=LED-01`.
 */
export async function startGateway(secret: string, port = 0, screens?: LedScreens): Promise<Gateway> {
  const arrivals: Arrival[] = [];
  const accepted = new Map<string, Arrival>();
  let behaviour: Behaviour = 'accept';
  let listener: (arrival: Arrival) => void | Promise<void> = () => {};

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request);
    const asked = new URL(request.url ?? '/', 'http://gateway');
    if (request.method === 'GET' && asked.pathname === '/picture' && screens !== undefined) {
      const day = asked.searchParams.get('day') ?? wallClock(Date.now(), 'Asia/Shanghai').slice(0, 10);
      const picture = screens.picture(asked.searchParams.get('screen') ?? '', day);
      response.writeHead(200, { 'content-type': 'image/svg+xml; charset=utf-8' }).end(picture);
      return;
    }
    if (request.method === 'GET') return answer(response, 200, { arrivals, accepted: [...accepted.keys()], behaviour });
    if (request.url === '/behaviour') {
      const wanted = BEHAVIOURS.find((one) => one === text.trim());
      if (wanted === undefined) return answer(response, 400, { behaviours: BEHAVIOURS });
      behaviour = wanted;
      return answer(response, 200, { behaviour });
    }
    const arrival = arrivalOf(request, text, secret);
    arrivals.push(arrival);
    await listener(arrival);
    await behaviours[behaviour](response, arrival);
  }

  const accept = (response: ServerResponse, arrival: Arrival) => {
    accepted.set(arrival.id, arrival);
    const showing = screens?.take(arrival.body);
    answer(response, 200, { id: arrival.id, accepted: true, ...(showing === undefined ? {} : { showing }) });
  };

  const behaviours: Readonly<Record<Behaviour, (response: ServerResponse, arrival: Arrival) => void | Promise<void>>> =
    {
      accept,
      async slow(response, arrival) {
        await new Promise((done) => setTimeout(done, SLOW).unref());
        accept(response, arrival);
      },
      away: (response) => {
        response.socket?.destroy();
      },
      twice(response, arrival) {
        accepted.set(arrival.id, arrival);
        const body = JSON.stringify({ id: arrival.id, accepted: true });
        const one = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
        response.socket?.end(one + one);
      },
      html(response) {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>请登录</body></html>');
      },
      dark(response, arrival) {
        accepted.set(arrival.id, arrival);
        const showing = screens?.showing(arrival.body);
        answer(response, 200, { id: arrival.id, accepted: true, ...(showing === undefined ? {} : { showing }) });
      },
      lie: (response) => answer(response, 200, { id: 'another', accepted: true }),
      refuse: (response) => answer(response, 200, { accepted: false, reason: '余额不足' }),
      redirect(response) {
        response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end();
      },
      long(response) {
        response.writeHead(200, { 'content-type': 'application/json' }).end(`{"id":"${'x'.repeat(200_000)}"}`);
      },
      broken(response) {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"accepted":');
      },
    };

  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}/messages`,
    arrivals,
    accepted,
    behave(next) {
      behaviour = next;
    },
    onArrival(next) {
      listener = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function arrivalOf({ headers }: IncomingMessage, text: string, secret: string): Arrival {
  const id = String(headers['anlan-message-id'] ?? '');
  const time = String(headers['anlan-message-time'] ?? '');
  const given = Buffer.from(String(headers['anlan-signature'] ?? ''), 'hex');
  const meant = createHmac('sha256', secret).update(`${id}.${time}.${text}`).digest();
  const signed = given.length === meant.length && timingSafeEqual(given, meant);
  return { id, time, signed, body: JSON.parse(text) };
}
