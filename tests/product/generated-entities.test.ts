import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldRightsOf } from '../../server/access/permission/field-access.ts';
import { expressionNode } from '../../server/access/permission/row-access.ts';
import { compileEvaluator, type EvaluationEnvironment, type ExpressionNode } from '../../src/core/expression/index.ts';
import { acceptedExtensions } from '../../src/core/files/upload-limits.ts';
import { ANONYMOUS } from '../../src/core/model/alias.ts';
import type { EntityModel, FieldModel, PageModel } from '../../src/core/model/entity-model.ts';
import { LANGUAGES, type Language } from '../../src/core/text/language.ts';
import { fieldState } from '../../src/core/validation/field-state.ts';
import { isEmptyValue } from '../../src/core/validation/record-environment.ts';
import { rangeParameters, type WirePage, type WireRecord } from '../../src/core/wire/contract.ts';
import { type ExpectedRights, LAW_RIGHTS, RULE_RIGHTS } from '../contract/expected-rights.ts';
import { AREA_RIGHTS } from '../contract/expected-rights-areas.ts';
import { SITE_PHOTO } from '../fixtures/photo.ts';
import { type Answer, type ProductClient, signIn, speak } from '../fixtures/product-client.ts';
import { productSeed } from '../fixtures/product-seed.ts';
import { ROLE_OF_ACCOUNT } from '../fixtures/rights-cases.ts';
import { sampleRecord } from '../fixtures/sample-record.ts';
import { callOf, shippedModels } from '../fixtures/shipped-models.ts';

/** Demo account to the role that it has. Six of them in every run, all in the deep one. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  admin: 'administrator',
  safety: 'safetyOfficer',
  director: 'safetyDirector',
  employee: 'employee',
  contractor: 'contractorAdmin',
  auditor: 'auditor',
  ...(process.env.ANLAN_DEEP
    ? {
        principal: 'principal',
        manager: 'deptManager',
        workshop: 'workshopDirector',
        officer: 'workshopSafetyOfficer',
        leader: 'teamLeader',
        applicant: 'applicant',
        worker: 'worker',
        guardian: 'guardian',
        analyst: 'analyst',
        electrician: 'electrician',
        trainer: 'trainingOfficer',
        designer: 'designer',
        nobody: 'nobody',
      }
    : {}),
};

const HAND_WRITTEN: Readonly<Record<string, Readonly<Record<string, ExpectedRights>>>> = {
  lawRegulation: LAW_RIGHTS,
  systemRule: RULE_RIGHTS,
  ...AREA_RIGHTS,
};

const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
/** The first box of a film, by which its kind is known. */
const FILM = Uint8Array.from([0, 0, 0, 24, ...Buffer.from('ftypisom\0\0\0\0isommp42', 'latin1')]);

const shipped = await shippedModels();
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
let environment = shipped.environment(`${today} 12:00:00`);
/** Records that may be referred to, by entity and id. */
const records = new Map<string, ReadonlyMap<string, WireRecord>>();
/** Records that only the top tenant has: what is kept there refers to them, and nothing else does. */
const ofPlatform = new Set<string>();
/** Entities of which a role has made a record in this run. */
const made = new Set<string>();
/** Entities that refer to records of which the demo plant has none that may be chosen. */
const refersToNone = new Set<string>();
/**
 * What may have no room for another one: there is one promise a day, which its state keeps once it was judged; the factors
 * are the standard's; an inquiry is handled and filed once, a chemical filed once and kept; whoever drives a forklift holds
 * a certificate that hardly anybody has who is drawn by lot.
 */
const MAY_BE_FULL = new Set([
  'promise',
  'exposureFactor',
  'accidentProcess',
  'accidentArchive',
  'archiveChemical',
  'archiveForklift',
]);
/** Entities of which what others hold leaves room for no further one: full by law, or asking what nobody has. */
const filledByLaw = new Set<string>();
/** Entities no record of this run held a plain text of that could be changed, and those of which one did. */
const wordless = new Set<string>();
const worded = new Set<string>();

/** Tenant and accounts by which an entity is kept: what is the platform's own is kept in the top tenant. */
const tenantOf = (model: EntityModel) => (model.scope === 'global' ? '000000' : '645967');

/** Whether a record may be chosen for a field of another one, which is being filled in; of a parent, be added to. */
/** Whether somebody keeps a contractor's own records, and sees no other contractor. */
const seesItselfAlone = (userId: string): boolean => records.get('user')?.get(userId)?.account === 'contractor';

function isFitting(
  model: EntityModel,
  field: FieldModel,
  candidate: WireRecord,
  record: Readonly<Record<string, unknown>>,
  me: string,
): boolean {
  if (ofPlatform.has(candidate.id) && tenantOf(model) !== '000000') return false;
  if (field.target === 'user' && tenantOf(model) === '000000' && !ofPlatform.has(candidate.id)) return false;
  // A contractor sees itself alone.
  const { adminIds } = candidate;
  if (field.target === 'contractor' && seesItselfAlone(me) && !(adminIds as string[] | undefined)?.includes(me))
    return false;
  // Pickers of people leave out those who have been disabled.
  if (field.target === 'user' && candidate.status === '0') return false;
  const { parent } = model.source;
  const wanted = [
    field.property.ref?.where,
    ...(field.property.ref?.rules ?? []).map(({ when }) => when),
    parent?.field === field.key ? parent.create?.when : undefined,
  ];
  const target = shipped.models.find(({ key }) => key === field.target);
  const behind = ([first = '', key = '']: readonly string[]) =>
    records.get(target?.field.get(first)?.target ?? '')?.get(String(candidate[first]))?.[key];
  const names = (name: string) => (name === 'record' ? record : candidate[name]);
  const person = { ...environment.me, userId: me };
  return wanted
    .filter((condition) => condition !== undefined)
    .every(
      (condition) =>
        compileEvaluator(expressionNode(condition))({ ...environment, me: person, names, reference: behind }) === true,
    );
}

function grants(model: EntityModel, role: string, action: string): boolean {
  return Object.values(model.pages).some((page) =>
    [role, 'everyone'].some((code) => page.grants[code]?.includes(action)),
  );
}

function expected(model: EntityModel, role: string): ExpectedRights {
  const byHand = HAND_WRITTEN[model.key]?.[role];
  if (byHand) return byHand;
  const granted = (action: string) => grants(model, role, action);
  const parent = shipped.models.find((candidate) => candidate.key === model.source.parent?.entity);
  // Children are seen by whoever sees their parent; they are written with it or by its transitions.
  if (parent !== undefined && !isOwnChild(model))
    return { ...expected(parent, role), add: false, edit: false, remove: false };
  return {
    view: granted('view'),
    add: granted('add'),
    edit: granted('edit'),
    remove: granted('delete'),
    seesUnpublished: granted('view'),
  };
}

async function freshFile(client: ProductClient, accept: readonly string[] | undefined): Promise<string> {
  if (accept === undefined || accept.includes('pdf')) return client.upload('样例.pdf', PDF, 'application/pdf');
  if (accept.includes('mp4')) return client.upload('样例.mp4', FILM, 'video/mp4');
  return client.upload('样例.png', SITE_PHOTO, 'image/png');
}

/** Values that only the server's own code can judge, by entity and field: where an address of the network leads. */
const JUDGED_BY_SERVER: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  connector: { address: 'https://gateway.example/inbox', privateAddresses: '10.2.0.0/16' },
};

/** Whether a record stands below another one of its tree, or is that. */
function standsBelow(
  this: EvaluationEnvironment,
  entity: string,
  record: ExpressionNode,
  above: ExpressionNode,
): boolean {
  const top = compileEvaluator(above)(this);
  let at: unknown = compileEvaluator(record)(this);
  while (typeof at === 'string' && at !== top) at = records.get(entity)?.get(at)?.parentId;
  return at === top;
}

async function sample(
  client: ProductClient,
  model: EntityModel,
  seed: number,
  full = true,
): Promise<Record<string, unknown>> {
  const wanted = model.fields
    .flatMap((field) => [field, ...(field.columns ?? [])])
    .filter((field) => field.type.type === 'upload');
  const people = [...(records.get('user')?.values() ?? [])];
  const me = people.find(({ account }) => account === client.account)?.id ?? String(environment.me.userId);
  const files = new Map<string, string>();
  for (const { property } of wanted) {
    const accept = acceptedExtensions(property);
    files.set(String(accept), await freshFile(client, accept));
  }
  const record = sampleRecord(
    model,
    { ...environment, within: standsBelow, me: { ...environment.me, userId: me } },
    {
      ids: (entity, field, record = {}) =>
        [...(records.get(entity)?.values() ?? [])]
          .filter((candidate) => field === undefined || isFitting(model, field, candidate, record, me))
          .map(({ id }) => id),
      files: (accept) => [files.get(String(accept)) ?? ''].filter((id) => id !== ''),
    },
    { seed, full, draft: true },
  );
  Object.assign(record, JUDGED_BY_SERVER[model.key]);
  for (const key of readOnlyTo(client.account, model)) delete record[key];
  return record;
}

/** Fields that an account may write in no record: what the law says in a setup table, what another office enters. */
function readOnlyTo(account: string, model: EntityModel): readonly string[] {
  const rights = fieldRightsOf(model, [ROLE_OF_ACCOUNT[account] ?? '']);
  return model.fields.flatMap((field) => (field.base || rights.isEverWritten(field) ? [] : [field.key]));
}

/** A value as it was sent: of rows only the cells that were sent, of files their ids. */
function comparable(field: FieldModel, value: unknown, sent = value): unknown {
  if (field.columns !== undefined && Array.isArray(value) && Array.isArray(sent)) {
    return value.map((row: Readonly<Record<string, unknown>>, index) =>
      Object.fromEntries(
        (field.columns ?? [])
          .filter(({ key }) => !isEmptyValue((sent[index] as typeof row | undefined)?.[key]))
          .map((column) => [column.key, comparable(column, row[column.key])]),
      ),
    );
  }
  if (field.type.type === 'upload' && Array.isArray(value)) {
    return value.map((entry) => (typeof entry === 'string' ? entry : (entry as { attachId: string }).attachId));
  }
  // Who signed and when is the server's to say.
  if (field.type.type === 'signature' && typeof value === 'object' && value !== null) {
    return (value as { readonly image?: unknown }).image;
  }
  return isEmptyValue(value) ? null : value;
}

function filterQuery(field: FieldModel, value: unknown): Record<string, string> | undefined {
  if (isEmptyValue(value)) return undefined;
  if (field.filter === 'range' || field.filter === 'overlap') {
    const { start, end } = rangeParameters(field.key);
    return { [start]: String(value), [end]: String(value) };
  }
  return { [field.key]: Array.isArray(value) ? String(value[0]) : String(value) };
}

function messageOf(answer: Answer): string {
  return `${answer.status} ${answer.body.msg} ${JSON.stringify(answer.body.errors ?? [])}`;
}

async function list(client: ProductClient, model: EntityModel, query: Record<string, string | number>) {
  const [method, path] = callOf(model, 'page') ?? ['GET', ''];
  return client.call<WirePage<WireRecord>>(method, path, { query });
}

let seed = productSeed(3);
console.log(`generated entities: ANLAN_SEED=${seed}`);

async function firstRecords(client: ProductClient, model: EntityModel): Promise<readonly WireRecord[]> {
  const answer = await list(client, model, { size: 100 });
  return answer.body.data?.records ?? [];
}

/** Whether a person may make records of the entity on a page of it. */
const hasAdders = (model: EntityModel) =>
  Object.values(model.pages).some((page) => Object.values(page.grants).some((actions) => actions.includes('add')));

/** Entities that records refer to, each after those that its own required fields refer to, as far as people make them. */
function referredTo(): EntityModel[] {
  const targets = new Set(
    shipped.models
      .flatMap((model) => model.fields.flatMap((field) => [field, ...(field.columns ?? [])]))
      .map((field) => field.target),
  );
  const wanted = shipped.models.filter((model) => targets.has(model.key));
  const organisation = ['user', 'dept', 'role', 'post'];
  const ordered = wanted.filter((model) => organisation.includes(model.key));
  while (ordered.length < wanted.length) {
    const left = wanted.filter((model) => !ordered.includes(model));
    const waits = (model: EntityModel) =>
      model.fields.some(
        (field) => field.required && left.some((other) => other !== model && other.key === field.target),
      );
    // What only the platform makes is there or is not, whatever it refers to.
    const ready = left.find((model) => !waits(model)) ?? left.find((model) => !hasAdders(model));
    if (ready === undefined) throw new Error(`required references in a circle: ${left.map(({ key }) => key)}`);
    ordered.push(ready);
  }
  return ordered;
}

beforeAll(async () => {
  const admin = await signIn('admin');
  const safety = await signIn('safety');
  const platform = await signIn('admin', '000000');
  for (const model of referredTo()) {
    const known = [...(await firstRecords(admin, model)), ...(await firstRecords(safety, model))];
    const company = new Set(known.map(({ id }) => id));
    for (const record of await firstRecords(platform, model)) {
      if (company.has(record.id)) continue;
      ofPlatform.add(record.id);
      known.push(record);
    }
    if (company.size === 0 && grants(model, 'safetyOfficer', 'add')) {
      seed += 1;
      const [method, path] = callOf(model, 'save') ?? ['POST', ''];
      const saved = await safety.call<WireRecord>(method, path, { json: await sample(safety, model, seed, false) });
      if (saved.status !== 200) throw new Error(`no ${model.key} to refer to: ${messageOf(saved)}`);
      known.push(saved.body.data);
    }
    records.set(model.key, new Map(known.map((record) => [record.id, record])));
    const [userId] = records.get('user')?.keys() ?? [];
    if (userId !== undefined) environment = { ...environment, me: { ...environment.me, userId } };
  }
});

/** Languages in which an entity is tried: one in every run, all four in the deep one. */
const languagesOf = (index: number): readonly Language[] =>
  process.env.ANLAN_DEEP === '1' ? LANGUAGES : [LANGUAGES[index % LANGUAGES.length] ?? 'zh-CN'];

/** What is called is answered in Chinese, as the files say it. */
async function inChinese<T>(language: Language, ask: () => Promise<T>): Promise<T> {
  speak('zh-CN');
  try {
    return await ask();
  } finally {
    speak(language);
  }
}

/** Whether a refusal is said in the language that was asked for, as far as its letters tell. */
function isSpokenIn(language: Language, { body }: Answer): boolean {
  const isLatin = language === 'en-US' || language === 'pt-BR';
  return !(isLatin && /[\u4e00-\u9fff]/.test(body.msg));
}

/** Whether a save was refused for what other records hold: a number that is taken, ranges that overlap. */
function refusedByOthers(model: EntityModel, answer: Answer): boolean {
  const rules = [...model.formRules, ...model.fields.flatMap((field) => field.rules)].filter(
    ({ when }) => when.serverOnly,
  );
  const laws = [...model.unique, ...rules];
  return (answer.body.errors ?? [{ msg: answer.body.msg }]).every(({ msg }) => isToldBy(laws, msg));
}

/** Whether one of some laws says this. One that names more than its fixed words says those first. */
function isToldBy(
  laws: readonly { readonly message: string; readonly messageFrom?: unknown }[],
  told: string,
): boolean {
  return laws.some(({ message, messageFrom }) =>
    messageFrom === undefined ? told === message : told.startsWith(message),
  );
}

/**
 * Takes one record of a table that is full away; gives what was entered in it, to make it again. Gives nothing where a
 * guard of removal or its state keeps each of them.
 */
async function removedOne(
  client: ProductClient,
  model: EntityModel,
  language: Language,
): Promise<Record<string, unknown> | undefined> {
  const { records: all } = (await list(client, model, { size: 100 })).body.data;
  const [method, path] = callOf(model, 'remove') ?? ['POST', ''];
  let kept = 0;
  for (const record of all) {
    const remove = () => client.call(method, path, { query: { ids: record.id } });
    if ((await remove()).status !== 200) {
      const isKept = model.states[String(record.status)]?.remove === false;
      kept += isKept || isToldBy(model.removeGuards, (await inChinese(language, remove)).body.msg) ? 1 : 0;
      continue;
    }
    const entered = model.fields.filter(
      (field) =>
        !field.base &&
        !field.computed &&
        field.property.disabledWhen !== 'true' &&
        field.type.group !== 'computed' &&
        !isEmptyValue(record[field.key]),
    );
    return Object.fromEntries(entered.map((field) => [field.key, comparable(field, record[field.key])]));
  }
  if (kept < all.length) throw new Error(`no ${model.key} can be removed to make it again`);
  return undefined;
}

/** The accounts of this run, and whoever makes records of the entity where none of them does. */
function accountsOf(model: EntityModel): readonly [account: string, role: string][] {
  const usual = Object.entries(ACCOUNTS).filter(([account]) => tenantOf(model) === '645967' || account === 'admin');
  const adds = ([, role]: readonly [string, string]) => grants(model, role, 'add');
  const adder = usual.some(adds) ? undefined : Object.entries(ROLE_OF_ACCOUNT).find(adds);
  return adder === undefined ? usual : [...usual, adder];
}

/** Whether rows of a parent have pages of their own on which people add them. */
const isOwnChild = (model: EntityModel) => model.source.parent !== undefined && hasAdders(model);

/**
 * Whether only people whom a parent's record names add its rows (who applied for it, its guardians): no role alone makes
 * one, and the stories of the parent tell of them.
 */
const isForNamedPeople = (model: EntityModel) =>
  model.source.parent?.create?.who?.some((actor) => typeof actor === 'string' || !('role' in actor)) === true;

/** Whether any words may be written into a field. */
const isPlainText = ({ type, property }: FieldModel) =>
  ['textarea', 'input'].includes(type.type) && !property.patterns && !property.check;

/** Required references of the body that nothing could be chosen for; a draft may do without them. */
const unreferred = (model: EntityModel, body: Readonly<Record<string, unknown>>): string[] =>
  (model.initialState !== undefined && model.states[model.initialState]?.draft === true ? [] : model.fields)
    .filter(({ key, required, type }) => required && type.type === 'reference' && isEmptyValue(body[key]))
    .filter((field) => fieldState(model, field, body, environment).visible)
    .map(({ key }) => key);

/** Whether an expression reads records beside its own one, itself or by the computed fields that it reads. */
function readsOthers(model: EntityModel, expression: FieldModel['visible']): boolean {
  if (expression === undefined) return false;
  if (expression.serverOnly) return true;
  return expression.references.some((path) => {
    const read = model.field.get(path.split('.')[0] ?? '');
    return [read?.compute, ...(read?.cases ?? []).map(({ when }) => when)].some((part) => readsOthers(model, part));
  });
}

const cases = shipped.models.flatMap((model, index) =>
  languagesOf(index).map((language) => [model.title, language, model] as const),
);

describe.each(cases)('%s in %s', (_title, language, model) => {
  const accounts = accountsOf(model);
  beforeAll(() => speak(language));
  afterAll(() => speak(undefined));

  it.each(accounts)('lists for %s as the rights say', async (account, role) => {
    const client = await signIn(account, tenantOf(model));
    const answer = await list(client, model, { size: 5 });
    expect([messageOf(answer), answer.status]).toEqual([messageOf(answer), expected(model, role).view ? 200 : 403]);
    expect([messageOf(answer), answer.status !== 403 || isSpokenIn(language, answer)]).toEqual([
      messageOf(answer),
      true,
    ]);
    if (answer.status === 200) expect(answer.body.data).toMatchObject({ current: 1, size: 5 });
  });

  if (model.readOnly) {
    it('has no call that writes it', () => {
      const writing = model.operations.filter((operation) => ['save', 'submit', 'remove'].includes(operation.kind));
      expect(writing).toEqual([]);
    });
    return;
  }

  // A companion is made and removed with its record: nobody adds one.
  if (model.source.companion !== undefined) return;
  // Rows of a parent are written with it or by its transitions, which the suites of flows and stories do; what has a page
  // to add it on is added here by whoever may.
  if (model.source.parent !== undefined && (!isOwnChild(model) || isForNamedPeople(model))) return;
  const writers = isOwnChild(model) ? accounts.filter(([, role]) => grants(model, role, 'add')).slice(0, 1) : accounts;

  let refusedBody: Record<string, unknown> | undefined;
  it.each(writers)('creates, finds, changes and removes for %s as the rights say', async (account, role) => {
    const client = await signIn(account, tenantOf(model));
    const rights = expected(model, role);
    seed += 1;
    // Whoever is refused may send what another one has made: the right is asked before the content.
    let body = (rights.add ? undefined : refusedBody) ?? (await sample(client, model, seed));
    if (!rights.add) refusedBody = body;
    const [saveMethod, savePath] = callOf(model, 'save') ?? ['POST', ''];
    const save = () => client.call<WireRecord>(saveMethod, savePath, { json: body });
    let saved = await save();
    if (rights.add && saved.status === 400) {
      // What exists only beside records of others (a budget that is used up) the server alone knows.
      const unseen = (saved.body.errors ?? []).map(({ pointer }) => pointer.slice(1));
      // And samples refer to what administrators see: what this person may not choose he does without, where he may.
      const mayLack = (field: FieldModel | undefined) =>
        readsOthers(model, field?.visible) || (field?.type.type === 'reference' && !field.required);
      if (unseen.length > 0 && unseen.every((key) => mayLack(model.field.get(key)))) {
        body = Object.fromEntries(Object.entries(body).filter(([key]) => !unseen.includes(key)));
        saved = await save();
      }
    }
    const taken = rights.add && saved.status === 400 && refusedByOthers(model, await inChinese(language, save));
    if (taken) {
      const freed = await removedOne(client, model, language);
      if (freed === undefined) {
        filledByLaw.add(model.key);
        return;
      }
      body = freed;
      saved = await save();
    }
    const missing = rights.add ? unreferred(model, body) : [];
    if (missing.length > 0) {
      const told = saved.body.errors?.map(({ pointer }) => pointer) ?? [];
      expect([saved.status, ...told]).toEqual([400, ...missing.map((key) => `/${key}`)]);
      refersToNone.add(model.key);
      return;
    }
    expect([messageOf(saved), saved.status]).toEqual([messageOf(saved), rights.add ? 200 : 403]);
    if (!rights.add) return;
    made.add(model.key);

    const record = saved.body.data;
    for (const field of model.fields) {
      // What was not sent is the server's: defaults, computed values, numbers it gives.
      if (field.base || field.computed || !Object.hasOwn(body, field.key)) continue;
      if (field.property.writeOnly) expect(record[field.key]).toBeUndefined();
      // What an anonymous record hides is told to nobody, its author neither.
      else if (record.createUser === ANONYMOUS && model.anonymous?.hide.includes(field.key))
        expect([ANONYMOUS, null]).toContain(record[field.key]);
      else
        expect([field.key, comparable(field, record[field.key], body[field.key])]).toEqual([
          field.key,
          comparable(field, body[field.key]),
        ]);
    }

    const [detailMethod, detailPath] = callOf(model, 'detail') ?? ['GET', ''];
    const detail = () => client.call<WireRecord>(detailMethod, detailPath, { query: { id: record.id } });
    const read = await detail();
    expect([messageOf(read), read.body.data.version]).toEqual([messageOf(read), record.version]);

    // A step page shows the records of its step only, and not every role sees every page.
    const shown: PageModel[] = [];
    for (const page of Object.values(model.pages)) {
      if (page.kind.view === 'statistics') continue;
      const there = await list(client, model, { page: page.code, ids: record.id });
      if (there.status === 200 && there.body.data.records.length === 1) shown.push(page);
    }
    expect(shown.length).toBeGreaterThan(0);
    for (const page of shown) {
      for (const key of page.filters) {
        const field = model.field.get(key);
        const query = field && filterQuery(field, read.body.data[key]);
        if (!field || !query) continue;
        const found = await list(client, model, { ...query, page: page.code, size: 200, orderBy: '-createTime' });
        const hit = found.status === 200 && found.body.data.records.some((candidate) => candidate.id === record.id);
        expect([key, messageOf(found), hit]).toEqual([key, messageOf(found), true]);
        if (field.filter !== 'contains') continue;
        const missed = await list(client, model, { [key]: '绝不会有的内容', page: page.code });
        expect([key, missed.status === 200 && missed.body.data.total]).toEqual([key, 0]);
      }
    }

    const text = model.fields.find(
      (field) =>
        !field.base &&
        Object.hasOwn(body, field.key) &&
        isPlainText(field) &&
        !fieldState(model, field, read.body.data, { ...environment, stored: read.body.data }).disabled,
    );
    if (text === undefined) wordless.add(model.key);
    else {
      worded.add(model.key);
      const words = '改后的样例文字'.padEnd(text.property.minLength ?? 0, '一');
      const change = { id: record.id, version: record.version, [text.key]: words };
      const updated = await client.call<WireRecord>(saveMethod, savePath, { json: change });
      expect([messageOf(updated), updated.status]).toEqual([messageOf(updated), rights.edit ? 200 : 403]);
      if (rights.edit) {
        expect([updated.body.data[text.key], updated.body.data.version]).toEqual([words, record.version + 1]);
        const stale = await client.call(saveMethod, savePath, { json: { ...change, [text.key]: `${words}（迟到）` } });
        expect([stale.status, (await detail()).body.data[text.key]]).toEqual([409, words]);
      }
    }

    const [removeMethod, removePath] = callOf(model, 'remove') ?? ['POST', ''];
    const remove = () => client.call(removeMethod, removePath, { query: { ids: record.id } });
    const removed = await remove();
    const toldInChinese = async () => (removed.status === 400 ? (await inChinese(language, remove)).body.msg : '');
    // The law of the example is in force: only administrators may remove it.
    const guarded = model.removeGuards.length > 0 && rights.remove && removed.status === 400;
    if (guarded) {
      const told = await toldInChinese();
      expect([told, isToldBy(model.removeGuards, told)]).toEqual([told, true]);
      return;
    }
    // The parent's state may hold its rows.
    if (model.source.parent?.remove?.when !== undefined && removed.status === 400) {
      expect(await toldInChinese()).toMatch(/^(当前.+|.+“.+”为“.+”，)不能删除/);
      return;
    }
    expect([messageOf(removed), removed.status]).toEqual([messageOf(removed), rights.remove ? 200 : 403]);
    expect((await detail()).status).toBe(rights.remove ? 404 : 200);
    if (taken) expect((await client.call(saveMethod, savePath, { json: body })).status).toBe(200);
  });
});

it('made a record of every entity that has a page to add it on', () => {
  const wanted = shipped.models.filter((model) => hasAdders(model) && !model.readOnly && !isForNamedPeople(model));
  expect(wanted.map(({ key }) => key).filter((key) => !made.has(key) && !filledByLaw.has(key))).toEqual(['examAppeal']);
  expect([...filledByLaw].filter((key) => !MAY_BE_FULL.has(key))).toEqual([]);
  // Whatever its form asks, a plain text of each was changed.
  expect(
    wanted
      .filter(hasText)
      .map(({ key }) => key)
      .filter((key) => wordless.has(key) && !worded.has(key)),
  ).toEqual([]);
  // Everybody appeals against his own sheet of the last days (tests/contract/exam-story.test.ts).
  expect([...refersToNone]).toEqual(['examAppeal']);
  console.log(`generated suite: ${made.size} entities made; by people of the parent only: ${namedOnly()}`);
});

/** Whether every form of the entity asks a text that has no pattern. */
const hasText = (model: EntityModel) =>
  model.fields.some(
    (field) => !field.base && field.required && field.visible === undefined && isPlainText(field) && !field.computed,
  );

const namedOnly = () =>
  shipped.models.filter((model) => hasAdders(model) && isForNamedPeople(model)).map(({ key }) => key);
