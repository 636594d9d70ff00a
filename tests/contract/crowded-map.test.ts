import { afterAll, beforeAll, expect, it } from 'vitest';
import { scaffoldJointPage } from '../../scripts/metadata/joint-templates.ts';
import { scaffoldEntity } from '../../scripts/metadata/new-entity.ts';
import { readJoint } from '../../server/reports/joint/read-joint.ts';
import type { MapAnswer } from '../../src/core/wire/joint.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';

const TENANT = '645967';
const POINTS = 100_000;
/** A hundredth of a degree apart, in 400 columns. */
const COLUMNS = 400;

let server: EntityServer;

beforeAll(async () => {
  server = await createEntityServer({
    entities: { demo: [scaffoldEntity('demo', 'crowd', '试用', 'map')] },
    pages: [scaffoldJointPage('demo', 'crowd', '试用', 'map')],
  });
  await server.database.transaction(TENANT, (db) =>
    db.execute(
      `insert into data.crowd (id, "tenantId", name, place)
       select g::text, $1, '点' || g,
         jsonb_build_object('lng', 100 + g % ${COLUMNS} * 0.01, 'lat', 30 + g / ${COLUMNS} * 0.01)
       from generate_series(0, $2::bigint - 1) g`,
      [TENANT, POINTS],
    ),
  );
});
afterAll(() => server?.close());

const read = async (box?: string) => {
  const answer = await readJoint(
    {
      services: server.services,
      context: server.context({ roleCodes: ['safetyOfficer'], scope: 'tenant' }),
      snapshot: server.metadata.snapshotOf(TENANT),
      argument: (name) => (name === 'box' ? box : undefined),
    },
    'crowdMap',
  );
  return (answer as MapAnswer).layers[0];
};

it('100,000 places are told by numbers, of which none is missing, and by themselves where one looks closer', async () => {
  const all = await read();
  expect(all?.places).toEqual([]);
  expect(all?.heaps?.reduce((sum, { count }) => sum + count, 0)).toBe(POINTS);
  expect(all?.heaps?.length).toBeLessThanOrEqual(24 * 24);
  const near = await read('100.0,30.0,100.095,30.095');
  expect([near?.heaps, near?.places.length]).toEqual([undefined, 100]);
});

it.each(['1,2,3', '1,2,3,4,5', 'a,b,c,d', '10,0,5,1', '0,-91,1,1', '0,0,1,'])(
  'a place to look at that is none is refused by name: %s',
  async (box) => {
    await expect(read(box)).rejects.toMatchObject({ status: 400, faults: [{ pointer: '/box' }] });
  },
);
