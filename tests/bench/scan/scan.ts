import { setTimeout as sleep } from 'node:timers/promises';
import { evidence } from '../../../server/flow/evidence/evidence.ts';
import type { WireRecord } from '../../../src/core/wire/contract.ts';
import type { ScanCodeAnswer } from '../../../src/core/wire/scan.ts';
import { createEntityServer, type EntityServer } from '../../fixtures/entity-server.ts';
import { signature, training } from '../../fixtures/scan-entities.ts';
import { type Bench, progress } from '../harness/bench.ts';
import { median, percentile, rounded } from '../harness/statistics.ts';

const PEOPLE = 500;
const SECONDS = 60;
/** Milliseconds that 95 of 100 sign-ins may take. */
const LIMIT = 300;
const HERE = { lng: 121.473701, lat: 31.230416 };
const TRAINER = { userId: 'trainer', roleCodes: ['trainer'] };

/**
 * 500 people sign in to one training by its turning code, evenly within 60 s. Each time is that of
 * the call alone: the code was on the screen before. `ratio` is the 95th of a hundred to 300 ms.
 */
export const bench: Bench = {
  name: 'scan',
  async *run() {
    const server = await createEntityServer({
      entities: { bench: [training, signature] },
      shipped: ['user', 'dept', 'role', 'tenant', 'post', 'auditLog'],
      parts: { evidence },
    });
    try {
      const times = await signIns(server, await prepare(server));
      const p95 = percentile(times, 0.95);
      yield {
        bench: 'scan-sign-in',
        ratio: rounded(p95 / LIMIT),
        p50: rounded(median(times)),
        p95: rounded(p95),
        unit: 'ms',
        against: `p95 ${LIMIT}ms，${PEOPLE}人在${SECONDS}秒内签到同一条记录`,
      };
    } finally {
      await server.close();
    }
  },
};

/** People and a training that begins now; its id. */
async function prepare(server: EntityServer): Promise<string> {
  server.setNow(new Date().toISOString());
  await server.database.transaction('645967', (db) =>
    db.execute(
      `insert into data."user" (id, "tenantId", account, "realName", status)
       select 'p' || n, '645967', 'p' || n, '学员' || n, '1' from generate_series(1, ${PEOPLE}) n`,
    ),
  );
  const trainTime = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const body = { name: '入厂培训', trainTime, geo: HERE };
  const { data } = await server.call<WireRecord>(TRAINER, 'POST /api/anlan-safety/training/save', body);
  return data.id;
}

async function signIns(server: EntityServer, id: string): Promise<readonly number[]> {
  const began = performance.now();
  const refused: string[] = [];
  const sign = async (person: number): Promise<number> => {
    const at = began + (person / PEOPLE) * SECONDS * 1_000;
    await sleep(Math.max(0, at - performance.now()));
    server.setNow(new Date().toISOString());
    const { data } = await server.call<ScanCodeAnswer>(TRAINER, `GET /api/anlan-safety/training/signIn-code?id=${id}`);
    const pressed = performance.now();
    const scan = { code: data.code, record: id, place: HERE };
    const answer = await server.call(
      { userId: `p${person + 1}`, roleCodes: ['employee'] },
      'POST /api/anlan-safety/training/signIn',
      { id, scan },
      { key: `sign-${person}` },
    );
    if (answer.status !== 200) refused.push(answer.msg);
    return performance.now() - pressed;
  };
  const times = await Promise.all(Array.from({ length: PEOPLE }, (_, person) => sign(person)));
  if (refused.length > 0) throw new Error(`${refused.length}人没有签上：${refused[0]}`);
  progress(`${PEOPLE}人都已签到，最慢 ${Math.round(Math.max(...times))}毫秒`);
  return times;
}
