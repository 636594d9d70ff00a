import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
import { type MetadataFile, metadataFileName, readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { readJoint } from '../../server/reports/joint/read-joint.ts';
import type { JointKindName } from '../../src/core/joint/joint-kind.ts';
import type { PageKindName } from '../../src/core/model/page-kind.ts';
import type { PageQuery } from '../../src/core/model/page-query.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { jointKinds } from '../../src/page-kinds/joint/definitions.generated.ts';
import { pageQueries } from '../../src/page-kinds/queries.generated.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';

/*
 * Files that were written from the guide alone, one for each kind of page and those that such a page needs beside it. They
 * pass the judge of the linter, and each page opens on a server and shows what was entered.
 */
const FOLDER = 'tests/fixtures/newcomer';
const AREA = 'newcomer';

const texts = readdirSync(FOLDER).map((name): MetadataFile => {
  const content = readFileSync(`${FOLDER}/${name}`, 'utf8');
  const { entity, page } = JSON.parse(content) as { readonly entity?: string; readonly page?: string };
  const kind = entity === undefined ? 'page' : 'entity';
  const place = { kind, key: entity ?? page ?? '', area: entity === undefined ? '' : AREA } as const;
  return { ...place, file: metadataFileName(place), content, hash: content };
});
const judged = checkWorld([...readMetadataFiles('schemas'), ...texts], {
  only: new Set(texts.flatMap(({ kind, key }) => (kind === 'entity' ? [key] : []))),
  texts: false,
});
const entities = judged.parsed.entities.filter(({ area }) => area === AREA).map(({ entity }) => entity);
const jointPages = [...judged.parsed.jointPages.values()].filter(({ page }) => texts.some(({ key }) => key === page));

/** Whoever may do everything that these files let anybody do. */
const officer: TestPerson = {
  userId: 'u1',
  roleCodes: ['safetyOfficer', 'equipmentManager', 'teamLeader', 'employee'],
  deptId: 'd1',
  deptIds: ['d1'],
  scope: 'tenant',
};

let server: EntityServer;
beforeAll(async () => {
  server = await createEntityServer({ entities: { [AREA]: entities }, pages: jointPages });
  await server.database.transaction('645967', async (connection) => {
    await connection.execute(`insert into data.dept (id, "tenantId", "deptName") values ('d1', '645967', '储运部')`);
    await connection.execute(
      `insert into data."user" (id, "tenantId", account, "realName", status, dept) values ('u1', '645967', 'u1', '样甲', '1', '{d1}')`,
    );
  });
});
afterAll(() => server?.close());

function baseOf(key: string): string {
  const api = entities.find(({ entity }) => entity === key)?.api;
  return `/api/anlan-${api?.service}/${api?.base}`;
}

async function enter(key: string, body: object): Promise<WireRecord> {
  const saved = await server.call<WireRecord>(officer, `POST ${baseOf(key)}/save`, body);
  expect([key, saved.status, saved.msg, saved.errors]).toEqual([key, 200, saved.msg, saved.errors]);
  return saved.data;
}

interface Opened {
  readonly entity: string;
  /** Default the entity's key. */
  readonly page?: string;
  /** Path of the call where the file gives it another one. */
  readonly call?: string;
  readonly body: object;
  /** What the answer has to hold. */
  readonly shows: string;
}

const house = { name: '甲类库', code: 'A', kind: 'house' };
const cylinder = { cylinderNo: 'YQ-1001', gas: 'oxygen', filledOn: '2026-03-02', testedOn: '2023-05-10', dept: 'd1' };
const point = {
  place: '一号泵房北门',
  type: 'powder',
  expires: '2026-05-20',
  geo: { lng: 121.4731, lat: 31.2301 },
};
const zone = {
  name: '罐区',
  danger: 'high',
  ground: {
    points: [
      { lng: 121.47, lat: 31.23 },
      { lng: 121.48, lat: 31.23 },
      { lng: 121.48, lat: 31.24 },
    ],
  },
};
const issue = {
  item: '丁腈手套',
  kind: 'glove',
  issuedOn: '2026-04-02',
  quantity: 20,
  dept: 'd1',
  expires: '2026-04-20',
};
const repair = { truck: 'CPD-07', fault: '门架抖动', dept: 'd1' };

/** One page of each kind, or several where a kind is written in more than one way. */
const pages: Readonly<Record<PageKindName, readonly Opened[]>> = {
  list: [{ entity: 'gasCylinder', body: cylinder, shows: 'YQ-1001' }],
  tree: [{ entity: 'storageSpot', body: house, shows: '甲类库' }],
  single: [{ entity: 'dutyCard', body: { plantName: '东厂区', dutyPhone: '13800000000' }, shows: '东厂区' }],
  statistics: [{ entity: 'gearIssue', page: 'gearIssueFigures', call: 'stats', body: issue, shows: '2026-04' }],
  board: [
    { entity: 'forkliftRepair', body: repair, shows: 'CPD-07' },
    { entity: 'forkliftRepair', page: 'forkliftWall', body: { ...repair, truck: 'CPD-08' }, shows: 'CPD-08' },
  ],
  calendar: [
    {
      entity: 'fireDrill',
      body: { subject: '液氯泄漏处置', startTime: '2026-05-10 09:00:00', endTime: '2026-05-10 10:30:00', dept: 'd1' },
      shows: '液氯泄漏处置',
    },
  ],
  timeline: [
    {
      entity: 'turnaroundJob',
      body: { job: '换热器抽芯', beginOn: '2026-05-04', endOn: '2026-05-08', line: 'static' },
      shows: '换热器抽芯',
    },
  ],
  cards: [{ entity: 'warningSign', body: { name: '禁止烟火', kind: 'ban' }, shows: '禁止烟火' }],
  matrix: [{ entity: 'coldRoomLog', body: { day: '2026-05-06', temperature: 22.5 }, shows: '22.5' }],
  walk: [
    { entity: 'extinguisherPoint', body: point, shows: '一号泵房北门' },
    {
      entity: 'nightRound',
      body: { name: '夜班', day: '2026-05-06', walker: 'u1', nightRoundItem: [{ spot: '泵房', content: '机封' }] },
      shows: '夜班',
    },
  ],
  hierarchy: [{ entity: 'fireBrigade', body: { name: '罐区分队', people: 12 }, shows: '罐区分队' }],
};

it('the linter finds nothing wrong with them', () => {
  const own = new Set(texts.map(({ file }) => file));
  const errors = judged.problems.filter(({ file, severity }) => own.has(file) && severity === 'error');
  expect(errors).toEqual([]);
  expect(entities.length + jointPages.length).toBe(texts.length);
});

const cases = Object.entries(pages).flatMap(([kind, list]) => list.map((opened) => [kind, opened] as const));

it.each(cases)('a page of the kind %s opens and shows a record that was entered', async (kind, opened) => {
  const { entity, page = entity, body, shows } = opened;
  const spot = entity === 'coldRoomLog' ? { spot: (await enter('storageSpot', { ...house, code: 'B' })).id } : {};
  await enter(entity, { ...body, ...spot });
  const query: PageQuery = pageQueries[kind as PageKindName];
  const days = query.by === 'view' && '_from' in query.takes ? '&_from=2026-05-01&_to=2026-05-31' : '';
  const more = query.by === 'view' ? `&_kind=${kind}${days}` : '';
  const asked = `GET ${baseOf(entity)}/${opened.call ?? query.by}?page=${page}${more}`;
  const answer = await server.call(officer, asked);
  expect([asked, answer.status, answer.msg]).toEqual([asked, 200, answer.msg]);
  expect(JSON.stringify(answer.data)).toContain(shows);
});

/** What a page of no single entity answers, by its code, and of a file for which record. */
type Told = (code: string, record?: string) => Promise<string>;

/** What a page of no single entity has to show of what was entered. */
const joint: Readonly<Record<JointKindName, (told: Told) => Promise<void>>> = {
  union: async (told) => {
    await enter('extinguisherPoint', { ...point, place: '二号泵房' });
    expect(await told('plantDue')).toContain('二号泵房');
  },
  dashboard: async (told) => {
    await enter('forkliftRepair', { ...repair, truck: 'CPD-09' });
    expect(await told('gearBoard')).toContain('CPD-09');
  },
  map: async (told) => {
    await enter('musterZone', zone);
    expect(await told('plantMap')).toContain('罐区');
  },
  file: async (told) => {
    const { id } = await enter('gasCylinder', { ...cylinder, cylinderNo: 'YQ-1002' });
    const test = { reportNo: 'JY-77', cylinder: id, testDate: '2026-04-01', validTo: '2026-05-01', result: 'pass' };
    await enter('cylinderTest', test);
    expect(await told('cylinderFile', id)).toContain('YQ-1002');
  },
};

it.each(Object.keys(jointKinds) as JointKindName[])(
  'a page of the kind %s shows records that its pages list',
  async (kind) => {
    expect(jointPages.filter(({ view }) => view === kind)).toHaveLength(1);
    await joint[kind](async (code, record) => {
      const answer = await readJoint(
        {
          services: server.services,
          context: server.context(officer),
          snapshot: server.metadata.snapshotOf('645967'),
          argument: (name) => (name === 'record' ? record : undefined),
        },
        code,
      );
      return JSON.stringify(answer);
    });
  },
);
