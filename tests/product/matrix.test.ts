import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
import { buildMatrix, shippedSnapshot } from '../../scripts/metadata/matrix.ts';
import { fieldRightsOf, maskValue } from '../../server/access/permission/field-access.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { patient } from '../fixtures/patience.ts';
import { type Answer, type ProductClient, productSchemas, signIn } from '../fixtures/product-client.ts';
import { productSeed } from '../fixtures/product-seed.ts';
import {
  answerText,
  eachOf,
  matrixLookup,
  ROLE_OF_ACCOUNT,
  recordsInStates,
  untilStates,
} from '../fixtures/rights-cases.ts';
import { callOf, shippedModels } from '../fixtures/shipped-models.ts';

const CELLS = 500;
const seed = productSeed(2);
console.log(`matrix: ANLAN_SEED=${seed}`);

/** An entity with every kind of field right, for what ships uses only some; its keys are this suite's own. */
const PROBE = `x${seed.toString(16).padStart(10, '0')}`;
const BASE = `${PROBE}/rights`;
const probeFile = path.join(productSchemas(), 'areas/base', `${PROBE}.entity.json`);
const text = (title: string, more: object = {}) => ({ title, field: 'input', type: 'string', ...more });
const probe = {
  dialect: 1,
  entity: PROBE,
  title: `权限样例${PROBE}`,
  label: 'name',
  api: { service: 'safety', base: BASE },
  record: {
    type: 'object',
    properties: {
      name: text('名称'),
      secret: text('密级内容', { quickSearch: true }),
      mobile: text('联系号码', { mask: 'phone' }),
      fixed: text('只读内容'),
      staged: text('分阶段内容'),
    },
  },
  states: { draft: { title: '草稿', initial: true, edit: true }, sent: { title: '已报', edit: true } },
  transitions: { send: { title: '上报', from: ['draft'], to: 'sent', who: [{ role: 'safetyOfficer' }] } },
  pages: {
    [PROBE]: {
      title: `权限样例${PROBE}`,
      columns: ['name', 'secret', 'mobile', 'fixed', 'staged'],
      filters: ['name', 'secret', 'mobile', 'fixed', 'staged'],
      grants: { everyone: ['view', 'edit'], safetyOfficer: ['view', 'add', 'edit', 'delete', 'send'], nobody: [] },
    },
  },
  permissions: {
    scope: { everyone: 'tenant' },
    fields: {
      secret: [
        { roles: ['safetyOfficer', 'administrator'], access: 'write' },
        { roles: ['principal', 'auditor'], access: 'read' },
        { roles: ['everyone'], access: 'hidden' },
      ],
      mobile: [
        { roles: ['safetyOfficer'], access: 'write' },
        { roles: ['everyone'], access: 'masked' },
      ],
      fixed: [
        { roles: ['safetyOfficer'], access: 'write' },
        { roles: ['everyone'], access: 'read' },
      ],
      staged: [
        { roles: ['safetyOfficer'], access: 'write' },
        { roles: ['everyone'], states: ['draft'], access: 'hidden' },
        { roles: ['teamLeader', 'employee', 'worker'], states: ['sent'], access: 'masked' },
      ],
    },
  },
};

type Cell =
  | { readonly kind: 'action'; readonly account: string; readonly model: EntityModel; readonly action: string }
  | { readonly kind: 'field'; readonly account: string; readonly model: EntityModel; readonly field: FieldModel };

let models: readonly EntityModel[] = [];
let lineOf: ReturnType<typeof matrixLookup>;
/** Records as somebody sees them who sees their fields plain, where there is such a person. */
const plain = new Map<string, readonly WireRecord[]>();
let random = seededRandom(seed);

const callsOf = (model: EntityModel, kind: Parameters<typeof callOf>[1]) =>
  callOf(model, kind) ?? (['GET', ''] as const);

async function makeProbe(): Promise<void> {
  await writeFile(probeFile, JSON.stringify(probe, null, 2));
  const safety = await signIn('safety');
  const save = (json: object) => safety.call<WireRecord>('POST', `{p}-safety/${BASE}/save`, { json });
  const values = { name: '甲', secret: '不可告人', mobile: '10012345678', fixed: '不可更改', staged: '逐步可见' };
  let draft = await save(values);
  for (let tries = 0; draft.status === 404 && tries < 100; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    draft = await save(values);
  }
  expect([answerText(draft), draft.status]).toEqual([answerText(draft), 200]);
  const sent = await save({ ...values, name: '乙' });
  const done = await safety.call('POST', `{p}-safety/${BASE}/send`, { json: { id: sent.body.data.id } });
  expect([answerText(done), done.status]).toEqual([answerText(done), 200]);
}

beforeAll(async () => {
  await makeProbe();
  const schemas = productSchemas();
  models = (await shippedModels(schemas)).models.filter(({ key }) => key === PROBE || !/^x[0-9a-f]{10}$/.test(key));
  lineOf = matrixLookup(buildMatrix(await shippedSnapshot(schemas)));
  const danger = models.find(({ key }) => key === 'peril');
  if (danger === undefined) throw new Error('no dangers among the models');
  await untilStates(danger, [...new Set(Object.values(danger.transitions).flatMap(({ from }) => from))]);
  for (const model of models) plain.set(model.key, await plainRecords(model));
  // Longer than the wait for the demo plant.
}, patient(300_000));
afterAll(() => rm(probeFile, { force: true }));

/** The first records, by whoever may see all their fields: the administrator of people, the safety officer of the rest. */
async function plainRecords(model: EntityModel): Promise<readonly WireRecord[]> {
  if (model.key === PROBE) {
    const safety = await signIn('safety');
    const answer = await safety.call<WirePage<WireRecord>>('GET', `{p}-safety/${BASE}/page`);
    return answer.body.data.records;
  }
  return recordsInStates(model, 5);
}

function allCells(): Cell[] {
  return Object.keys(ROLE_OF_ACCOUNT).flatMap((account) =>
    models
      .filter(({ scope }) => scope !== 'global')
      .flatMap((model): Cell[] => [
        ...['view', 'add', 'edit', 'delete', 'select', 'count', 'history', ...Object.keys(model.transitions)].map(
          (action): Cell => ({ kind: 'action', account, model, action }),
        ),
        ...model.fields.filter(({ base }) => !base).map((field): Cell => ({ kind: 'field', account, model, field })),
      ]),
  );
}

/** All cells in the order of the seed: actions, fields with rights of their own, any other fields. */
function shuffledCells(): readonly (readonly Cell[])[] {
  const shuffled = allCells()
    .map((cell) => ({ cell, at: random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ cell }) => cell);
  const restricted = (cell: Cell) =>
    cell.kind === 'field' && cell.model.permissions.fields?.[cell.field.key] !== undefined;
  return [
    shuffled.filter(({ kind }) => kind === 'action'),
    shuffled.filter(restricted),
    shuffled.filter((cell) => cell.kind === 'field' && !restricted(cell)),
  ];
}

/** Faults of a cell; undefined where no call can tell (no record of the kind, the record itself decides). */
type Checked = string[] | undefined;

const isRefused = ({ status }: Answer) => status === 403 || status === 404;

async function checkAction(client: ProductClient, role: string, model: EntityModel, action: string): Promise<Checked> {
  const line = lineOf(role, model.key);
  const granted = line.actions.includes(action);
  const records = plain.get(model.key) ?? [];
  const [record] = records;
  const wrong = (answer: Answer, expected: string) => [
    `${role} ${action} ${model.key}: ${expected} → ${answerText(answer)}`,
  ];
  const sees = line.actions.includes('view');
  switch (action) {
    case 'view':
    case 'count': {
      const [method, call] = callsOf(model, action === 'view' ? 'page' : 'count');
      const answer = await client.call(method, call);
      return answer.status === (sees ? 200 : 403) ? [] : wrong(answer, sees ? 'allowed' : 'refused');
    }
    case 'select': {
      const answer = await client.call(...callsOf(model, 'select'));
      return answer.status === (sees ? 200 : 403) ? [] : wrong(answer, sees ? 'allowed' : 'refused');
    }
    case 'history': {
      if (record === undefined) return undefined;
      const [method, call] = callsOf(model, 'history');
      const answer = await client.call(method, call, { query: { id: record.id } });
      // Whether the record itself is seen is the row scope's to say; of all rows it is.
      if (!sees) return isRefused(answer) ? [] : wrong(answer, 'refused');
      return answer.status === 200 || (answer.status === 404 && line.rows !== '全部') ? [] : wrong(answer, 'allowed');
    }
    case 'add': {
      const save = callOf(model, 'save');
      if (save === undefined || model.parent !== undefined) return undefined;
      const answer = await client.call(...save, { json: { nonesuch: 1 } });
      // The right is asked before the content: whoever has it hears of the unknown field.
      return answer.status === (granted ? 400 : 403) ? [] : wrong(answer, granted ? 'allowed' : 'refused');
    }
    case 'edit': {
      const save = callOf(model, 'save');
      const state = model.states[String(record?.status)];
      if (save === undefined || record === undefined || model.parent !== undefined || Array.isArray(state?.edit))
        return [];
      const name = model.fields.find(({ base, computed, column }) => !base && !computed && column?.kind === 'text');
      if (name === undefined || granted) return undefined;
      const json = { id: record.id, version: record.version, [name.key]: '不该写入的内容' };
      const answer = await client.call(...save, { json });
      return isRefused(answer) || (answer.status === 400 && state?.edit === false) ? [] : wrong(answer, 'refused');
    }
    case 'delete': {
      const remove = callOf(model, 'remove');
      if (remove === undefined || model.parent !== undefined) return undefined;
      const answer = await client.call(...remove, { query: { ids: '1234567890123456789' }, json: {} });
      // Nothing is removed: whoever may hears that there is no such record.
      return answer.status === (granted ? 404 : 403) ? [] : wrong(answer, granted ? 'allowed' : 'refused');
    }
    default: {
      const operation = model.operations.find(({ transition, kind }) => transition === action && kind !== 'vote');
      const from = model.transitions[action]?.from ?? [];
      const fitting = records.find(({ status }) => from.includes(String(status)));
      const may = line.transitions[action]?.may;
      if (operation === undefined || operation.kind === 'submit' || fitting === undefined || may !== 'never')
        return undefined;
      const call = `{p}-${model.service}/${model.base}/${operation.path}`;
      const answer = await client.call(operation.method, call, { json: { id: fitting.id } });
      return isRefused(answer) ? [] : wrong(answer, 'refused');
    }
  }
}

/** The refusal of a list that is asked by a field, with its name taken out. */
async function probeField(client: ProductClient, model: EntityModel, query: Record<string, string>, name: string) {
  const answer = await client.call(...callsOf(model, 'page'), { query });
  return {
    status: answer.status,
    text: JSON.stringify([answer.body.msg, answer.body.errors ?? []]).replaceAll(name, '<x>'),
  };
}

async function checkField(
  client: ProductClient,
  role: string,
  model: EntityModel,
  field: FieldModel,
): Promise<Checked> {
  const line = lineOf(role, model.key);
  if (!line.actions.includes('view')) return undefined;
  // What is read of some records only is told over these (tests/contract/field-rights.test.ts).
  if (fieldRightsOf(model, [role]).isConditional(field)) return undefined;
  const own = line.fields.find((entry) => entry.field === field.key);
  const faults: string[] = [];
  const name = `${role} ${model.key}.${field.key}`;
  const [pageMethod, page] = callsOf(model, 'page');
  const listed = await client.call<WirePage<WireRecord>>(pageMethod, page, {
    query: { size: 200, orderBy: 'createTime' },
  });
  const expected = (record: WireRecord) => own?.access[String(record.status)] ?? own?.access['*'] ?? 'write';
  for (const whole of (plain.get(model.key) ?? []).slice(0, 3)) {
    const detail = await client.call<WireRecord>(...callsOf(model, 'detail'), { query: { id: whole.id } });
    const seen = [
      ...(detail.status === 200 ? [['detail', detail.body.data] as const] : []),
      ...(listed.body.data?.records ?? [])
        .filter(({ id }) => id === whole.id)
        .map((record) => ['list', record] as const),
    ];
    for (const [where, record] of seen) {
      const access = expected(record);
      const value = record[field.key];
      if (access === 'hidden' && (Object.hasOwn(record, field.key) || Object.hasOwn(record, `${field.key}Label`)))
        faults.push(`${name}: hidden, but in the ${where}`);
      if (access === 'masked' && typeof whole[field.key] === 'string' && !String(whole[field.key]).includes('*')) {
        if (value !== maskValue(field, whole[field.key]))
          faults.push(`${name}: masked, but ${String(value)} in the ${where}`);
      }
      const comparable = typeof whole[field.key] === 'string' && !field.live && !/[*]/.test(String(whole[field.key]));
      if ((access === 'read' || access === 'write') && comparable && where === 'detail' && value !== whole[field.key])
        faults.push(`${name}: ${access}, but ${String(value)} in the ${where}`);
    }
    if (detail.status === 200)
      faults.push(...(await checkWrite(client, model, field, detail.body.data, expected(whole), name)));
  }
  const open = own?.open ?? true;
  const filters = field.filter !== 'none' && !field.property.writeOnly;
  const asked = await probeField(client, model, { [field.key]: '1' }, field.key);
  const sorted = await probeField(client, model, { orderBy: `-${field.key}` }, field.key);
  const unknown = {
    filter: await probeField(client, model, { nonesuch: '1' }, 'nonesuch'),
    sort: await probeField(client, model, { orderBy: '-nonesuch' }, 'nonesuch'),
  };
  if (!open) {
    expect([name, asked]).toEqual([name, unknown.filter]);
    expect([name, sorted]).toEqual([name, unknown.sort]);
  } else {
    if (filters && asked.text === unknown.filter.text) faults.push(`${name}: open, but no filter`);
    if (field.sortable && field.column !== undefined && sorted.status !== 200)
      faults.push(`${name}: open, but not sorted by`);
  }
  return faults;
}

/** A save of another value: told by name where the field is not writable, whatever else the person may do. */
async function checkWrite(
  client: ProductClient,
  model: EntityModel,
  field: FieldModel,
  record: WireRecord,
  access: string,
  name: string,
): Promise<string[]> {
  const save = callOf(model, 'save');
  if (save === undefined || access === 'write' || field.computed || field.column?.kind !== 'text') return [];
  const json = { id: record.id, version: record.version, [field.key]: '不该写入' };
  const answer = await client.call(...save, { json });
  const told = answer.body.errors?.some(({ pointer }) => pointer === `/${field.key}`) === true;
  // Where nothing may be edited, that is said.
  const isClosed = model.states[String(record.status)]?.edit === false;
  return (answer.status === 400 && (told || isClosed)) || isRefused(answer)
    ? []
    : [`${name}: ${access}, but saved: ${answerText(answer)}`];
}

async function check(cell: Cell): Promise<Checked> {
  const client = await signIn(cell.account);
  const role = ROLE_OF_ACCOUNT[cell.account] ?? '';
  return cell.kind === 'action'
    ? checkAction(client, role, cell.model, cell.action)
    : checkField(client, role, cell.model, cell.field);
}

describe(`${CELLS} random cells of the matrix`, () => {
  it(
    'are as real calls find them',
    async () => {
      random = seededRandom(seed);
      const faults: string[] = [];
      let checked = 0;
      // Half of actions, up to a fifth of fields with rights of their own, any fields for the rest.
      const places = [CELLS / 2, CELLS * 0.7, CELLS];
      for (const [place, cells] of shuffledCells().entries()) {
        const queue = [...cells];
        const wanted = places[place] ?? CELLS;
        while (checked < wanted && queue.length > 0) {
          await eachOf(queue.splice(0, wanted - checked), async (cell) => {
            const found = await check(cell);
            if (found === undefined) return;
            checked += 1;
            faults.push(...found);
          });
        }
      }
      expect(checked).toBe(CELLS);
      expect(faults.sort()).toEqual([]);
    },
    patient(180_000),
  );

  it('hold for every field of the entity that has all kinds of rights, and every account', async () => {
    const model = models.find(({ key }) => key === PROBE);
    if (model === undefined) throw new Error('the probe is not among the models');
    const faults: string[] = [];
    await eachOf(Object.entries(ROLE_OF_ACCOUNT), async ([account, role]) => {
      const client = await signIn(account);
      for (const field of model.fields.filter(({ base }) => !base)) {
        faults.push(...((await checkField(client, role, model, field)) ?? []));
      }
      const [method, page] = callsOf(model, 'page');
      const found = await client.call<WirePage<WireRecord>>(method, page, { query: { keyword: '不可告人' } });
      const sees = lineOf(role, PROBE).fields.every(({ field, open }) => field !== 'secret' || open);
      if (found.status === 200 && found.body.data.total > 0 !== sees) faults.push(`${role}: searched into secret`);
    });
    expect(faults.sort()).toEqual([]);
  });
});
