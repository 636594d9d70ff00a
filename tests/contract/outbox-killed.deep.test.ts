import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../../mocks/gateways/gateway.ts';
import { createNotices } from '../../server/flow/notices/notices.ts';
import { leaveCall } from '../../server/flow/outgoing/leave-messages.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { bulletin, plantConnector, screen } from '../fixtures/outgoing-entities.ts';
import { patient } from '../fixtures/patience.ts';
import { plantTenant } from '../fixtures/plant-people.ts';

const tenant = '645967';
const SECRET = 'a-secret-of-the-gateway';
const KILLS = 20;
let server: EntityServer;
let gateway: Gateway;

beforeAll(async () => {
  server = await createEntityServer({
    entities: { test: [screen, bulletin] },
    parts: { notices: createNotices(), outgoing: { leave: leaveCall } },
  });
  gateway = await startGateway(SECRET);
  await plantTenant(server.database, tenant);
  await plantConnector(server, tenant, {
    connector: 'webhook',
    kind: 'webhook',
    address: gateway.url,
    secret: SECRET,
    privateAddresses: '127.0.0.1',
  });
});
afterAll(async () => {
  await gateway?.close();
  await server?.close();
});

async function call(path: string, body: object): Promise<{ status: number; id: string }> {
  const { status, data } = await server.call<{ id: string }>({}, `POST /api/anlan-safety/${path}`, body);
  return { status, id: data?.id ?? '' };
}

/** A process that delivers until it dies or has nothing left; `kill` ends it as a power cut does. */
function deliver(minute: number): { readonly kill: () => void; readonly ended: Promise<unknown> } {
  const { appUrl, ownerUrl } = server.urls;
  const child = spawn(process.execPath, ['tests/fixtures/outbox-process.ts', appUrl, ownerUrl, String(minute)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { kill: () => child.kill('SIGKILL'), ended: once(child, 'exit') };
}

it(
  'each committed message arrives under one key, and no other, though the server is killed over it 20 times',
  async () => {
    const committed: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      const { id } = await call('trial-bulletin/save', { text: `第${n}条`, hall: 'A', level: 1 });
      await call('trial-bulletin/note', { id });
      committed.push(id);
    }
    // What is refused is rolled back with its message.
    const { id: refused } = await call('trial-bulletin/save', { text: '被拒', hall: 'A', level: 1 });
    expect((await call('trial-bulletin/note', { id: refused, text: '多余' })).status).not.toBe(200);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = deliver(kill * 10);
      const after = 1 + (kill % 4);
      let seen = 0;
      // Sent and not yet noted: the gateway has it, nobody has said so.
      gateway.onArrival(() => {
        seen += 1;
        if (seen === after) child.kill();
      });
      await child.ended;
      expect(seen).toBeGreaterThan(0);
    }
    gateway.onArrival(() => {});
    await deliver(KILLS * 10).ended;
    const records = [...gateway.accepted.values()].map(({ body }) => String(body.record));
    expect(gateway.accepted.size).toBe(committed.length);
    expect(records.toSorted()).toEqual(committed.toSorted());
    expect(gateway.arrivals.every(({ signed }) => signed)).toBe(true);
    // It was cut off between sending and noting, or nothing was tried.
    expect(gateway.arrivals.length).toBeGreaterThan(committed.length);
    const open = await server.database.withTenant(tenant, (connection) =>
      connection.query('select 1 from platform.outbox where "sentTime" is null'),
    );
    expect(open).toEqual([]);
  },
  patient(300_000),
);
