import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import { isEmptyValue } from '../../src/core/validation/record-environment.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { ImportAnswer } from '../../src/core/wire/spreadsheet.ts';
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

/** Entities whose records people enter on a page of their own, and that can be told apart by a text. */
const entities = shipped.models.filter(
  (model) =>
    !model.readOnly &&
    !model.appendOnly &&
    model.scope === 'tenant' &&
    model.source.locked !== true &&
    model.source.parent === undefined &&
    callOf(model, 'page') !== undefined &&
    callOf(model, 'save') !== undefined &&
    namingField(model) !== undefined &&
    Object.keys(model.pages).length > 0,
);
const start = seed % entities.length;
const chosen = deep ? entities : [...entities, ...entities].slice(start, start + SAMPLE);
console.log(`spreadsheet round trip: ANLAN_SEED=${seed}, ${chosen.length} of ${entities.length} entities`);

/** Fields that find a record again: those of the file, else the text that names it. */
const keyOf = (model: EntityModel): readonly string[] => model.source.import?.key ?? [namingField(model)?.key ?? ''];

const ROLE = 'safetyOfficer';
let safety: ProductClient;

/** The entity with import and export on all its pages, found again by the text that names its records. */
async function openSheets(model: EntityModel, files: ReadonlyMap<string, string>): Promise<void> {
  const file = path.join(productSchemas(), files.get(model.key) ?? '');
  const entity = JSON.parse(await readFile(file, 'utf8')) as { -readonly [Key in keyof Entity]: Entity[Key] };
  const pages = Object.entries(entity.pages ?? {}).map(([code, page]) => {
    const actions = [...new Set([...(page.actions ?? []), 'import', 'export'])];
    const granted = [...new Set([...(page.grants?.[ROLE] ?? []), 'view', 'add', 'edit', 'import', 'export'])];
    return [code, { ...page, actions, grants: { ...page.grants, [ROLE]: granted } }];
  });
  const changed = {
    ...entity,
    pages: Object.fromEntries(pages),
    import: { ...entity.import, key: [...keyOf(model)] as [string, ...string[]] },
  };
  await writeFile(file, JSON.stringify(changed, null, 2));
}

beforeAll(async () => {
  safety = await signIn('safety');
  const found = (await readMetadataFiles('schemas')).filter(({ kind }) => kind === 'entity');
  const files = new Map(found.map(({ key, file }) => [key, file.slice(file.indexOf('schemas/') + 'schemas/'.length)]));
  for (const model of chosen) await openSheets(model, files);
  const last = chosen.at(-1);
  if (last !== undefined) {
    await vi.waitFor(async () => expect((await template(last)).status).toBe(200), { timeout: 60_000, interval: 500 });
  }
}, 120_000);

const headersOf = (language: string) => ({
  authorization: BASIC,
  'anlan-auth': `bearer ${safety.accessToken}`,
  'tenant-id': safety.tenantId,
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

const template = (model: EntityModel) => fetch(addressOf(model, 'import-template'), { headers: headersOf('zh-CN') });

async function exported(model: EntityModel, ids: readonly string[], columns: readonly string[], language: string) {
  const address = addressOf(model, 'export', { ids: ids.join(','), columns: columns.join(',') });
  const response = await fetch(address, { headers: headersOf(language) });
  expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, '']);
  return new Uint8Array(await response.arrayBuffer());
}

async function imported(model: EntityModel, file: Uint8Array, mode: string, language = 'zh-CN'): Promise<ImportAnswer> {
  const { payload, headers } = sheetBody(file, { mode, key: keyOf(model).join(',') });
  const response = await fetch(addressOf(model, 'import'), {
    method: 'POST',
    headers: { ...headersOf(language), ...headers },
    body: payload,
  });
  const answer = (await response.json()) as { code: number; msg: string; data: ImportAnswer };
  expect([answer.code, answer.code === 200 ? '' : answer.msg]).toEqual([200, '']);
  return answer.data;
}

async function detailOf(model: EntityModel, id: string): Promise<WireRecord> {
  const [method, path] = callOf(model, 'detail') ?? ['GET', ''];
  return (await safety.call<WireRecord>(method, path, { query: { id } })).body.data;
}

/** Records whose name no other one bears, as their details show them. */
async function namedRecords(model: EntityModel): Promise<readonly WireRecord[]> {
  const [method, path] = callOf(model, 'page') ?? ['GET', ''];
  const answer = await safety.call<WirePage<WireRecord>>(method, path, { query: { size: 200 } });
  const rows = answer.body.data?.records ?? [];
  const nameOf = (record: WireRecord) =>
    keyOf(model)
      .map((key) => String(record[key]))
      .join(' ');
  const names = Map.groupBy(rows, nameOf);
  // What the list does not show nobody can tell apart there; of more than one page some may bear the same name.
  const shown = rows.filter((row) => keyOf(model).every((key) => Object.hasOwn(row, key)));
  if (rows.length < (answer.body.data?.total ?? 0)) return [];
  const details: (WireRecord | null)[] = [];
  for (const row of shown.filter((one) => names.get(nameOf(one))?.length === 1).slice(0, MOST)) {
    details.push(await detailOf(model, row.id));
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
      const titles = keyOf(model).map((key) => model.field.get(key)?.title ?? key);
      const rows: Cells = [
        [...titles, field.title],
        [...keyOf(model).map((key) => String(record[key])), cell],
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
    const records = await namedRecords(model);
    const [first] = records;
    if (first === undefined) return;
    tried.push(model.key);
    const ids = records.map(({ id }) => id);
    const keys = exactKeys(model, first);
    const languages = deep || chosen.indexOf(model) < 2 ? ['zh-CN', ...OTHERS] : ['zh-CN'];
    for (const language of languages) {
      const file = await exported(model, ids, keys, language);
      const [head] = cellsOf(await openedWorkbook(file));
      if (language === 'zh-CN') expect(head).toContain(namingField(model)?.title);
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

it('was tried with records of most entities, and changed something in half of them', () => {
  console.log(
    `tried ${tried.length}, changed ${changed.length}: ${chosen.filter(({ key }) => !tried.includes(key)).map(({ key }) => key)} without records`,
  );
  expect(tried.length).toBeGreaterThanOrEqual(Math.ceil(chosen.length * 0.5));
  expect(changed.length).toBeGreaterThanOrEqual(Math.floor(tried.length * 0.3));
});
