import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { fieldTypes } from '../../src/field-types/definitions.ts';
import { SAMPLE_SIGNATURE } from '../../src/field-types/signature/fixtures.ts';
import { everyField } from '../fixtures/entities/every-field.ts';
import { patient } from '../fixtures/patience.ts';
import { type ProductClient, productSchemas, signIn } from '../fixtures/product-client.ts';

const entity = everyField();
const properties = entity.record.properties;
const base = '{p}-safety/samples/everyfield';
const folder = path.join(productSchemas(), 'areas/samples');

let analyst: ProductClient;
let full: Record<string, unknown>;
let stored: WireRecord;
let other: WireRecord;

async function firstOf(call: string): Promise<string> {
  const answer = await analyst.call<{ id: string }[]>('GET', call);
  const id = answer.body.data?.[0]?.id;
  if (id === undefined) throw new Error(`${call}: ${answer.status} ${answer.body.msg}`);
  return id;
}

const save = (json: Record<string, unknown>) => analyst.call<WireRecord>('POST', `${base}/save`, { json });
const list = (query: Record<string, string>) =>
  analyst.call<WirePage<WireRecord>>('GET', `${base}/page`, { query: { size: '100', ...query } });

/** Ids of what a filter leaves of the two records. */
async function found(query: Record<string, string>): Promise<readonly string[]> {
  const answer = await list({ ...query, ids: `${stored.id},${other.id}` });
  expect([query, answer.body.msg, answer.status]).toEqual([query, answer.body.msg, 200]);
  return answer.body.data.records.map(({ id }) => id);
}

beforeAll(async () => {
  analyst = await signIn('analyst');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'everyField.entity.json'), JSON.stringify(entity, null, 2));
  await vi.waitFor(async () => expect((await list({})).status).toBe(200), { timeout: patient(60_000), interval: 200 });
  const areas = await analyst.call<{ id: string; parentId: string | null }[]>(
    'GET',
    '{p}-safety/risk/areas/main/select',
  );
  const below = areas.body.data.find(({ parentId }) => parentId !== null);
  if (below === undefined) throw new Error('no area stands below another one');
  const [dept, role, post] = await Promise.all([
    firstOf('{p}-system/dept/tree'),
    firstOf('{p}-system/role/tree-by-parent'),
    firstOf('{p}-system/position/list'),
  ]);
  const person = await firstOf('{p}-system/users-list');
  const file = await analyst.upload('样例.txt', '样例', 'text/plain');
  full = {
    name: '罐区日查',
    batch: 'AB-001',
    note: '阀门手柄松动，已紧固',
    story: '<p>现场<strong>已处置</strong></p>',
    count: 10,
    money: 1234.5,
    stars: 4,
    progress: 60,
    alarm: 'one * 2',
    kind: 'daily',
    shift: 'day',
    tools: ['gas', 'lamp'],
    place: 'valve',
    day: '2026-03-05',
    month: '2026-03-01',
    moment: '2026-03-05 08:30:00',
    planStart: '2026-03-01',
    planEnd: '2026-03-31',
    hour: '08:30',
    workStart: '22:00',
    workEnd: '06:00',
    dept,
    units: [dept],
    chief: person,
    members: [person],
    readers: [role],
    post,
    area: below.id,
    zone: below.id,
    site: below.id,
    spot: { lng: 121.4737, lat: 31.2304 },
    ground: {
      points: [
        { lng: 121.4731, lat: 31.2301 },
        { lng: 121.4749, lat: 31.2303 },
        { lng: 121.4745, lat: 31.2314 },
      ],
    },
    files: [file],
    items: [{ what: '阀门', level: 'bad', found: '2026-03-05', at: '08:40', quantity: 3, price: 12.5 }],
    sign: { image: SAMPLE_SIGNATURE },
    rights: [{ permissionId: 'law', actionList: ['view'] }],
  };
}, patient(120_000));

afterAll(() => rm(folder, { recursive: true, force: true }));

it('holds a field of every shipped type but the one whose value is never given back', () => {
  const shown = new Set(Object.values(properties).map(({ field }) => field));
  expect(Object.keys(fieldTypes).filter((type) => !shown.has(type))).toEqual(['password']);
});

it('keeps a draft with what is filled so far, and asks for the rest when it is submitted', async () => {
  const draft = await save({ name: '只有名称' });
  expect([draft.status, draft.body.data.status, draft.body.data.kind]).toEqual([200, 'draft', null]);
  const { id, version } = draft.body.data;
  const refused = await analyst.call('POST', `${base}/submit`, { json: { id, version, name: '只有名称' } });
  expect(refused.status).toBe(400);
  expect(refused.body.errors?.map(({ pointer }) => pointer)).toEqual(['/kind', '/day', '/dept', '/items']);
  for (const { pointer, msg } of refused.body.errors ?? []) {
    expect(msg).toContain(properties[pointer.slice(1)]?.title);
  }
  expect((await analyst.call('POST', `${base}/remove`, { query: { ids: id } })).status).toBe(200);
});

it('stores every value and gives it back in the detail and the list, with names, sums and numbers', async () => {
  const saved = await save(full);
  expect([saved.body.msg, saved.body.errors, saved.status]).toEqual([saved.body.msg, undefined, 200]);
  const { id, version } = saved.body.data;
  const sent = await analyst.call<WireRecord>('POST', `${base}/submit`, { json: { id, version } });
  expect([sent.body.msg, sent.status]).toEqual([sent.body.msg, 200]);
  const detail = await analyst.call<WireRecord>('GET', `${base}/detail`, { query: { id } });
  stored = detail.body.data;
  const { items, sign, files, ...plain } = full;
  expect(stored).toMatchObject(plain);
  expect(stored.items).toEqual([{ ...(items as object[])[0], sum: 37.5 }]);
  expect(stored.sign).toMatchObject({
    image: SAMPLE_SIGNATURE,
    signerName: expect.any(String),
    time: expect.any(String),
  });
  expect(stored.files).toMatchObject([{ attachId: (files as string[])[0], originalName: '样例.txt' }]);
  expect(stored).toMatchObject({ status: 'sent', each: 123.45, code: 'JC-罐区日查' });
  expect(stored.number).toMatch(/^JC\d{11}$/);
  for (const key of ['dept', 'chief', 'post', 'area', 'zone', 'site']) {
    expect([key, stored[`${key}Label`]]).toEqual([key, expect.stringMatching(/[一-龥]/)]);
  }
  for (const key of ['units', 'members', 'readers']) {
    expect([key, stored[`${key}Label`]]).toEqual([key, [expect.stringMatching(/[一-龥]/)]]);
  }
  // Structures stand in the answer where they are columns of a page.
  const [row] = (await list({ ids: id, page: 'everyField' })).body.data.records;
  expect(row).toMatchObject({ ...plain, each: 123.45, number: stored.number });
});

it('narrows the list by every filter: parts of texts, one of several, ranges, overlaps, a place and all below it', async () => {
  const second = await save({
    name: '泵房月查',
    note: '无异常',
    count: 20,
    money: 9999,
    stars: 2,
    progress: 10,
    kind: 'season',
    shift: 'night',
    tools: ['radio'],
    place: 'pump',
    day: '2026-06-05',
    month: '2026-06-01',
    moment: '2026-06-05 20:30:00',
    planStart: '2026-06-01',
    planEnd: '2026-06-30',
    hour: '20:00',
  });
  expect([second.body.msg, second.status]).toEqual([second.body.msg, 200]);
  other = second.body.data;
  const text = (key: string) => String([full[key]].flat()[0]);
  const queries: Record<string, Record<string, string>> = {
    name: { name: '罐区' },
    note: { note: '手柄' },
    number: { number: String(stored.number) },
    count: { startCount: '5', endCount: '10' },
    money: { startMoney: '1234.5', endMoney: '1234.5' },
    stars: { startStars: '3' },
    progress: { startProgress: '60', endProgress: '100' },
    each: { startEach: '123', endEach: '124' },
    kind: { kind: 'daily,special' },
    shift: { shift: 'day' },
    tools: { tools: 'lamp' },
    place: { place: 'tank' },
    day: { startDay: '2026-03-05', endDay: '2026-03-05' },
    month: { startMonth: '2026-03-01', endMonth: '2026-03-01' },
    moment: { startMoment: '2026-03-05 08:30:00', endMoment: '2026-03-05 08:30:00' },
    planStart: { startPlanStart: '2026-03-31', endPlanStart: '2026-05-31' },
    hour: { startHour: '08:00', endHour: '08:30' },
    dept: { dept: text('dept') },
    units: { units: text('units') },
    chief: { chief: text('chief') },
    members: { members: text('members') },
    readers: { readers: text('readers') },
    post: { post: text('post') },
    area: { area: text('area') },
    zone: { zone: text('zone') },
    site: { site: text('site') },
  };
  expect(Object.keys(queries).sort()).toEqual([...(entity.pages?.everyField?.filters ?? [])].sort());
  for (const [key, query] of Object.entries(queries)) {
    expect([key, await found(query)]).toEqual([key, [stored.id]]);
  }
  // Nothing is left of what lies beside.
  const beside: readonly Record<string, string>[] = [
    { startHour: '00:00', endHour: '08:29' },
    { place: 'pump', kind: 'daily' },
    { endStars: '1' },
  ];
  for (const query of beside) {
    expect([query, await found(query)]).toEqual([query, []]);
  }
  const areas = await analyst.call<{ id: string; parentId: string | null }[]>(
    'GET',
    '{p}-safety/risk/areas/main/select',
  );
  const above = areas.body.data.find(({ id }) => id === text('site'))?.parentId ?? '';
  expect([await found({ site: above }), await found({ zone: above }), await found({ area: above })]).toEqual([
    [stored.id],
    [stored.id],
    [],
  ]);
  const bad = await list({ startHour: '25:00' });
  expect([bad.status, bad.body.errors]).toEqual([
    400,
    [{ pointer: '/hour', msg: '集合时间不是有效的时间，格式HH:mm' }],
  ]);
});

it('sorts by every field that can be sorted, both ways', async () => {
  for (const [key, property] of Object.entries(properties)) {
    const type = fieldTypes[property.field as keyof typeof fieldTypes];
    const answer = await list({ orderBy: `-${key}`, ids: `${stored.id},${other.id}` });
    // Several records stand by the names of all of them.
    const isNamed = property.ref !== undefined || property.org !== undefined;
    const sortable = type.sortable && (property.type !== 'array' || isNamed);
    expect([key, answer.status]).toEqual([key, sortable ? 200 : 400]);
  }
  const order = async (orderBy: string) =>
    (await list({ orderBy, ids: `${stored.id},${other.id}` })).body.data.records.map(({ id }) => id);
  for (const key of ['count', 'day', 'hour', 'moment', 'money']) {
    expect([key, await order(key), await order(`-${key}`)]).toEqual([
      key,
      [stored.id, other.id],
      [other.id, stored.id],
    ]);
  }
});

it('refuses what is wrong in every field with a message that names it', async () => {
  const wrong: Record<string, unknown> = {
    name: '短',
    batch: 'ab-1',
    note: '长'.repeat(201),
    story: `<p>${'长'.repeat(501)}</p>`,
    count: 501,
    money: 0.001,
    stars: 6,
    progress: 101,
    alarm: 'two * 2',
    kind: 'never',
    shift: ['day'],
    tools: ['gas', 'gas'],
    place: 'moon',
    day: '2026-02-30',
    month: '2026-03-05',
    moment: '2026-03-05',
    planStart: '2026-13-01',
    planEnd: '昨天',
    hour: '24:00',
    workStart: '8:30',
    workEnd: 5,
    dept: '不存在的部门',
    units: ['1', '2', '3', '4'],
    chief: ['1'],
    members: '1',
    readers: [1],
    post: {},
    area: "1'; drop",
    zone: ' ',
    site: 7,
    spot: { lng: 181, lat: 0 },
    ground: {
      points: [
        { lng: 0, lat: 0 },
        { lng: 1, lat: 1 },
        { lng: 1, lat: 0 },
        { lng: 0, lat: 1 },
      ],
    },
    files: ['1', '1'],
    items: [{ what: '', quantity: -1 }],
    sign: { image: 'data:image/jpeg;base64,AAAA' },
    rights: [{ permissionId: 'law' }],
  };
  const entered = Object.entries(properties).filter(
    ([, { field }]) => !['calculate', 'qrCode', 'serial', 'json'].includes(field),
  );
  expect(Object.keys(wrong).sort()).toEqual(entered.map(([key]) => key).sort());
  for (const [key, value] of Object.entries(wrong)) {
    const answer = await save({ ...full, [key]: value });
    const told = answer.body.errors?.map(({ pointer, msg }) => [pointer.split('/')[1], msg]);
    expect([key, answer.status, told?.map(([pointer]) => pointer)]).toEqual([key, 400, expect.arrayContaining([key])]);
    for (const [, msg] of told ?? []) expect(msg).toMatch(/[一-龥]/);
    if (key !== 'items')
      expect([key, told?.[0]?.[1]]).toEqual([key, expect.stringContaining(properties[key]?.title ?? '?')]);
  }
});

it('clears every field again', async () => {
  const cleared = Object.fromEntries(Object.keys(full).map((key) => [key, null]));
  const { id, version } = other;
  const answer = await save({ id, version, ...cleared });
  expect([answer.body.msg, answer.status]).toEqual([answer.body.msg, 200]);
  for (const key of Object.keys(full)) expect([key, answer.body.data[key] ?? null]).toEqual([key, null]);
  for (const one of [stored.id, id]) {
    expect((await analyst.call('POST', `${base}/remove`, { query: { ids: one } })).status).toBe(200);
  }
});
