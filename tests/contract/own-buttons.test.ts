import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Property } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { patient } from '../fixtures/patience.ts';
import { plantTenant } from '../fixtures/plant-people.ts';
import { entityMaker } from '../fixtures/small-entity.ts';

const P = '/api/anlan-safety';
const officer: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['officer'] };
const other: TestPerson = { userId: 'u2', realName: '人员2', roleCodes: ['officer'] };
const amount: Property = { title: '数量', field: 'number', type: 'number' };
const entity = entityMaker(() => ({ grants: { officer: ['view', 'add', 'edit', 'weigh', 'open'] } }));

const load = entity(
  'load',
  '货物',
  { amount, owner: { title: '归谁', field: 'input', type: 'string' } },
  {
    actions: {
      weigh: { title: '过磅', page: 'load', when: 'amount > 5' },
      open: { title: '开箱', page: 'load', when: 'owner == me.userId' },
    },
  },
);

describe('a button of the entity’s own', () => {
  let server: EntityServer;
  const abilities = async (who: TestPerson) => {
    const { data } = await server.call<WirePage<WireRecord>>(who, `GET ${P}/load/page?orderBy=amount`);
    return data.records.map((record) => [record.amount, record.abilities?.weigh, record.abilities?.open]);
  };

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [load] } });
    await plantTenant(server.database, '645967');
    for (const body of [
      { amount: 3, owner: 'u1' },
      { amount: 8, owner: 'u2' },
    ]) {
      await server.call(officer, `POST ${P}/load/save`, body);
    }
  }, patient(60_000));
  afterAll(() => server?.close());

  it('is refused by the records for which it does not show, also where that depends on the person', async () => {
    expect(await abilities(officer)).toEqual([
      [3, false, undefined],
      [8, undefined, false],
    ]);
    expect(await abilities(other)).toEqual([
      [3, false, false],
      [8, undefined, undefined],
    ]);
  });
});
