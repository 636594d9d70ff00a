import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Effect, Property } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { insertPeople } from '../fixtures/flow-entities.ts';
import { entityMaker, referenceTo } from '../fixtures/small-entity.ts';

const text = (title: string, more: Partial<Property> = {}): Property => ({
  title,
  field: 'input',
  type: 'string',
  ...more,
});
const entity = entityMaker(() => ({ grants: { trainer: ['view', 'add', 'edit', 'delete'] } }));

/** Paths that end behind a reference, by where they begin, with what they give for the record of the test. */
const PATHS = {
  own: ['main.stem', '主题'],
  further: ['main.bank.name', '题库乙'],
  before: ['old.main.stem', '主题'],
  column: ["join(valuesOf(items, question.stem), '、')", '题一、题二'],
  columnFurther: ["join(valuesOf(items, question.bank.name), '、')", '题库甲、题库乙'],
  condition: ["join(valuesOf(items, kind, question.bank.name == '题库乙'), '、')", '乙'],
  nestedRow: ["join(valuesOf(items, concat(parent.main.stem, question.stem)), '、')", '主题题一、主题题二'],
  newest: ['newest(items, question.stem, kind)', '题一'],
  child: ["join(valuesOf(part, question.stem), '、')", '题二'],
  childFurther: ["join(valuesOf(part, question.bank.name), '、')", '题库乙'],
  grandchild: ["join(valuesOf(part, join(valuesOf(lines, question.stem), '·')), '、')", '题一·题二'],
  small: ["join(valuesOf('kind', question.stem, code == 'k'), '、')", '题一'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

type PathName = keyof typeof PATHS;
const names = Object.keys(PATHS) as PathName[];
const field = (slot: string, name: string): string => `${slot}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const outputs = (slot: string, paths: readonly PathName[] = names): Record<string, Property> =>
  Object.fromEntries(paths.map((name) => [field(slot, name), text(field(slot, name))]));
const given = (slot: string, paths: readonly PathName[] = names): Record<string, string> =>
  Object.fromEntries(paths.map((name) => [field(slot, name), PATHS[name][0]]));
/** A field of a record that is made beside has the path's own name. */
const plain = (prefix = ''): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, prefix === '' ? PATHS[name][0] : prefix]));
const noted = Object.fromEntries(names.map((name) => [name, text(name)]));

const bank = entity('bank', '题库', { name: text('名称') });
const question = entity('question', '题目', { stem: text('题干'), bank: referenceTo('题库', 'bank') });
const kind = entity('kind', '类别', { code: text('编码'), question: referenceTo('题目', 'question') }, { small: true });
const items: Property = {
  title: '题目',
  field: 'subTable',
  type: 'array',
  items: { type: 'object', properties: { kind: text('类别'), question: referenceTo('题目', 'question') } },
};
const atForm: readonly PathName[] = [
  'own',
  'further',
  'column',
  'columnFurther',
  'condition',
  'nestedRow',
  'newest',
  'small',
];

const effects: Record<string, Effect> = {
  noted: { create: 'note', values: { exam: 'id', slot: "'create'", ...plain() } },
  drawn: {
    create: 'note',
    from: { entity: 'question', where: "stem == '题二'" },
    values: {
      exam: 'id',
      slot: "'row'",
      own: 'row.stem',
      further: 'row.bank.name',
      column: "join(valuesOf(items, question.stem), '、')",
    },
  },
  sampled: {
    create: 'note',
    from: { over: 'part', entity: 'question', where: 'id == over.question', sample: '1', seed: 'id' },
    values: {
      exam: 'id',
      slot: "'over'",
      own: 'over.question.stem',
      further: 'over.question.bank.name',
      column: 'row.bank.name',
    },
  },
  itself: { set: given('effect') },
  all: { each: { entity: 'other', where: 'exam == outer.id' }, set: plain() },
};

const exam = entity(
  'exam',
  '考试',
  {
    name: text('名称'),
    main: referenceTo('主题', 'question'),
    items,
    ...Object.fromEntries(atForm.map((name) => [field('default', name), text(name, { defaultFrom: PATHS[name][0] })])),
    ...Object.fromEntries(
      atForm.map((name) => [field('live', name), { ...text(name), field: 'calculate', compute: PATHS[name][0] }]),
    ),
    ...outputs('set'),
    ...outputs('effect'),
    ...outputs('fired'),
  },
  {
    states: {
      draft: { title: '草稿', initial: true, edit: true },
      ready: {
        title: '就绪',
        entered: { notify: ['creator'], message: '{main}' },
      },
      done: { title: '完成' },
    },
    transitions: {
      prepare: {
        title: '准备',
        from: ['draft'],
        to: 'ready',
        who: ['everyone'],
        when: names.map((name) => ({ when: `(${PATHS[name][0]}) == '${PATHS[name][1]}'`, else: `${name}不对` })),
        set: given('set'),
        effects,
      },
    },
  },
);
const part = entity(
  'part',
  '部分',
  {
    exam: referenceTo('考试', 'exam'),
    question: referenceTo('题目', 'question'),
    lines: items,
    above: text('上级的', { defaultFrom: 'parent.main.stem' }),
    aboveFurther: text('上级的题库', { defaultFrom: 'parent.main.bank.name' }),
    aboveRows: text('上级各行', {
      defaultFrom: "join(valuesOf(lines, concat(question.stem, parent.parent.main.stem)), '、')",
    }),
  },
  { parent: { entity: 'exam', field: 'exam' } },
);
const note = entity('note', '记录', { exam: referenceTo('考试', 'exam'), slot: text('来处'), ...noted });
const other = entity('other', '别的', { exam: referenceTo('考试', 'exam'), ...noted });

const P = '/api/anlan-safety';
const trainer: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['trainer'] };

describe('what stands behind the references of rows', () => {
  let server: EntityServer;
  let id = '';
  let detail: WireRecord = {} as WireRecord;

  async function save(path: string, body: object): Promise<string> {
    const answer = await server.call<WireRecord>(trainer, `POST ${P}/${path}/save`, body);
    expect(`${path} ${answer.status} ${answer.msg}`).toContain(' 200 ');
    return String(answer.data.id);
  }
  async function records(path: string): Promise<readonly WireRecord[]> {
    const { data } = await server.call<WirePage<WireRecord>>(trainer, `GET ${P}/${path}/page?size=100`);
    return data.records;
  }

  beforeAll(async () => {
    server = await createEntityServer({
      entities: { test: [bank, question, kind, exam, part, note, other] },
      shipped: ['user', 'dept', 'role', 'post'],
    });
    await insertPeople(server);
    const first = await save('bank', { name: '题库甲' });
    const second = await save('bank', { name: '题库乙' });
    const one = await save('question', { stem: '题一', bank: first });
    const two = await save('question', { stem: '题二', bank: second });
    const main = await save('question', { stem: '主题', bank: second });
    await save('kind', { code: 'k', question: one });
    const rows = [
      { kind: '甲', question: one },
      { kind: '乙', question: two },
    ];
    id = await save('exam', { name: '月考', main, items: rows });
    await save('part', { exam: id, question: two, lines: rows });
    await save('other', { exam: id });
    const answer = await server.call<WireRecord>(trainer, `POST ${P}/exam/prepare`, { id });
    expect(answer.msg).toBe('操作成功');
    detail = (await server.call<WireRecord>(trainer, `GET ${P}/exam/detail?id=${id}`)).data;
  });
  afterAll(() => server?.close());

  const notes = async (slot: string): Promise<WireRecord | undefined> =>
    (await records('note')).find((record) => record.slot === slot);
  const expected = (paths: readonly PathName[], slot = ''): Record<string, string> =>
    Object.fromEntries(paths.map((name) => [slot === '' ? name : field(slot, name), PATHS[name][1]]));

  it('are read by defaults, rules of steps and live fields', () => {
    expect(detail).toMatchObject({ ...expected(atForm, 'default'), ...expected(atForm, 'live') });
  });
  it('are read by what a step sets', () => expect(detail).toMatchObject(expected(names, 'set')));
  it('are read by effects on the record itself', () => expect(detail).toMatchObject(expected(names, 'effect')));
  it('are read by effects on others', async () => expect((await records('other'))[0]).toMatchObject(expected(names)));
  it('are read by what effects create', async () => expect(await notes('create')).toMatchObject(expected(names)));
  it('are read of the rows of a library', async () => {
    expect(await notes('row')).toMatchObject({ own: '题二', further: '题库乙', column: '题一、题二' });
  });
  it('are read of the child for which rows are drawn', async () => {
    expect(await notes('over')).toMatchObject({ own: '题二', further: '题库乙', column: '题库乙' });
  });
  it('are read of the record above', async () => {
    const [made] = await records('part');
    expect(made).toMatchObject({ above: '主题', aboveFurther: '题库乙', aboveRows: '题一主题、题二主题' });
  });
});
