import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import { isEmptyValue } from '../../src/core/validation/record-environment.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { ImportAnswer } from '../../src/core/wire/spreadsheet.ts';
import { patient } from '../fixtures/patience.ts';
import { type ProductClient, productSchemas, productUrl, signIn } from '../fixtures/product-client.ts';
import { productSeed } from '../fixtures/product-seed.ts';
import { callOf, shippedModels } from '../fixtures/shipped-models.ts';
import { type Cells, cellsOf, openedWorkbook, sheetBody, workbookOf } from '../fixtures/workbook.ts';

const seed = productSeed(1);
const deep = process.env.ANLAN_DEEP !== undefined;
/** Entities of an ordinary run, which rotate with its seed; the deep one has all. */
const SAMPLE = 10;
/** Records of an entity that go out and come in again. */
const MOST = 20;
const OTHERS = ['zh-TW', 'en-US', 'pt-BR'] as const;
const BASIC = `Basic ${Buffer.from('anlan:anlan_secret').toString('base64')}`;

const shipped = await shippedModels();

/** Text fields by which a person tells records apart; a sheet carries them exactly. */
const namingField = (model: EntityModel): FieldModel | undefined =>
  [model.field.get(model.label), ...model.fields].find(
    (field) => field !== undefined && isEntered(field) && field.type.type === 'input' && field.required,
  );

function isEntered(field: FieldModel): boolean {
  const { base, computed, property } = field;
  const fixed = property.hidden === true || property.disabledWhen !== undefined || property.fixedWhen !== undefined;
  return !base && !computed && !fixed && property.visible === undefined && property.mask === undefined;
}

/** Entities that people import. */
const entities = shipped.models.filter((model) => callOf(model, 'import') !== undefined);
const start = seed % entities.length;
const chosen = deep ? entities : [...entities, ...entities].slice(start, start + SAMPLE);
console.log(`spreadsheet round trip: ANLAN_SEED=${seed}, ${chosen.length} of ${entities.length} entities`);

/** Fields that find a record again: those of the file, else unique ones that each record has, else the text that names it. */
function keyOf(model: EntityModel): readonly string[] {
  const given = ({ fields }: { readonly fields: readonly string[] }) =>
    fields.every((key) => model.field.get(key)?.required === true);
  return model.source.import?.key ?? model.unique.find(given)?.fields ?? [namingField(model)?.key ?? ''];
}

const ACCOUNTS: Readonly<Record<string, string>> = {
  safetyOfficer: 'safety',
  administrator: 'admin',
  trainingOfficer: 'trainer',
};
const clients = new Map<string, ProductClient>();

/** The role that imports the entity. */
const roleOf = (model: EntityModel): string =>
  Object.keys(ACCOUNTS).find((role) =>
    Object.values(model.pages).some((page) => page.grants[role]?.includes('import') === true),
  ) ?? 'safetyOfficer';

function clientOf(model: EntityModel): ProductClient {
  const client = clients.get(roleOf(model));
  if (client === undefined) throw new Error(`nobody is signed in for ${model.key}`);
  return client;
}

/** The entity with import and export on all its pages, found again by the text that names its records. */
async function openSheets(model: EntityModel, files: ReadonlyMap<string, string>): Promise<void> {
  const file = path.join(productSchemas(), files.get(model.key) ?? '');
  const entity = model.source;
  const pages = Object.entries(entity.pages ?? {}).map(([code, page]) => {
    const actions = [...new Set([...(page.actions ?? []), 'import', 'export'])];
    const role = roleOf(model);
    const granted = [...new Set([...(page.grants?.[role] ?? []), 'view', 'add', 'edit', 'import', 'export'])];
    return [code, { ...page, actions, grants: { ...page.grants, [role]: granted } }];
  });
  const changed = {
    ...entity,
    pages: Object.fromEntries(pages),
    import: { ...entity.import, key: [...keyOf(model)] as [string, ...string[]] },
  };
  await writeFile(file, JSON.stringify(changed, null, 2));
}

beforeAll(async () => {
  for (const [role, account] of Object.entries(ACCOUNTS)) clients.set(role, await signIn(account));
  const found = (await readMetadataFiles('schemas')).filter(({ kind }) => kind === 'entity');
  const files = new Map(found.map(({ key, file }) => [key, file.slice(file.indexOf('schemas/') + 'schemas/'.length)]));
  for (const model of chosen) await openSheets(model, files);
  for (const model of chosen) {
    await vi.waitFor(async () => expect([model.key, ...(await takesKey(model))]).toEqual([model.key, 200, true]), {
      timeout: 60_000,
      interval: 500,
    });
  }
}, patient(120_000));

const headersOf = (model: EntityModel, language: string) => ({
  authorization: BASIC,
  'anlan-auth': `bearer ${clientOf(model).accessToken}`,
  'tenant-id': clientOf(model).tenantId,
  'accept-language': language,
});

function addressOf(
  model: EntityModel,
  kind: 'export' | 'import' | 'import-template',
  query: Record<string, string> = {},
) {
  // One that shows all records, where there is one.
  const pages = Object.values(model.pages);
  const { code: page = '' } = pages.find(({ where }) => where === undefined) ?? pages[0] ?? {};
  const parameters = new URLSearchParams({ page, ...query });
  return `${productUrl()}/api/anlan-${model.service}/${model.base}/${kind}?${parameters}`;
}

/** Whether the server has the changed file: the template's status, and whether a file may say its key. */
async function takesKey(model: EntityModel): Promise<[number, boolean]> {
  const template = await fetch(addressOf(model, 'import-template'), { headers: headersOf(model, 'zh-CN') });
  const { payload, headers } = sheetBody(await workbookOf([['？'], ['？']]), { key: keyOf(model).join(',') });
  const all = { ...headersOf(model, 'zh-CN'), ...headers };
  const answer = await fetch(addressOf(model, 'import'), { method: 'POST', headers: all, body: payload });
  const { errors = [] } = (await answer.json()) as { errors?: readonly { msg: string }[] };
  return [template.status, answer.status === 400 && errors.every(({ msg }) => !msg.startsWith('不能按'))];
}

async function exported(model: EntityModel, ids: readonly string[], columns: readonly string[], language: string) {
  const address = addressOf(model, 'export', { ids: ids.join(','), columns: columns.join(','), lines: 'true' });
  const response = await fetch(address, { headers: headersOf(model, language) });
  expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, '']);
  return new Uint8Array(await response.arrayBuffer());
}

async function imported(model: EntityModel, file: Uint8Array, mode: string, language = 'zh-CN'): Promise<ImportAnswer> {
  const { payload, headers } = sheetBody(file, { mode, key: keyOf(model).join(',') });
  const response = await fetch(addressOf(model, 'import'), {
    method: 'POST',
    headers: { ...headersOf(model, language), ...headers },
    body: payload,
  });
  const answer = (await response.json()) as { code: number; msg: string; data: ImportAnswer };
  expect([answer.code, answer.code === 200 ? '' : answer.msg]).toEqual([200, '']);
  return answer.data;
}

async function detailOf(model: EntityModel, id: string): Promise<WireRecord> {
  const [method, path] = callOf(model, 'detail') ?? ['GET', ''];
  return (await clientOf(model).call<WireRecord>(method, path, { query: { id, with: 'children' } })).body.data;
}

/** Whether the record's key finds it and no other one, where the list is too long to tell. */
async function isAlone(model: EntityModel, id: string): Promise<boolean> {
  const { errors } = await imported(model, await exported(model, [id], keyOf(model), 'zh-CN'), 'preview');
  return errors.length === 0;
}

/** A new record that can be told apart: like one that is there, else a draft of the file's first example. */
async function made(model: EntityModel): Promise<void> {
  const client = clientOf(model);
  const [method, path] = callOf(model, 'page') ?? ['GET', ''];
  const [known] = (await client.call<WirePage<WireRecord>>(method, path, { query: { size: 1 } })).body.data.records;
  const json = known === undefined ? await exampleOf(model) : likeness(model, await detailOf(model, known.id));
  const [saving, place] = callOf(model, 'save') ?? ['POST', ''];
  const saved = await client.call<WireRecord>(saving, place, { json });
  expect([saved.status, saved.body.errors ?? []]).toEqual([200, []]);
}

/** What people entered in a record, under another name, without what may be left out and occurs once. */
function likeness(model: EntityModel, record: WireRecord): Record<string, unknown> {
  // One of them is enough to be another record; the rest may be needed where it is missing.
  const once = model.unique.flatMap(({ fields }) =>
    fields.filter((key) => model.field.get(key)?.required !== true).slice(0, 1),
  );
  const entered = Object.entries(enteredValues(model, record));
  const values = Object.fromEntries(entered.filter(([key]) => !once.includes(key)));
  const naming = keyOf(model).find((key) => ['input', 'textarea'].includes(model.field.get(key)?.type.type ?? ''));
  return naming === undefined ? values : { ...values, [naming]: `往返${seed}` };
}

/** The first example, with records that may be chosen in place of those it names. */
async function exampleOf(model: EntityModel): Promise<Record<string, unknown>> {
  const record: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(model.source.examples?.[0]?.record ?? {})) {
    const field = model.field.get(key);
    if (field === undefined || field.computed || field.type.group === 'file') continue;
    const target = shipped.models.find((other) => other.key === field.target);
    const [method, path] = (target && callOf(target, 'select')) ?? ['GET', ''];
    const query = { for: `${model.key}.${key}` };
    const found = path === '' ? [] : (await clientOf(model).call<{ id: string }[]>(method, path, { query })).body.data;
    // A draft says so far what can be chosen without the rest of it.
    if (path !== '' && found[0] === undefined) continue;
    record[key] = path === '' ? value : field.multiple ? [found[0]?.id] : found[0]?.id;
  }
  return record;
}

/** Records whose name no other one bears, as their details show them. */
async function namedRecords(model: EntityModel, more: Record<string, string> = {}): Promise<readonly WireRecord[]> {
  const [method, path] = callOf(model, 'page') ?? ['GET', ''];
  const answer = await clientOf(model).call<WirePage<WireRecord>>(method, path, { query: { size: 200, ...more } });
  const listed = answer.body.data?.records ?? [];
  // A list may leave out what tells them apart.
  const whole = listed.every((row) => keyOf(model).every((key) => Object.hasOwn(row, key)));
  const rows: WireRecord[] = [];
  for (const row of whole ? listed : listed.slice(0, MOST)) rows.push(whole ? row : await detailOf(model, row.id));
  const nameOf = (record: WireRecord) =>
    keyOf(model)
      .map((key) => String(record[key]))
      .join(' ');
  const names = Map.groupBy(rows, nameOf);
  const shown = rows.filter((row) => keyOf(model).every((key) => !isEmptyValue(row[key])));
  const unsure = listed.length < (answer.body.data?.total ?? 0) || !whole;
  const details: (WireRecord | null)[] = [];
  for (const row of shown.filter((one) => names.get(nameOf(one))?.length === 1).slice(0, MOST)) {
    if (!unsure || (await isAlone(model, row.id))) details.push(await detailOf(model, row.id));
  }
  return details.filter((record) => record !== null);
}

/** Keys of the fields that come back from a sheet as they went out. */
function exactKeys(model: EntityModel, record: WireRecord): string[] {
  return model.fields
    .filter((field) => !field.base && Object.hasOwn(record, field.key) && field.property.endOf === undefined)
    .filter(
      ({ type, property }) => type.type !== 'richText' && property.mask === undefined && property.writeOnly !== true,
    )
    .map(({ key }) => key);
}

/** What people entered in a record. */
function enteredValues(model: EntityModel, record: WireRecord): Record<string, unknown> {
  const entered = model.fields.filter((field) => !field.base && !field.computed && field.type.group !== 'file');
  return Object.fromEntries(entered.map(({ key }) => [key, isEmptyValue(record[key]) ? null : record[key]] as const));
}

/** A field whose cell a person might overwrite, and what he writes. */
function changedCell(field: FieldModel, value: unknown): string | number | undefined {
  const { property, type } = field;
  if (!isEntered(field) || isEmptyValue(value) || property.format !== undefined || property.patterns !== undefined)
    return undefined;
  if (type.type === 'textarea' || type.type === 'input') {
    const text = `${String(value)}改`;
    return text.length <= (property.maxLength ?? text.length) ? text : undefined;
  }
  return type.type === 'number' && typeof value === 'number' ? value + 1 : undefined;
}

/** Overwrites one cell, the first one that the rules let be changed; gives what was, undefined where none may be. */
async function changeOne(model: EntityModel, records: readonly WireRecord[]) {
  const naming = namingField(model);
  for (const record of records.slice(0, 5)) {
    for (const field of model.fields) {
      const cell = changedCell(field, record[field.key]);
      if (field === naming || cell === undefined) continue;
      if (keyOf(model).includes(field.key)) continue;
      const known = cellsOf(await openedWorkbook(await exported(model, [record.id], keyOf(model), 'zh-CN')));
      const [titles = [], key = []] = known as [string[], (string | number)[]];
      const rows: Cells = [
        [...titles, field.title],
        [...key, cell],
      ];
      const answer = await imported(model, await workbookOf(rows), 'all');
      if (answer.updated === 1) return { record, field, cell };
      expect([answer.stored, answer.inserted]).toEqual([false, 0]);
    }
  }
  return undefined;
}

const tried: string[] = [];
const changed: string[] = [];

describe.each(chosen.map((model) => [model.title, model] as const))('%s', (_title, model) => {
  it('comes back from a spreadsheet as it went out; a cell that is overwritten changes that field alone', async () => {
    let records = await namedRecords(model);
    if (records.length === 0) {
      await made(model);
      records = await namedRecords(model, { orderBy: '-createTime' });
    }
    const [first] = records;
    if (first === undefined) return;
    tried.push(model.key);
    const ids = records.map(({ id }) => id);
    const keys = exactKeys(model, first);
    const languages = deep || chosen.indexOf(model) < 2 ? ['zh-CN', ...OTHERS] : ['zh-CN'];
    for (const language of languages) {
      const file = await exported(model, ids, keys, language);
      const [head] = cellsOf(await openedWorkbook(file));
      expect(head?.length).toBeGreaterThan(0);
      const answer = await imported(model, file, 'all', language);
      expect([language, answer.errors, answer.unchanged, answer.updated, answer.inserted]).toEqual([
        language,
        [],
        records.length,
        0,
        0,
      ]);
    }
    expect(await Promise.all(ids.map((id) => detailOf(model, id)))).toEqual(records);

    const done = await changeOne(model, records);
    if (done === undefined) return;
    changed.push(model.key);
    const after = await detailOf(model, done.record.id);
    expect(after.version).toBe(Number(done.record.version) + 1);
    expect(enteredValues(model, after)).toEqual({ ...enteredValues(model, done.record), [done.field.key]: done.cell });
    const others = records.filter(({ id }) => id !== done.record.id).slice(0, 3);
    for (const other of others)
      expect(enteredValues(model, await detailOf(model, other.id))).toEqual(enteredValues(model, other));
  });
});

it('was tried with records of every entity, and changed something in half of them', () => {
  console.log(
    `tried ${tried.length}, changed ${changed.length}: ${chosen.filter(({ key }) => !tried.includes(key)).map(({ key }) => key)} without records`,
  );
  expect(chosen.filter(({ key }) => !tried.includes(key)).map(({ key }) => key)).toEqual([]);
  expect(changed.length).toBeGreaterThanOrEqual(Math.floor(tried.length * 0.3));
});
