import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Property } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { insertPeople } from '../fixtures/flow-entities.ts';
import { entityMaker, referenceTo } from '../fixtures/small-entity.ts';

const text = (title: string): Property => ({ title, field: 'input', type: 'string' });
const number = (title: string): Property => ({ title, field: 'number', type: 'integer' });
const entity = entityMaker(() => ({ grants: { trainer: ['view', 'add', 'edit', 'delete'] } }));

const question = entity('question', '题目', { bank: text('题库'), stem: text('题干'), level: number('难度') });

const paper = entity(
  'paper',
  '试卷',
  { name: text('名称'), code: text('编号'), hardest: number('最高难度') },
  {
    states: { draft: { title: '草稿', initial: true, edit: true }, ready: { title: '已组卷' } },
    transitions: {
      compose: {
        title: '组卷',
        from: ['draft'],
        to: 'ready',
        who: ['everyone'],
        effects: {
          draw: {
            create: 'paperItem',
            from: {
              over: 'paperSection',
              entity: 'question',
              where: 'bank == over.bank and (isNull(outer.hardest) or level <= outer.hardest)',
              sample: 'over.count',
              seed: 'code',
            },
            values: {
              paper: 'id',
              question: 'row.id',
              section: 'over.name',
              stem: "concat(over.name, '：', row.stem)",
            },
          },
        },
      },
    },
  },
);
const section = entity(
  'paperSection',
  '大题',
  { paper: referenceTo('试卷', 'paper'), name: text('名称'), bank: text('题库'), count: number('题数') },
  { parent: { entity: 'paper', field: 'paper' } },
);
const item = entity('paperItem', '试题', {
  paper: referenceTo('试卷', 'paper'),
  question: referenceTo('题目', 'question'),
  section: text('大题'),
  stem: text('题干'),
});

const P = '/api/anlan-safety';
const trainer: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['trainer'] };
const stranger: TestPerson = { ...trainer, userId: 'u9', tenantId: '645968' };

describe('sampling from a library', () => {
  let server: EntityServer;
  const post = (path: string, body: object, person = trainer) =>
    server.call<WireRecord>(person, `POST ${P}/${path}`, body);

  async function compose(sections: readonly (readonly [string, string, number | null])[], more: object = {}) {
    const { data } = await post('paper/save', { name: '安全考试', ...more });
    for (const [name, bank, count] of sections) {
      expect((await post('papersection/save', { paper: data.id, name, bank, count })).status).toBe(200);
    }
    const answer = await post('paper/compose', { id: data.id });
    const page = await server.call<WirePage<WireRecord>>(trainer, `GET ${P}/paperitem/page?size=200`);
    const items = page.data.records.filter((record) => record.paper === data.id);
    return { answer, items: [...items].sort((a, b) => String(a.id).localeCompare(String(b.id))) };
  }
  const stems = (items: readonly WireRecord[]) => items.map(({ stem }) => stem);

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [question, paper, section, item] }, shipped: [] });
    await insertPeople(server);
    for (let index = 0; index < 20; index += 1) {
      await post('question/save', { bank: index < 12 ? 'fire' : 'gas', stem: `题${index}`, level: index % 3 });
    }
    for (let index = 0; index < 5; index += 1) {
      await post('question/save', { bank: 'gas', stem: `别家${index}`, level: 0 }, stranger);
    }
  });

  afterAll(() => server.close());

  it('draws as many as each section wants, none twice, and names both in the values', async () => {
    const { answer, items } = await compose(
      [
        ['单选', 'fire', 5],
        ['多选', 'fire', 4],
        ['判断', 'gas', 3],
      ],
      { code: 'A' },
    );
    expect(answer.msg).toBe('操作成功');
    expect(items.map(({ section: name }) => name)).toEqual([
      ...Array(5).fill('单选'),
      ...Array(4).fill('多选'),
      ...Array(3).fill('判断'),
    ]);
    expect(new Set(items.map(({ question: id }) => id)).size).toBe(12);
    expect(stems(items)[0]).toMatch(/^单选：题\d+$/);
  });

  it('draws the same for the same seed, in the same order, and others for another', async () => {
    const sections = [['单选', 'fire', 6]] as const;
    const papers = await Promise.all(['A', 'A', 'B', 'C', 'D'].map((code) => compose(sections, { code })));
    const [first, second, ...others] = papers.map(({ items }) => stems(items).join());
    expect(first).toBe(second);
    expect(new Set([first, ...others]).size).toBeGreaterThan(2);
  });

  it('refuses in words where there are too few, and nothing of the paper is made', async () => {
    const { answer, items } = await compose(
      [
        ['单选', 'fire', 5],
        ['判断题', 'gas', 9],
      ],
      { code: 'A' },
    );
    expect(answer).toMatchObject({
      status: 400,
      msg: expect.stringContaining('“判断题”要抽取9条题目，符合条件的只有8条'),
    });
    expect(items).toEqual([]);
  });

  it('takes only what the condition lets in, what the record says counted, and nothing of another company', async () => {
    const { items } = await compose([['判断', 'gas', 3]], { code: 'A', hardest: 0 });
    expect(items).toHaveLength(3);
    const { answer } = await compose([['判断', 'gas', 4]], { code: 'A', hardest: 0 });
    expect(answer.msg).toContain('符合条件的只有3条');
  });

  it('draws nothing for a section that wants none', async () => {
    const { answer, items } = await compose(
      [
        ['单选', 'fire', 0],
        ['多选', 'fire', null],
      ],
      { code: 'A' },
    );
    expect(answer.msg).toBe('操作成功');
    expect(items).toEqual([]);
  });
});
