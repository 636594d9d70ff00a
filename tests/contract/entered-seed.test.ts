import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { flowEntities, insertPeople, officer } from '../fixtures/flow-entities.ts';

const P = '/api/anlan-safety';

/** Points of a round as they are entered with it: what the library gave stays, the reading is a person's. */
function entered(entity: Entity): Entity {
  if (entity.entity !== 'point' || entity.parent?.seed === undefined) return entity;
  return { ...entity, parent: { ...entity.parent, seed: { ...entity.parent.seed, entered: ['reading', 'checker'] } } };
}

interface WithPoints extends WireRecord {
  readonly children: { readonly point: readonly WireRecord[] };
}

describe('rows of a library that are entered with their record', () => {
  let server: EntityServer;
  const tank: Record<string, string> = {};
  const save = (body: object) => server.call<WireRecord>(officer, `POST ${P}/round/save`, body);
  const points = async (id: string) =>
    (await server.call<WithPoints>(officer, `GET ${P}/round/detail?id=${id}&with=children`)).data.children.point;
  const told = async (id: string) => (await points(id)).map((row) => [row.content, row.limit, row.reading]);

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: flowEntities.map(entered) } });
    await insertPeople(server);
    for (const [content, kind, limit] of [
      ['压力', 'tank', 10],
      ['液位', 'tank', 80],
      ['温度', 'pump', 60],
    ]) {
      const { data } = await server.call<WireRecord>(officer, `POST ${P}/standard/save`, { content, kind, limit });
      tank[String(content)] = data.id;
    }
  });

  afterAll(() => server.close());

  it('takes what was entered in them with the first save, and the rest from the library', async () => {
    const { data, status } = await save({
      name: '甲罐',
      kind: 'tank',
      point: [
        { seedId: tank.液位, content: '改过的', limit: 1, reading: 5 },
        { seedId: tank.压力, content: '压力' },
        { content: '自加', reading: 2 },
      ],
    });
    expect(status).toBe(200);
    expect(await told(data.id)).toEqual([
      ['压力', 10, null],
      ['液位', 80, 5],
      ['自加', null, 2],
    ]);
    const rows = await points(data.id);
    expect(rows.map((row) => row.seedId)).toEqual([tank.压力, tank.液位, null]);
  });

  it('has all of them where what has to be there was left out', async () => {
    const { data } = await save({ name: '乙罐', kind: 'tank', point: [{ content: '自加' }] });
    expect((await told(data.id)).map(([content]) => content)).toEqual(['压力', '液位', '自加']);
  });

  it('refuses a row that the library does not give this record, and stores nothing', async () => {
    const { errors, status } = await save({ name: '丙罐', kind: 'tank', point: [{ seedId: tank.温度, reading: 1 }] });
    expect(status).toBe(400);
    expect(errors).toEqual([{ pointer: '/point/0', msg: '检查标准已变化，没有这一项，请核对后重新提交' }]);
    const faulty = await save({ name: '丙罐', kind: 'tank', point: [{ seedId: tank.压力, reading: 'x' }] });
    expect(faulty.errors).toEqual([{ pointer: '/point/0/reading', msg: '读数须为数字' }]);
    const found = await server.call<{ total: number }>(officer, `GET ${P}/round/page?name=丙罐`);
    expect(found.data.total).toBe(0);
  });

  it('keeps what the library gave a stored row, whoever writes it and by which way', async () => {
    const { data } = await save({ name: '丁罐', kind: 'tank' });
    const [first, second] = await points(data.id);
    const point = (change: object) =>
      server.call(officer, `POST ${P}/point/save`, { id: first?.id, version: first?.version, ...change });
    const msg = '限值由检查标准带入，不能修改';
    expect((await point({ limit: 99 })).errors).toEqual([{ pointer: '/limit', msg }]);
    expect((await point({ reading: 3 })).status).toBe(200);
    const own = { id: first?.id, seedId: first?.seedId };
    const other = { id: second?.id, seedId: second?.seedId };
    const listed = (change: object) =>
      save({
        id: data.id,
        version: data.version,
        point: [{ ...own, ...change }, other, { content: '自加', limit: 4 }],
      });
    expect((await listed({ limit: 99 })).errors).toEqual([{ pointer: '/point/0/limit', msg }]);
    expect((await listed({ reading: 4 })).status).toBe(200);
    expect(await told(data.id)).toEqual([
      ['压力', 10, 4],
      ['液位', 80, null],
      ['自加', 4, null],
    ]);
  });
});
