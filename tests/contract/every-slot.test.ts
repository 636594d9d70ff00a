import type { Logger } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { approvals } from '../../server/flow/approval/approvals.ts';
import { evidence } from '../../server/flow/evidence/evidence.ts';
import { createNotices } from '../../server/flow/notices/notices.ts';
import { createRollups } from '../../server/flow/rollup/rollups.ts';
import { createSeries } from '../../server/flow/series/series.ts';
import { createSchedules } from '../../server/flow/time/schedules.ts';
import { createTimerRunner, timers } from '../../server/flow/time/timers.ts';
import { turns } from '../../server/flow/turns/turns.ts';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
import { type MetadataFile, readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { insertPeople } from '../fixtures/flow-entities.ts';
import { onSite } from '../fixtures/on-site.ts';
import { patient } from '../fixtures/patience.ts';
import { conditions, expressionWays, filled, slots } from '../fixtures/slot-entities.ts';

const SHIPPED = ['user', 'dept', 'role', 'post', 'auditLog', 'notice'];
const files = readMetadataFiles('schemas').filter(
  ({ kind, key }) => kind === 'dictionary' || kind === 'roles' || (kind === 'entity' && SHIPPED.includes(key)),
);

function fileOf(entity: Entity): MetadataFile {
  const content = JSON.stringify(entity);
  const file = `schemas/areas/demo/${entity.entity}.entity.json`;
  return { kind: 'entity', key: entity.entity, area: 'demo', file, content, hash: content };
}

/** What lint refuses of entities, as names of slots with what is said there. */
function refusals(entities: readonly Entity[]): ReadonlyMap<string, string> {
  const own = new Set(entities.map(({ entity }) => entity));
  const { problems } = checkWorld([...files, ...entities.map(fileOf)], { texts: false });
  return new Map(
    problems.flatMap(({ severity, file, pointer, message }): [string, string][] => {
      const key = /(\w+)\.entity\.json$/.exec(file)?.[1] ?? '';
      return severity === 'error' && own.has(key) ? [[`${key} ${pointer}`, message]] : [];
    }),
  );
}

/** Names of the slots in which lint accepts a condition, where it stands in all of those at once. */
function accepting(condition: string): readonly string[] {
  let open = slots.map(({ name }) => name);
  for (;;) {
    const refused = [...refusals(filled(new Map(open.map((name) => [name, condition])))).keys()];
    if (refused.length === 0) return open;
    // What is told of the thing that holds the slot, or of another keyword of it, is told of the slot.
    const isRefused = (name: string): boolean =>
      refused.some((at) => name === at || name.startsWith(`${at}/`) || name.startsWith(at.replace(/[^/]+$/, '')));
    const told = open.filter((name) => !refused.includes(name));
    const left = told.length < open.length ? told : open.filter((name) => !isRefused(name));
    if (left.length === open.length) throw new Error(`${condition} is refused at no slot: ${refused.join(', ')}`);
    open = left;
  }
}

const P = '/api/anlan-safety';
const NOW = new Date('2026-04-30T02:00:00Z');

/** Serves the entities, and does what their files let people and the platform do; gives what was answered, by call. */
async function serve(entities: readonly Entity[]): Promise<readonly string[]> {
  const parts = { approvals, evidence, timers, notices: createNotices(), turns };
  const asked = await createEntityServer({ entities: { demo: entities }, shipped: SHIPPED, parts });
  server = asked;
  await insertPeople(asked);
  await asked.database.transaction('645967', (connection) =>
    connection.execute(`update data."user" set status = '1'`, []),
  );
  const told: string[] = [];
  async function call<T>(what: string, body?: object, userId = 'u1'): Promise<T> {
    const person = { userId, account: userId, realName: userId };
    const answer = await asked.call<T>(person, what.replace(' /', ` ${P}/`), body);
    const faults = answer.status === 200 ? [] : [answer.msg, ...answer.errors.map(({ msg }) => msg)];
    told.push([what.replace(/\?.*|\d{10,}/g, ''), answer.status, ...faults].join(' '));
    return answer.data;
  }
  const saved = async (entity: string, body: object): Promise<unknown> =>
    (await call<WireRecord | null>(`POST /${entity}/save`, body))?.id;
  const listed = async (entity: string): Promise<WireRecord | undefined> =>
    (await call<WirePage<WireRecord> | null>(`GET /${entity}/page?size=10`))?.records[0];

  const at = '2026-04-29 08:00:00';
  const top = await saved('site', { name: '上上', amount: 1, at });
  const gas = await saved('gas', { name: '氨', amount: 1, at, up: top });
  const lines = [{ word: '甲', count: 1, site: top }];
  const up = await saved('site', { name: '上', amount: 1, at, up: top, media: [gas], lines });
  const values = { name: '一', amount: 5, at, up, media: [gas], lines };
  const oPick = await saved('depot', values);
  const job = { ...values, oPick, oRows: [{ word: '行', amount: 1, site: up }], chief: 'u2' };
  const id = await saved('job', job);
  const detail = await call<WireRecord | null>(`GET /job/detail?id=${id}`);
  await saved('job', { ...job, id, name: '二', version: detail?.version });
  await saved('depot', { ...values, job: id });
  await saved('part', { ...values, job: id });
  const part = await listed('part');
  await saved('part', { id: part?.id, version: part?.version, name: '部' });
  await call(`POST /part/remove?ids=${part?.id}`, {});
  await listed('job');
  await call('GET /job/some');
  await call('GET /job/stats?block=byKind');
  const record = encodeURIComponent(JSON.stringify({ name: '一', up, amount: 5, id }));
  await call(`GET /depot/select?for=job.oPick&record=${record}`);
  await call('POST /job/begin', { id, onSite: onSite(NOW) });
  await call('POST /job/scanned', { id, scan: { code: 'T1' } });
  await call('POST /job/noted', { id, row: { name: '注' } });
  await call('POST /job/asked', { id });
  await call('POST /job/vote', { id, result: 'pass' }, 'u2');
  await call(`GET /job/detail?id=${id}`);
  await listed('job');
  await call(`POST /job/remove?ids=${await saved('job', { ...job, name: '三' })}`, {});
  await saved('plan', values);
  await saved('secret', values);
  await listed('secret');
  told.push(...(await runPlatform(asked)));
  return told;
}

/** Lets timers, schedules and roll-ups that fell due run; gives what they complained of. */
async function runPlatform({ services, service }: EntityServer): Promise<readonly string[]> {
  const complaints: string[] = [];
  const complain = (entry: object) => complaints.push(`the platform: ${JSON.stringify(entry, Object.keys(entry))}`);
  const logger = { info: () => {}, warn: complain, error: complain } as unknown as Logger;
  const clock = { now: () => NOW };
  await createTimerRunner({ services, service, clock, logger, pendingVoters: async () => [] }).runDue();
  await createSchedules({ services, clock, logger }).runDue();
  await createSeries({ services, clock, logger }).runDue();
  await createRollups({ services, clock, logger }).runDue();
  return complaints;
}

let server: EntityServer | undefined;
afterAll(() => server?.close());

describe('an expression at any place that the dialect has for one', () => {
  it('has its slot in the entities of this test', () => {
    const found = new Set(slots.map(({ marks }) => marks));
    expect([...expressionWays()].filter(([marks]) => !found.has(marks)).map(([, way]) => way)).toEqual([]);
  });

  it('is refused by lint, or nothing that people and the platform do with it fails', {
    timeout: patient(300_000),
  }, async () => {
    const accepted = new Map<string, string>();
    for (const condition of conditions) {
      for (const name of accepting(condition)) {
        const before = accepted.get(name);
        accepted.set(name, before === undefined ? condition : `${before} and ${condition}`);
      }
    }
    // Most slots take most conditions: a lint that refused all would prove nothing.
    expect(accepted.size).toBeGreaterThan(slots.length * 0.8);
    const told = await serve(filled(accepted));
    expect(told.filter((line) => !line.endsWith(' 200'))).toEqual([]);
  });
});
