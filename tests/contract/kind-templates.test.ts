import { afterAll, beforeAll, expect, it } from 'vitest';
import { jointCode, jointTemplates, scaffoldJointPage } from '../../scripts/metadata/joint-templates.ts';
import { kindTemplates } from '../../scripts/metadata/kind-templates.ts';
import { scaffoldEntity } from '../../scripts/metadata/new-entity.ts';
import { readJoint } from '../../server/reports/joint/read-joint.ts';
import type { JointKindName } from '../../src/core/joint/joint-kind.ts';
import type { PageKindName } from '../../src/core/model/page-kind.ts';
import type { PageQuery } from '../../src/core/model/page-query.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { pageQueries } from '../../src/page-kinds/queries.generated.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';

const kinds = Object.keys(kindTemplates) as PageKindName[];
const officer: TestPerson = { userId: 'u1', roleCodes: ['safetyOfficer'], scope: 'tenant' };
const stranger: TestPerson = { userId: 'u2', roleCodes: ['employee'], scope: 'own' };
const jointKinds = Object.keys(jointTemplates) as JointKindName[];
const keyOf = (kind: PageKindName | JointKindName): string => `tried${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

let server: EntityServer;

beforeAll(async () => {
  const entities = [...kinds, ...jointKinds].map((kind) => scaffoldEntity('demo', keyOf(kind), '试用', kind));
  const pages = jointKinds.map((kind) => scaffoldJointPage('demo', keyOf(kind), '试用', kind));
  server = await createEntityServer({ entities: { demo: entities }, pages });
});
afterAll(() => server?.close());

it.each(kinds)(
  'a page of the kind %s, as its template says it, opens and shows a record that was entered',
  async (kind) => {
    const key = keyOf(kind);
    const base = `/api/anlan-safety/demo/${key}`;
    const saved = await server.call<WireRecord>(officer, `POST ${base}/save`, { name: '甲', happenDate: '2026-01-02' });
    expect([saved.status, saved.errors]).toEqual([200, saved.errors]);
    const query: PageQuery = pageQueries[kind];
    const calls: Record<string, string> = {
      page: `GET ${base}/page?page=${key}`,
      tree: `GET ${base}/tree?page=${key}`,
      statistics: `GET ${base}/statistics?page=${key}`,
      view: `GET ${base}/view?page=${key}&_kind=${kind}&_from=2026-01-01&_to=2026-01-31`,
    };
    const taken = query.by === 'view' && '_from' in query.takes ? calls.view : calls.view?.replace(/&_from.*$/, '');
    const asked = (query.by === 'view' ? taken : calls[query.by]) ?? '';
    const opened = await server.call(officer, asked);
    expect([asked, opened.status]).toEqual([asked, 200]);
    expect(JSON.stringify(opened.data)).toContain(kind === 'statistics' ? '2026-01' : '甲');
    expect((await server.call(stranger, asked)).status).toBe(403);
  },
);

/** What of a record each kind of page of no single entity shows. */
const entered: Readonly<Record<JointKindName, object>> = {
  union: { validTo: '2026-06-01', nextCheck: '2026-05-01' },
  file: {},
  map: { place: { lng: 121.1, lat: 31.2 }, level: 'high' },
  dashboard: { level: 'high' },
};

it.each(jointKinds)('a page of the kind %s, as its template says it, shows what its own page lists', async (kind) => {
  const key = keyOf(kind);
  const saved = await server.call<WireRecord>(officer, `POST /api/anlan-safety/demo/${key}/save`, {
    name: '甲',
    ...entered[kind],
  });
  expect([saved.status, saved.msg]).toEqual([200, saved.msg]);
  const read = (person: TestPerson, more: Readonly<Record<string, string>> = {}) =>
    readJoint(
      {
        services: server.services,
        context: server.context(person),
        snapshot: server.metadata.snapshotOf('645967'),
        argument: (name) => more[name],
      },
      jointCode(key, kind),
    );
  const told = await read(officer, { record: saved.data.id });
  expect(JSON.stringify(told)).toContain('甲');
  await expect(read(stranger)).rejects.toThrow('的权限');
});
