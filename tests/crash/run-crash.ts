import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
import { OUTLINE } from '../fixtures/outline.ts';
import { crashClient } from './crash-client.ts';
import { crashProduct } from './crash-product.ts';
import { inspectDatabase } from './inspect-database.ts';
import { answered, createLedger, type Ledger, verify, verifyFile } from './ledger.ts';
import { dangerLane, type Lane, lawLane, type StreamSetting } from './stream.ts';

/** How a run goes. */
interface CrashOptions {
  readonly seed: number;
  readonly kills: number;
  /** Acknowledged writes at least; the last lives are made longer until they are reached. Default 0. */
  readonly atLeast?: number;
}

/** What a run saw. */
interface CrashResult {
  readonly kills: number;
  readonly processesKilled: number;
  readonly acknowledged: number;
  readonly records: number;
  readonly files: number;
  readonly unknown: Ledger['unknown'];
  /** Milliseconds of the longest start after a kill. */
  readonly slowestStart: number;
  readonly faults: readonly string[];
}

/** Kills the product again and again under a stream of writes, and reads back what it had acknowledged. */
export async function runCrash({ seed, kills, atLeast = 0 }: CrashOptions): Promise<CrashResult> {
  const random = seededRandom(seed);
  const product = await crashProduct({ ANLAN_DEMO_DANGERS: '0' });
  const ledger = createLedger();
  let processesKilled = 0;
  let slowestStart = 0;
  try {
    await product.start();
    const since = new Date();
    const setting = await prepare(product.url, ledger, random, String(seed));
    const lanes: Lane[] = [
      ...Array.from({ length: 3 }, (_, number) => lawLane(setting, number)),
      ...Array.from({ length: 4 }, (_, number) => dangerLane(setting, number)),
    ];
    for (let kill = 1; kill <= kills; kill += 1) {
      const wanted = (atLeast * kill) / kills;
      let ended = false;
      const writing = Promise.all(lanes.map((lane) => lane.write(() => ended)));
      await sleep(300 + random() * 1_500);
      for (let waited = 0; ledger.acknowledged < wanted && waited < 20_000; waited += 50) await sleep(50);
      // Not told before: a lane in the middle of a write is what this is about.
      const blow = {
        first: random() < 0.5 ? ('node' as const) : ('postgres' as const),
        gap: random() < 0.5 ? 0 : random() * 60,
      };
      const killing = product.kill(blow);
      ended = true;
      processesKilled += await killing;
      await writing;
      slowestStart = Math.max(slowestStart, await product.start());
      for (const lane of lanes) await lane.settle();
      const older = [...ledger.records.keys()].filter(() => random() < 30 / ledger.records.size);
      await verify(ledger, new Set([...ledger.fresh, ...older]));
      ledger.fresh.clear();
      if (ledger.faults.length > 0) break;
    }
    await verify(ledger, ledger.records.keys());
    const held = new Set([...ledger.records.values()].flatMap(({ files }) => files));
    for (const id of ledger.files.keys()) if (!held.has(id)) await verifyFile(ledger, id);
    await product.end();
    ledger.faults.push(...(await inspectDatabase(product.dataDir, ledger, since)));
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${product.output().slice(-3_000)}`, {
      cause: error,
    });
  } finally {
    await product.remove();
  }
  return {
    kills,
    processesKilled,
    acknowledged: ledger.acknowledged,
    records: ledger.records.size,
    files: ledger.files.size,
    unknown: ledger.unknown,
    slowestStart,
    faults: ledger.faults,
  };
}

async function prepare(url: string, ledger: Ledger, random: () => number, run: string): Promise<StreamSetting> {
  const [safety, officer, manager] = await Promise.all([
    crashClient(url, 'safety'),
    crashClient(url, 'officer'),
    crashClient(url, 'manager'),
  ]);
  const deptId = '6459670030';
  const saved = await answered(
    safety.call('POST', 'safety/risk/areas/main/submit', {
      json: {
        areaCode: 'CRASH-01',
        areaName: '崩溃检验区',
        areaType: 'production',
        polygon: OUTLINE,
        deptId,
        dutyUserId: safety.userId,
        isMajor: '0',
      },
    }),
  );
  if (saved.status !== 200) throw new Error(`区域不能保存：${JSON.stringify(saved.body)}`);
  return { people: { safety, officer, manager }, ledger, areaId: String(saved.body.data.id), deptId, random, run };
}
