import { afterAll, beforeAll, expect, it } from 'vitest';
import { kindTemplates } from '../../scripts/metadata/kind-templates.ts';
import { scaffoldEntity } from '../../scripts/metadata/new-entity.ts';
import type { PageKindName } from '../../src/core/model/page-kind.ts';
import type { PageQuery } from '../../src/core/model/page-query.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { pageQueries } from '../../src/page-kinds/queries.generated.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';

const kinds = Object.keys(kindTemplates) as PageKindName[];
const officer: TestPerson = { userId: 'u1', roleCodes: ['safetyOfficer'], scope: 'tenant' };
const stranger: TestPerson = { userId: 'u2', roleCodes: ['employee'], scope: 'own' };
const keyOf = (kind: PageKindName): string => `tried${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

let server: EntityServer;

beforeAll(async () => {
  const entities = kinds.map((kind) => scaffoldEntity('demo', keyOf(kind), '试用', kind));
  server = await createEntityServer({ entities: { demo: entities } });
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
