import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { systemContext } from '../server/ground/jobs/system-context.ts';
import { createEntityCall } from '../server/records/call/entity-call.ts';
import type { EntityServices } from '../server/records/call/ports.ts';
import { transact } from '../server/records/write/transact.ts';
import { BEHAVIOURS, type Gateway, startGateway } from './gateways/gateway.ts';
import { createLedScreens } from './gateways/led-screens.ts';
import { startPortal } from './portal/portal.ts';
import { plantPoints } from './sensors/plant-points.ts';
import { createSensors, type Sensors } from './sensors/sensors.ts';
import { CAMERA_BEHAVIOURS, CAMERA_PASSWORD, CAMERA_USER, startCameras } from './video/cameras.ts';

/** The gateways of the pretended world, in the order of their ports: connector, and its name in the demo plant. */
const GATEWAYS = [
  { connector: 'webhook', name: '演示业务接口' },
  { connector: 'sms', name: '演示短信网关' },
  { connector: 'led', name: '演示信息屏网关' },
] as const;

/** What the demo plant signs its messages with. */
const DEMO_SECRET = 'anlan-demo-gateway-secret';
const DEMO_TENANT = '645967';

/** Parts of the pretended world that can be started by themselves. */
const PARTS = [...GATEWAYS.map(({ connector }) => connector), 'sensors', 'portal', 'video'] as const;
type Part = (typeof PARTS)[number];

/** Gateways that listen, with lines that tell where. */
interface World {
  readonly lines: readonly string[];
  close(): Promise<void>;
}

/** Ports of what stands beside the gateways, from the first one on. */
const PORTAL_PORT = GATEWAYS.length;
const CAMERA_PORT = GATEWAYS.length + 1;

/** Starts the gateways and cameras on this machine alone, on ports from the first one on. */
export async function startWorld(firstPort: number, only: readonly Part[] = PARTS): Promise<World> {
  const gateways: Gateway[] = [];
  const lines: string[] = [];
  const cameras = only.includes('video') ? await startCameras(firstPort + CAMERA_PORT) : undefined;
  for (const [index, { connector, name }] of GATEWAYS.entries()) {
    if (!only.includes(connector)) continue;
    const gateway = await startGateway(
      DEMO_SECRET,
      firstPort + index,
      connector === 'led' ? createLedScreens() : undefined,
    );
    gateways.push(gateway);
    lines.push(`${name}（${connector}）：${gateway.url}`);
    if (connector === 'led')
      lines.push(`各屏现在的画面：http://127.0.0.1:${firstPort + index}/picture?screen=LED-01（屏幕编号）`);
  }
  if (cameras !== undefined) lines.push(`演示摄像机：${cameras.url}/<编号>/still.jpg、live.mp4、live.mjpg、index.m3u8`);
  return {
    lines,
    async close() {
      await Promise.all([...gateways, ...(cameras === undefined ? [] : [cameras])].map((part) => part.close()));
    },
  };
}

/** Lets the sensors of the demo plant send to a platform every five seconds, until they are stopped. */
export function startSensors(url: string): Sensors {
  const sensors = createSensors({ url, tenantId: DEMO_TENANT, secret: DEMO_SECRET, points: plantPoints() });
  sensors.start();
  return sensors;
}

/** Lets the demo plant know its sensors; sources that somebody has set up stay as they are. */
export async function connectSensors(services: EntityServices): Promise<void> {
  await addMissing(services, 'readingSource', 'code', [
    { code: 'dcs', name: '演示集散控制系统', kind: 'DCS', secret: DEMO_SECRET },
    { code: 'gds', name: '演示气体检测系统', kind: 'GDS', secret: DEMO_SECRET },
  ]);
}

/** What of a camera's picture the pretended ones give, in turn, so that each kind is seen in the demo plant. */
const STREAMS = ['live.mp4', 'live.mp4', 'index.m3u8', 'live.mp4', 'live.mjpg'] as const;

/** Lets the demo plant's cameras lead to the pretended ones; those that somebody has set up stay as they are. */
export async function connectCameras(services: EntityServices, firstPort: number): Promise<void> {
  const context = systemContext(DEMO_TENANT, { now: () => new Date() }, 'demo-world');
  const snapshot = await services.metadata.snapshot(DEMO_TENANT);
  const [cameras, settings] = ['videoDevice', 'tenantSetting'].map((key) => snapshot.entities.get(key));
  if (cameras === undefined || settings === undefined) return;
  const url = `http://127.0.0.1:${firstPort + CAMERA_PORT}`;
  await transact(createEntityCall(services, context, snapshot, cameras, { internal: true }), async (tx) => {
    const missing = await tx.db.query<{ id: string; version: number; place: string }>(
      `select id, version, row_number() over (order by "deviceCode") as place from data."videoDevice"
       where "tenantId" = $1 and "isDeleted" = 0 and "stillUrl" is null and "streamUrl" is null`,
      [DEMO_TENANT],
    );
    for (const { id, version, place } of missing) {
      const stream = STREAMS[(Number(place) - 1) % STREAMS.length];
      await tx.verbs.save(tx, {
        ...{ id, version, stillUrl: `${url}/${place}/still.jpg`, streamUrl: `${url}/${place}/${stream}` },
        ...{ cameraUser: CAMERA_USER, cameraPassword: CAMERA_PASSWORD },
      });
    }
  });
  await transact(createEntityCall(services, context, snapshot, settings, { internal: true }), async (tx) => {
    const [row] = await tx.db.query<{ id: string; version: number }>(
      `select id, version from data."tenantSetting"
       where "tenantId" = $1 and "settingKey" = 'video.networks' and status = 'shipped'`,
      [DEMO_TENANT],
    );
    if (row === undefined) return;
    const proposal = { version: row.version, textValue: '127.0.0.1', changeReason: '演示摄像机在本机' };
    await tx.verbs.fire(tx, row.id, 'changeText', proposal);
  });
}

/** Lets the connectors of the demo plant lead to the gateways; those that somebody has set up stay as they are. */
export async function connectDemo(services: EntityServices, firstPort: number): Promise<void> {
  const added = await addMissing(
    services,
    'connector',
    'connector',
    GATEWAYS.map(({ connector, name }, index) => {
      const address = `http://127.0.0.1:${firstPort + index}/messages`;
      return { connector, name, kind: connector, address, secret: DEMO_SECRET, privateAddresses: '127.0.0.1' };
    }),
  );
  if (!added.includes('sms')) return;
  // Where text messages arrive, the login page offers what needs them.
  await services.database.transaction(DEMO_TENANT, (connection) =>
    connection.execute(
      `update data."enterpriseConfig" set "phoneLogin" = '1', "passwordReset" = '1', "selfRegister" = '1'
       where "tenantId" = $1`,
      [DEMO_TENANT],
    ),
  );
}

/** Stores records of the demo plant of which none is there under the same key; gives the keys of those. */
async function addMissing(
  services: EntityServices,
  entity: string,
  key: string,
  records: readonly Readonly<Record<string, string>>[],
): Promise<readonly string[]> {
  const context = systemContext(DEMO_TENANT, { now: () => new Date() }, 'demo-world');
  const snapshot = await services.metadata.snapshot(DEMO_TENANT);
  const model = snapshot.entities.get(entity);
  if (model === undefined) return [];
  const call = createEntityCall(services, context, snapshot, model, { internal: true });
  return transact(call, async (tx) => {
    const known = await tx.db.query<{ key: string }>(
      `select "${key}" as key from data."${entity}" where "tenantId" = $1 and "isDeleted" = 0`,
      [DEMO_TENANT],
    );
    const there = new Set(known.map((row) => row.key));
    const missing = records.filter((record) => !there.has(record[key] ?? ''));
    for (const record of missing) await tx.verbs.save(tx, record);
    return missing.map((record) => record[key] ?? '');
  });
}

/** `node mocks/world.ts [first port] [--only sensors,led] [--to http://127.0.0.1:8080]`: parts of the world, until they are ended. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string' }, to: { type: 'string', default: 'http://127.0.0.1:8080' } },
  });
  const asked = values.only?.split(',') ?? PARTS;
  const unknown = asked.find((one) => !PARTS.some((part) => part === one));
  if (unknown !== undefined) throw new Error(`没有“${unknown}”，只有 ${PARTS.join('、')}`);
  const only = PARTS.filter((part) => asked.includes(part));
  const world = await startWorld(Number(positionals[0] ?? '8090'), only);
  for (const line of world.lines) console.log(line);
  if (only.includes('sensors')) {
    startSensors(values.to);
    console.log(`监测点每5秒向 ${values.to} 送一次数据（数据源 dcs、gds）`);
  }
  if (only.includes('portal')) {
    const portal = await startPortal(values.to, Number(positionals[0] ?? '8090') + PORTAL_PORT);
    console.log(`演示企业门户：${portal.url}，在其中打开 ${values.to}`);
    console.log(`平台须以 ANLAN_MESSAGE_ORIGINS=${portal.url} ANLAN_FRAME_ANCESTORS="'self' ${portal.url}" 启动`);
  }
  console.log(`密钥：${DEMO_SECRET}`);
  if (only.includes('video')) {
    console.log(`摄像机账号：${CAMERA_USER}，密码：${CAMERA_PASSWORD}；参数“允许的摄像机内网网段”须含 127.0.0.1`);
    console.log(`改变行为：向 /behaviour 或 /<编号>/behaviour POST ${CAMERA_BEHAVIOURS.join('、')} 之一`);
  }
  if (only.some((part) => GATEWAYS.some(({ connector }) => connector === part)))
    console.log(`改变行为：向 /behaviour POST ${BEHAVIOURS.join('、')} 之一；GET 任一地址看收到的消息`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
