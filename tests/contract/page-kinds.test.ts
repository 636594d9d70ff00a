import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entity, Page } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { pageKinds } from '../../src/page-kinds/definitions.generated.ts';
import { pageKindFixtures } from '../../src/page-kinds/fixtures.generated.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { sample } from '../fixtures/page-kinds/sample.ts';
import { patient } from '../fixtures/patience.ts';

const P = '/api/anlan-safety/sample';

/** Pages of every kind that has a query of its own, as its fixtures write them. */
const viewed = Object.entries(pageKindFixtures).flatMap(([kind, { valid }]) =>
  pageKinds[kind as keyof typeof pageKinds].by === 'view'
    ? valid.map((page, at) => ({ code: `${kind}${at}`, kind, page }))
    : [],
);

/** Whose records a person sees. */
const SCOPES = { all: 'tenant', narrow: { where: "level == '1'" }, own: 'self', none: 'none' } as const;
/** What a person sees of a field: nothing, or its value in records of level 1 alone. */
const RIGHTS = ['whole', 'blind', 'some'] as const;
/** Fields that pages of some kind show or ask for. */
const FIELDS = [...new Set(JSON.stringify(viewed.map(({ page }) => page)).match(/[A-Za-z0-9]+/g))].filter(
  (word) => Object.hasOwn(sample.record.properties, word) && word !== 'name',
);

interface Person {
  readonly role: string;
  readonly scope: keyof typeof SCOPES;
  readonly right: (typeof RIGHTS)[number];
  readonly field: string;
}

const people = Object.keys(SCOPES).flatMap((scope) =>
  RIGHTS.flatMap((right) =>
    (right === 'whole' ? ['none'] : FIELDS).map(
      (field): Person => ({ role: `${scope}${right}${field}`, scope: scope as Person['scope'], right, field }),
    ),
  ),
);

const EVERYTHING = ['view', 'add', 'edit', 'finish', 'reschedule', 'postpone', 'shift', 'begin', 'grade'];
const written = (page: Omit<Page, 'title'>): Page => ({
  title: '样页',
  columns: ['name', ...Object.keys(sample.record.properties).filter((key) => key !== 'name' && key !== 'late')],
  actions: EVERYTHING.filter((action) => action !== 'view'),
  ...page,
  grants: { everyone: EVERYTHING },
});

const entity: Entity = {
  ...sample,
  pages: { all: written({}), ...Object.fromEntries(viewed.map(({ code, page }) => [code, written(page)])) },
  permissions: {
    scope: { everyone: 'tenant', ...Object.fromEntries(people.map(({ role, scope }) => [role, SCOPES[scope]])) },
    fields: Object.fromEntries(
      FIELDS.map((field) => [
        field,
        [
          {
            roles: people.filter((one) => one.field === field && one.right === 'blind').map(({ role }) => role),
            access: 'hidden',
          },
          {
            roles: people.filter((one) => one.field === field && one.right === 'some').map(({ role }) => role),
            when: "name == '甲1'",
            access: 'read',
          },
          { roles: people.filter((one) => one.field !== field).map(({ role }) => role), access: 'write' },
        ],
      ]),
    ),
  } as Entity['permissions'],
};

let server: EntityServer;

beforeAll(async () => {
  server = await createEntityServer({ entities: { demo: [entity] } });
  server.setNow('2026-11-20 09:00:00');
  for (let at = 0; at < 12; at += 1) {
    const day = `2026-11-${String(10 + at).padStart(2, '0')}`;
    const record = {
      name: `甲${at}`,
      level: String((at % 3) + 1),
      day,
      time: `${day} 08:00:00`,
      from: `${day} 08:00:00`,
      until: `${day} 20:00:00`,
      amount: 7000 + at,
      note: `秘${at}`,
      tags: ['a'],
    };
    const { data } = await server.call<WireRecord>({ userId: at % 2 === 0 ? 'u1' : 'u2' }, `POST ${P}/submit`, record);
    expect(data.status).toBe('open');
  }
});
afterAll(() => server.close());

/** Every record in an answer, however deep. */
function recordsIn(value: unknown): readonly WireRecord[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  if ('id' in value && 'version' in value) return [value as WireRecord];
  return Object.values(value).flatMap(recordsIn);
}

const callerOf = ({ role }: Pick<Person, 'role'>) => ({ userId: 'u1', roleCodes: [role] });

/** Compares what a kind of page and its list show a person. */
async function compare(person: Person, code: string, kind: string): Promise<void> {
  const caller = callerOf(person);
  const list = await server.call<WirePage<WireRecord>>(caller, `GET ${P}/page?page=${code}&size=100`);
  const view = await server.call<unknown>(caller, `GET ${P}/view?page=${code}&_kind=${kind}`);
  expect([200, 403]).toContain(view.status);
  if (view.status === 403) {
    // Only for want of the field that it cannot be drawn without.
    const { title } = sample.record.properties[person.field] ?? {};
    expect([person.right, view.msg]).toEqual(['blind', expect.stringContaining(String(title))]);
    return;
  }
  const listed = new Map(list.data.records.map((record) => [record.id, record]));
  for (const record of recordsIn(view.data)) {
    const known = listed.get(record.id);
    expect(known).toBeDefined();
    const isExtra = (key: string) => key !== 'abilities' && !Object.hasOwn(known ?? {}, key);
    // What a step shows besides the columns of the list is what the record itself shows.
    const more = Object.keys(record).some(isExtra)
      ? (await server.call<WireRecord>(caller, `GET ${P}/detail?page=${code}&id=${record.id}`)).data
      : known;
    for (const [key, value] of Object.entries(record)) {
      if (key === 'abilities') continue;
      expect({ [key]: value }).toEqual({ [key]: (isExtra(key) ? more : known)?.[key] });
    }
  }
  // As a value: ids have such digits too.
  if (person.right === 'blind' && person.field === 'amount')
    expect(JSON.stringify(view.data)).not.toMatch(/[:[,]"?70\d\d"?[,}\]]/);
}

describe.each(viewed)('a page of the kind $kind ($code)', ({ code, kind }) => {
  test('shows whoever sees everything what its list shows', async () => {
    const whole = { role: 'allwholenone' };
    const list = await server.call<WirePage<WireRecord>>(callerOf(whole), `GET ${P}/page?page=${code}&size=100`);
    const view = await server.call(callerOf(whole), `GET ${P}/view?page=${code}&_kind=${kind}`);
    expect(view).toMatchObject({ status: 200 });
    const ids = (records: readonly WireRecord[]) => [...new Set(records.map(({ id }) => id))].sort();
    expect(ids(recordsIn(view.data))).toEqual(ids(list.data.records));
  });

  test('shows nobody what its list would not', { timeout: patient(120_000) }, async () => {
    for (const person of people) await compare(person, code, kind);
  });

  test('keeps to the filters of its list, and refuses what they do not know', async () => {
    const caller = { userId: 'u1', roleCodes: ['allwholenone'] };
    const narrowed = await server.call(
      caller,
      `GET ${P}/view?page=${code}&_kind=${kind}&keyword=${encodeURIComponent('甲3')}`,
    );
    for (const { name } of recordsIn(narrowed.data)) expect(name).toBe('甲3');
    const unknown = await server.call(caller, `GET ${P}/view?page=${code}&_kind=${kind}&nowhere=1`);
    expect(unknown).toMatchObject({ status: 400, msg: '不支持按“nowhere”筛选' });
  });
});

test('a page without such a kind is refused by name', async () => {
  const caller = { userId: 'u1', roleCodes: ['allwholenone'] };
  expect(await server.call(caller, `GET ${P}/view?page=all`)).toMatchObject({
    status: 400,
    msg: '页面没有这种显示方式',
  });
  expect(await server.call(caller, `GET ${P}/view?page=nowhere`)).toMatchObject({ status: 404 });
});

test('a board has the first cards of each column in the order of its list, all of them counted, and the next ones behind', async () => {
  const caller = { userId: 'u1', roleCodes: ['allwholenone'] };
  for (let at = 0; at < 55; at += 1) {
    // One a day, as the entity has it.
    const day = new Date(Date.UTC(2027, 0, 1 + at)).toISOString().slice(0, 10);
    const times = { time: `${day} 08:00:00`, from: `${day} 08:00:00`, until: `${day} 20:00:00` };
    const record = { name: `乙${at}`, day, ...times, amount: 7, note: '无', ...(at < 53 ? { level: '2' } : {}) };
    const made = await server.call({ userId: 'u1' }, `POST ${P}/submit`, record);
    expect(made.msg).toBe('操作成功');
  }
  const { code } = viewed.find(({ page }) => page.view === 'board' && page.board?.by === 'level') ?? { code: '' };
  type Board = { columns: { key: string | null; records: WireRecord[]; total: number }[] };
  const board = await server.call<Board>(caller, `GET ${P}/view?page=${code}`);
  const idsOf = (records: readonly WireRecord[]): string[] => records.map(({ id }) => id);
  let sum = 0;
  for (const { key, records, total } of board.data.columns) {
    sum += total;
    if (key === null) continue;
    const list = await server.call<WirePage<WireRecord>>(caller, `GET ${P}/page?page=${code}&level=${key}&size=50`);
    expect({ key, total, ids: idsOf(records) }).toEqual({
      key,
      total: list.data.total,
      ids: idsOf(list.data.records),
    });
  }
  const all = await server.call<WirePage<WireRecord>>(caller, `GET ${P}/page?page=${code}`);
  expect(sum).toBe(all.data.total);
  expect(board.data.columns.find(({ key }) => key === null)?.records.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['乙53', '乙54']),
  );
  const next = await server.call<Board>(caller, `GET ${P}/view?page=${code}&_column=2&_offset=50`);
  const listed = await server.call<WirePage<WireRecord>>(
    caller,
    `GET ${P}/page?page=${code}&level=2&size=50&current=2`,
  );
  expect(next.data.columns.map(({ records }) => idsOf(records))).toEqual([idsOf(listed.data.records)]);
});

test('a board of groups shows its usual states, those that run out first, and what the person chose instead', async () => {
  const caller = { userId: 'u1', roleCodes: ['allwholenone'] };
  const { code } = viewed.find(({ page }) => page.board?.states !== undefined) ?? { code: '' };
  // Neither usual nor read: a draft.
  await server.call({ userId: 'u1' }, `POST ${P}/save`, {
    name: '丙稿',
    day: '2028-01-01',
    time: '2000-01-01 00:00:00',
  });
  type Board = { columns: unknown[]; grouped: { records: WireRecord[]; total: number } };
  const ask = async (more = '') => {
    const { data } = await server.call<Board>(caller, `GET ${P}/view?page=${code}&_kind=board${more}`);
    return data.grouped;
  };
  const usual = await ask();
  expect([...new Set(usual.records.map(({ status }) => status))]).toEqual(['open']);
  expect(usual.total).toBe(usual.records.length);
  const times = usual.records.map(({ time }) => String(time));
  expect(times).toEqual([...times].sort());
  expect((await ask('&status=draft')).records.map(({ name }) => name)).toEqual(['丙稿']);
  expect((await ask('&status=done')).total).toBe(0);
});

test('a record that somebody sends to a state to which nothing leads stays where it is, with the reason', async () => {
  const caller = { userId: 'u1', roleCodes: ['allwholenone'] };
  const { data } = await server.call<WirePage<WireRecord>>(caller, `GET ${P}/page?page=all&status=open&size=1`);
  const [record] = data.records;
  for (const status of ['draft', 'nowhere', '']) {
    const answer = await server.call(caller, `POST ${P}/updateStatusById?id=${record?.id}&status=${status}&page=all`);
    expect([status, answer.status, answer.msg.length > 0]).toEqual([status, 400, true]);
  }
  const after = await server.call<WireRecord>(caller, `GET ${P}/detail?id=${record?.id}&page=all`);
  expect([after.data.status, after.data.version]).toEqual(['open', record?.version]);
});

test('a board of groups counts all that there are, not the 200 that it shows', async () => {
  const caller = { userId: 'u1', roleCodes: ['allwholenone'] };
  const { code } = viewed.find(({ page }) => page.board?.count !== undefined) ?? { code: '' };
  for (let at = 0; at < 200; at += 1) {
    // One a day, as the entity has it.
    const day = new Date(Date.UTC(2028, 5, 1 + at)).toISOString().slice(0, 10);
    const entered = await server.call({ userId: 'u1' }, `POST ${P}/submit`, { name: `丁${at}`, level: '3', day });
    expect([entered.status, entered.msg]).toEqual([200, entered.msg]);
  }
  const [board, ...listed] = await Promise.all([
    server.call<{ grouped: { records: WireRecord[]; counts: Record<string, Record<string, number>> } }>(
      caller,
      `GET ${P}/view?page=${code}&_kind=board`,
    ),
    ...['1', '2', '3'].map((level) =>
      server.call<WirePage<WireRecord>>(caller, `GET ${P}/page?page=${code}&level=${level}&status=open`),
    ),
  ]);
  const { records, counts } = board.data.grouped;
  expect(records.length).toBe(200);
  expect(['1', '2', '3'].map((level) => counts.level?.[level])).toEqual(listed.map(({ data }) => data.total));
});
