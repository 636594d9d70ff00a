import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { patient } from '../fixtures/patience.ts';
import { entityMaker, referenceTo } from '../fixtures/small-entity.ts';

/*
 * An effect that makes many rows below one record locks, counts and follows it once. What comes of it is what saving one
 * row after the other would leave, and where a row's own conditions see what is counted, that is what is done.
 */

const P = '/api/anlan-safety';
const officer: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['officer'] };
const grants = { officer: ['view', 'add', 'edit', 'fill'] };
const entity = entityMaker((columns) => ({ grants, filters: [], columns: [...columns] }));
const text = (title: string): Property => ({ title, field: 'input', type: 'string' });
const number = (title: string, more: Partial<Property> = {}): Property => ({
  title,
  field: 'number',
  type: 'number',
  precision: 15,
  scale: 2,
  ...more,
});
const rolled = (title: string, rollup: NonNullable<Property['rollup']>): Property => ({
  ...number(title),
  field: 'calculate',
  rollup,
});

const PARTS = 12;
const part = entity('part', '零件', { name: text('名称'), weight: number('重量') });

/** A box that is filled with a line for each part, and what its lines are asked for. */
function boxed(kind: string, line: Record<string, Property>, more: Partial<Entity> = {}): readonly Entity[] {
  const [box, row, shelf] = [`${kind}Box`, `${kind}Line`, `${kind}Shelf`];
  const of = { of: row, by: 'box' };
  return [
    entity(shelf, '架', {
      name: text('名称'),
      weight: rolled('总重', { sum: 'weight', of: box, by: 'shelf' }),
    }),
    entity(
      box,
      '箱',
      {
        name: text('名称'),
        shelf: referenceTo('架', shelf),
        most: number('限重'),
        lines: rolled('行数', { count: true, ...of }),
        weight: rolled('重量', { sum: 'weight', ...of }),
        heavy: rolled('重件', { count: true, ...of, where: 'weight > 5' }),
        left: { ...number('余量'), field: 'calculate', compute: 'most - weight' },
      },
      {
        states: { open: { title: '空', initial: true, edit: true }, full: { title: '满', edit: true } },
        transitions: {
          fill: {
            title: '装箱',
            from: ['open'],
            who: ['everyone'],
            effects: {
              lines: {
                create: row,
                from: { entity: 'part' },
                values: { box: 'id', part: 'row.id', name: 'row.name', weight: 'row.weight' },
              },
            },
          },
          close: {
            title: '满载',
            from: ['open'],
            to: 'full',
            who: ['system'],
            auto: true,
            when: [{ when: `lines >= ${PARTS}`, else: '未满' }],
          },
        },
      },
    ),
    entity(
      row,
      '行',
      {
        box: referenceTo('箱', box),
        part: referenceTo('零件', 'part'),
        name: text('名称'),
        weight: number('重量'),
        share: { ...number('限重占比'), field: 'calculate', compute: 'round(weight / box.most * 100, 2)' },
        ...line,
      },
      { parent: { entity: box, field: 'box' }, ...more },
    ),
  ];
}

const asked = (when: string): Record<string, Property> => ({
  name: { ...text('名称'), rules: [{ when, else: '装不下了' }] },
});

let server: EntityServer;
beforeAll(async () => {
  const entities = [
    part,
    ...boxed('plain', {}),
    ...boxed('parent', asked('parent.lines < 5')),
    ...boxed('behind', asked('box.left > 60')),
    ...boxed('nested', {}),
    entity(
      'nestedMark',
      '标记',
      { line: referenceTo('行', 'nestedLine'), name: text('名称') },
      { parent: { entity: 'nestedLine', field: 'line' } },
    ),
    ...boxed('told', asked("not exists('toldBox', id == parent.box and lines >= 5)")),
  ];
  server = await createEntityServer({ entities: { demo: entities } });
  for (let index = 0; index < PARTS; index += 1) await save('part', { name: `零件${index}`, weight: index });
}, patient(60_000));
afterAll(() => server?.close());

const ask = <T>(call: string, body?: object) => server.call<T>(officer, call, body);
const save = async (base: string, body: object): Promise<WireRecord> => {
  const answer = await ask<WireRecord>(`POST ${P}/${base.toLowerCase()}/save`, body);
  expect([answer.msg, answer.status]).toEqual([answer.msg, 200]);
  return answer.data;
};
const detail = async (base: string, id: string) =>
  (await ask<WireRecord>(`GET ${P}/${base.toLowerCase()}/detail?id=${id}`)).data;
const linesOf = async (kind: string) =>
  (await ask<{ records: readonly WireRecord[] }>(`GET ${P}/${kind}line/page?size=100`)).data.records;

/** A box on a shelf of its own, and what came of filling it. */
async function filled(kind: string) {
  const shelf = await save(`${kind}Shelf`, { name: '架' });
  const box = await save(`${kind}Box`, { name: '箱', shelf: shelf.id, most: 100 });
  const answer = await ask<WireRecord>(`POST ${P}/${kind}box/fill`, { id: box.id, version: box.version });
  return { box: String(box.id), shelf: String(shelf.id), answer };
}

describe('rows that an effect makes below one record', () => {
  it('leave what one after the other would: counted, computed, counted on, and followed', async () => {
    const { box, shelf, answer } = await filled('plain');
    expect([answer.msg, answer.status]).toEqual([answer.msg, 200]);
    const weight = (PARTS * (PARTS - 1)) / 2;
    expect(await detail('plainBox', box)).toMatchObject({
      ...{ status: 'full', lines: PARTS, weight, heavy: PARTS - 6, left: 100 - weight },
    });
    expect(await detail('plainShelf', shelf)).toMatchObject({ weight });
    const lines = (await linesOf('plain')).filter((line) => line.box === box);
    expect(lines.map((line) => Number(line.share)).sort((one, other) => one - other)).toEqual(
      Array.from({ length: PARTS }, (_, index) => index),
    );
  });

  it('ask the database once each for their insertion, and for the rest once together', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await filled('plain');
    const sent = query.mock.calls.map(([one]) => String((one as { text?: string }).text ?? one));
    query.mockRestore();
    expect(sent.filter((one) => one.startsWith('insert into data."plainLine"'))).toHaveLength(PARTS);
    const often = Map.groupBy(sent, (one) => one.slice(0, 80)).values();
    const repeated = [...often].filter((alike) => alike.length >= PARTS).map(([one]) => one?.slice(0, 40));
    expect(repeated.filter((one) => !one?.startsWith('insert into data."plainLine"'))).toEqual([]);
  });

  it('are counted one after the other where more stands below them', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const { box } = await filled('nested');
    const sent = query.mock.calls.map(([one]) => String((one as { text?: string }).text ?? one));
    query.mockRestore();
    expect(await detail('nestedBox', box)).toMatchObject({ lines: PARTS });
    expect(sent.filter((one) => one.startsWith('update data."nestedBox" t set "lines"'))).toHaveLength(PARTS);
  });

  it.each(['parent', 'behind', 'told'])(
    'are counted one after the other where a row asks for it, by “%s”',
    async (kind) => {
      const { box, answer } = await filled(kind);
      expect([answer.status, answer.msg]).toEqual([400, expect.stringContaining('装不下了')]);
      expect(await detail(`${kind}Box`, box)).toMatchObject({ status: 'open', lines: 0, weight: 0 });
      expect(await linesOf(kind)).toEqual([]);
    },
  );
});
