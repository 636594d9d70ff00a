import { pathToFileURL } from 'node:url';
import { systemContext } from '../server/ground/jobs/system-context.ts';
import { createEntityCall } from '../server/records/call/entity-call.ts';
import type { EntityServices } from '../server/records/call/ports.ts';
import { transact } from '../server/records/write/transact.ts';
import { BEHAVIOURS, type Gateway, startGateway } from './gateways/gateway.ts';

/** The gateways of the pretended world, in the order of their ports: connector, and its name in the demo plant. */
const GATEWAYS = [
  { connector: 'webhook', name: '演示业务接口' },
  { connector: 'sms', name: '演示短信网关' },
  { connector: 'led', name: '演示信息屏网关' },
] as const;

/** What the demo plant signs its messages with. */
const DEMO_SECRET = 'anlan-demo-gateway-secret';
const DEMO_TENANT = '645967';

/** Gateways that listen, with lines that tell where. */
interface World {
  readonly lines: readonly string[];
  close(): Promise<void>;
}

/** Starts the gateways on this machine alone, on three ports from the first one on. */
export async function startWorld(firstPort: number): Promise<World> {
  const gateways: Gateway[] = [];
  for (const [index] of GATEWAYS.entries()) gateways.push(await startGateway(DEMO_SECRET, firstPort + index));
  return {
    lines: GATEWAYS.map(({ connector, name }, index) => `${name}（${connector}）：${gateways[index]?.url}`),
    async close() {
      await Promise.all(gateways.map((gateway) => gateway.close()));
    },
  };
}

/** Lets the connectors of the demo plant lead to the gateways; those that somebody has set up stay as they are. */
export async function connectDemo(services: EntityServices, firstPort: number): Promise<void> {
  const context = systemContext(DEMO_TENANT, { now: () => new Date() }, 'demo-gateways');
  const snapshot = await services.metadata.snapshot(DEMO_TENANT);
  const model = snapshot.entities.get('connector');
  if (model === undefined) return;
  const call = createEntityCall(services, context, snapshot, model, { internal: true });
  await transact(call, async (tx) => {
    const known = await tx.db.query<{ connector: string }>(
      'select connector from data.connector where "tenantId" = $1 and "isDeleted" = 0',
      [DEMO_TENANT],
    );
    const there = new Set(known.map(({ connector }) => connector));
    for (const [index, { connector, name }] of GATEWAYS.entries()) {
      if (there.has(connector)) continue;
      const address = `http://127.0.0.1:${firstPort + index}/messages`;
      const given = { connector, name, kind: connector, address, secret: DEMO_SECRET, privateAddresses: '127.0.0.1' };
      await tx.verbs.save(tx, given);
    }
  });
}

/** `node mocks/world.ts [first port]`: the gateways alone, until they are ended. */
async function main(): Promise<void> {
  const world = await startWorld(Number(process.argv[2] ?? '8090'));
  for (const line of world.lines) console.log(line);
  console.log(`密钥：${DEMO_SECRET}`);
  console.log(`改变行为：向 /behaviour POST ${BEHAVIOURS.join('、')} 之一；GET 任一地址看收到的消息`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
