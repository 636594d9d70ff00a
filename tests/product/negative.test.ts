import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMatrix, shippedSnapshot } from '../../scripts/metadata/matrix.ts';
import type { EntityModel, OperationModel } from '../../src/core/model/entity-model.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { type ExpectedRights, LAW_RIGHTS, PERIL_RIGHTS, RULE_RIGHTS } from '../contract/expected-rights.ts';
import { AREA_RIGHTS } from '../contract/expected-rights-areas.ts';
import { patient } from '../fixtures/patience.ts';
import { type PlantedRecord, plantStates, storedStates, uprootRecords } from '../fixtures/planted-records.ts';
import { type Answer, callProduct, clientOf, type ProductClient, signIn } from '../fixtures/product-client.ts';
import { productSeed } from '../fixtures/product-seed.ts';
import {
  answerText,
  eachOf,
  matrixLookup,
  type OpenVote,
  openVotes,
  ROLE_OF_ACCOUNT,
  recordsInStates,
  type ServedOperation,
  servedOperations,
  untilStates,
} from '../fixtures/rights-cases.ts';
import { sampleRecord } from '../fixtures/sample-record.ts';
import { callOf, shippedModels } from '../fixtures/shipped-models.ts';

const seed = productSeed(1);
const deep = process.env.ANLAN_DEEP !== undefined;
console.log(`negative suite: ANLAN_SEED=${seed}${deep ? ', three records of each kind' : ''}`);

const NOWHERE = '1234567890123456789';
const MARK = `拒绝检验${seed}`;
const shipped = await shippedModels();
const { models } = shipped;
/** Entities of which the product ships records to every tenant. */
const SHIPPED: ReadonlySet<string> = new Set([...shipped.rows.keys(), 'tenantSetting']);
const lineOf = matrixLookup(buildMatrix(await shippedSnapshot()));
const HAND_WRITTEN: Readonly<Record<string, Readonly<Record<string, ExpectedRights>>>> = {
  lawRegulation: LAW_RIGHTS,
  systemRule: RULE_RIGHTS,
  peril: PERIL_RIGHTS,
  ...AREA_RIGHTS,
};

/** Calls that each signed-in person may make: about himself, or about what hangs on every door. */
const EVERYONE_MAY = new Set([
  ...['GET {p}-auth/oauth/logout', 'POST {p}-auth/oauth/handover', 'POST {p}-system/update-password'],
  ...['info', 'user/getIfUserWithBizCode', 'menu/biz/routes-children', 'menu/buttons'].map(
    (path) => `GET {p}-system/${path}`,
  ),
  ...['dept/tree', 'dept/list', 'dept/workList', 'dept/lazy-tree', 'dept/root', 'dept/personnel-tree'].map(
    (path) => `GET {p}-system/${path}`,
  ),
  ...['dict-biz/dictionary', 'dict-biz/dictionary-tree', 'users-list', 'user/getPageVOList', 'employee/page'].map(
    (path) => `GET {p}-system/${path}`,
  ),
  ...['user/like', 'user/search', 'role/lazy-tree', 'role/tree-by-parent', 'position/list', 'events'].map(
    (path) => `GET {p}-system/${path}`,
  ),
  ...['todo', 'done', 'sent', 'copied', 'send-list', 'counts', 'delegations'].map(
    (path) => `GET {p}-system/flow/${path}`,
  ),
  // Of these each hears what he sees himself: nothing, where he sees no approval.
  ...['datasource/list', 'datasource/tables', 'process/list'].map((path) => `GET {p}-snaker/snaker-flow/${path}`),
  ...['menu/biz/routes-children', 'users-list', 'users-list-own-group', 'flow/delegation-save'].map(
    (path) => `POST {p}-system/${path}`,
  ),
  // Of the person himself: what waits for him, what he uses, which companies he may enter.
  ...['attention', 'usual-pages', 'tenant/enterable', 'find', 'find/pages'].map((path) => `GET {p}-system/${path}`),
  ...['notice/unread-count', 'long-job/list'].map((path) => `GET {p}-system/${path}`),
  'GET {p}-system/preference/list',
  'POST {p}-system/preference/save',
  ...['notice/read', 'notice/read-all', 'flow/read-copy', 'flow/draft-remove'].map((path) => `POST {p}-system/${path}`),
  // On a server that imports files as they change, as this one does; elsewhere for designers and administrators.
  'POST {p}-system/metadata/lint',
  ...['POST {p}-safety/fileserver/fileUpload', 'POST {p}-resource/oss/endpoint/put-file'],
]);

/** Calls that work without signing in. */
const OPEN = new Set([
  ...['POST {p}-auth/oauth/token', 'GET {p}-auth/oauth/captcha', 'GET {p}-system/index/tenant-list'],
  ...['GET {p}-system/enterprise-config/display', 'GET {p}-system/site', 'GET {p}-resource/oss/endpoint/file/{id}'],
  ...['joint/open', 'record/open', 'record/open-list', 'record/open-events', 'record/open-file'].map(
    (path) => `GET {p}-system/${path}`,
  ),
  // What a source sends is known by its signature.
  'POST {p}-rhd/readings',
  // Before anybody has an account, or while its password is lost; each off until a company turns it on.
  ...['account/sms', 'auth/phone', 'auth/register', 'auth/forge-password', 'auth/forget-password'].map(
    (path) => `POST {p}-auth/${path}`,
  ),
  ...['GET form', 'POST picture', 'POST send', 'GET state'].map((call) => call.replace(' ', ' {p}-public/intake/')),
]);

type Targets = Readonly<{ record: WireRecord | undefined; file: string; task: string }>;

const draftOf = (id: string) => ({ entity: 'peril', id, transition: 'assess' });

/** Calls about something of others: refused for whoever has nothing to do with it. Gives query and body. */
const ABOUT_OTHERS: Readonly<Record<string, (targets: Targets) => { query?: Record<string, string>; json?: unknown }>> =
  {
    'GET {p}-system/flow/history': ({ task }) => ({ query: { taskId: task } }),
    'GET {p}-system/evidence/detail': ({ task }) => ({ query: { id: task } }),
    'GET {p}-system/flow/diagram': ({ task }) => ({ query: { requestId: task } }),
    'GET {p}-system/flow/approve-info': ({ task }) => ({ query: { taskId: task } }),
    'POST {p}-system/flow/complete-task': ({ task }) => ({ json: { taskId: task, result: 'pass' } }),
    'POST {p}-system/flow/revoke-task': ({ task }) => ({ json: { taskId: task } }),
    'POST {p}-system/flow/transfer-task': ({ task }) => ({ json: { taskId: task, userId: task, reason: '转给别人' } }),
    'POST {p}-system/flow/add-signer': ({ task }) => ({
      json: { taskId: task, userId: task, when: 'before', reason: '请他先看' },
    }),
    'POST {p}-system/flow/terminate': ({ task }) => ({ json: { taskId: task, reason: '终止它' } }),
    'GET {p}-system/flow/draft': ({ task }) => ({ query: draftOf(task) }),
    'POST {p}-system/flow/draft-save': ({ task }) => ({ json: { ...draftOf(task), content: {} } }),
    'POST {p}-system/record/restore': ({ record }) => ({ json: { entity: 'peril', ids: record?.id ?? '1' } }),
    'POST {p}-system/flow/delegation-remove': ({ task }) => ({ json: { id: task } }),
    'GET {p}-system/long-job/detail': ({ task }) => ({ query: { id: task } }),
    'POST {p}-system/long-job/cancel': ({ task }) => ({ json: { id: task } }),
    'POST {p}-system/list-view/remove': ({ task }) => ({ json: { id: task } }),
    'POST {p}-resource/oss/endpoint/remove-file': ({ file }) => ({ query: { id: file } }),
    'POST {p}-resource/oss/endpoint/remove-files': ({ file }) => ({ json: [file] }),
    'POST {p}-safety/fileserver/deleteByAttachId': ({ file }) => ({ query: { attachId: file } }),
    'DELETE {p}-safety/fileserver/deleteByAttachId': ({ file }) => ({ query: { attachId: file } }),
    'GET {p}-safety/fileserver/downLoadFileById': ({ file }) => ({ query: { id: file } }),
  };

/** Calls of those who design forms, lists and flows. */
const FOR_DESIGNERS = new Set([
  ...[
    'carried',
    'compare',
    'dictionary',
    'draft',
    'entities',
    'entity',
    'export',
    'findings',
    'history',
    'impact',
    'names',
    'rollback-outlook',
    'size',
    'texts',
  ].map((path) => `GET {p}-system/design/${path}`),
  ...['step', 'publish', 'discard', 'rollback', 'ask', 'bundle', 'bundle-check', 'bundle-take', 'columns'].map(
    (path) => `POST {p}-system/design/${path}`,
  ),
]);

/** Calls for whoever sees a page of the system. */
const FOR_PAGE: Readonly<Record<string, string>> = { 'GET {p}-system/menu/grantable': 'role' };

/** Calls about a record or a page that another argument names; each has a test of its own below. */
const BY_ARGUMENT = new Set([
  ...[
    'metadata/page',
    'metadata/lookup',
    'evidence/list',
    'list-view/list',
    'flow/course',
    'flow/awaiting',
    'record-tree',
    'joint/page',
    'joint/records',
    'joint/export',
    'public-link/list',
  ].map((path) => `GET {p}-system/${path}`),
  'GET {p}-rhd/readings/curve',
  ...['still', 'live', 'playlist', 'segment'].map((path) => `GET {p}-rhd/video/${path}`),
  ...['datasource/columns', 'process/form'].map((path) => `GET {p}-snaker/snaker-flow/${path}`),
  ...['GET', 'POST'].flatMap((method) =>
    ['process/start', 'snaker-flow/process/start'].map((path) => `${method} {p}-snaker/${path}`),
  ),
  'GET {p}-system/record-tree/below',
  'POST {p}-system/list-view/save',
  'POST {p}-system/public-link/make',
  'POST {p}-system/public-link/revoke',
]);

/** Calls of the tree beside a record, which not every entity has. */
const TREE = ['record-tree', 'record-tree/below'] as const;

/** A record of an entity to act upon, and a body that would insert another one. */
interface Subject {
  readonly records: readonly WireRecord[];
  readonly body: Readonly<Record<string, unknown>>;
}

let operations: readonly ServedOperation[] = [];
const subjects = new Map<string, Subject>();
let file = '';
/** Requests that wait for a vote, by entity and transition. */
let votes: ReadonlyMap<string, OpenVote> = new Map();
let clients: readonly (readonly [string, ProductClient])[] = [];

function bodyOf(model: EntityModel): Record<string, unknown> {
  const label = model.field.get(model.label);
  const named = label?.valueType === 'text' && !label.computed && !label.base ? { [model.label]: MARK } : {};
  try {
    const sources = {
      ids: (entity: string) => subjects.get(entity)?.records.map(({ id }) => id) ?? [],
      files: () => [],
    };
    return { ...sampleRecord(model, shipped.environment('2026-11-20 12:00:00'), sources, { seed }), ...named };
  } catch {
    // What a sample needs is not always at hand; the right is asked before the content.
    return named;
  }
}

/** A draft of an employee, and from the demo plant a danger in every other state that something leads out of. */
async function untilDangers(): Promise<void> {
  const model = models.find(({ key }) => key === 'peril');
  if (model === undefined) throw new Error('no dangers among the models');
  const [method, path] = callOf(model, 'save') ?? ['', ''];
  const employee = await signIn('employee');
  const saved = await employee.call(method, path, { json: { perilDesc: '他人登记的隐患草稿' } });
  expect([answerText(saved), saved.status]).toEqual([answerText(saved), 200]);
  await untilStates(model, [...new Set(Object.values(model.transitions).flatMap(({ from }) => from))]);
}

/** Waits until the background has left a request of each kind of approval of dangers open. */
async function untilVotes(): Promise<void> {
  const operations = models.find(({ key }) => key === 'peril')?.operations ?? [];
  const wanted = operations.flatMap(({ kind, transition }) => (kind === 'vote' ? [`peril/${transition}`] : []));
  for (const begun = Date.now(); Date.now() - begun < 60_000; ) {
    votes = await openVotes(Object.keys(ROLE_OF_ACCOUNT), models);
    if (wanted.every((key) => votes.has(key))) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

let planted: readonly PlantedRecord[] = [];

/** Records in the states in which the demo plant has none, as far as people with wide rights see them. */
async function plantMissingStates(): Promise<void> {
  const lacking = models.flatMap((model) => {
    const { records = [] } = subjects.get(model.key) ?? {};
    const [first] = records;
    if (first === undefined || model.scope !== 'tenant' || model.readOnly || model.appendOnly) return [];
    const wanted = new Set(Object.values(model.transitions).flatMap(({ from }) => from));
    const states = [...wanted].filter((state) => !records.some(({ status }) => status === state));
    return states.length === 0 ? [] : [{ model, from: first.id, states }];
  });
  planted = await plantStates(lacking);
  for (const { model } of lacking) {
    const { records = [] } = subjects.get(model.key) ?? {};
    const [method, path] = callOf(model, 'detail') ?? ['', ''];
    const added: WireRecord[] = [];
    for (const { id } of planted.filter(({ entity }) => entity === model.key)) {
      for (const account of ['admin', 'safety', 'principal']) {
        const answer = await (await signIn(account)).call<WireRecord>(method, path, { query: { id } });
        if (answer.status !== 200) continue;
        added.push(answer.body.data);
        break;
      }
    }
    subjects.set(model.key, { records: [...records, ...added], body: {} });
  }
}

/**
 * What the product ships to each tenant has one id in all of them: another tenant's people find their own record under
 * it, which is told by its tenant.
 */
async function learnShippedIds(): Promise<void> {
  const stranger = await signIn('admin', '645968');
  const own = models.filter(({ scope }) => scope === 'tenant');
  await eachOf(own, async (model) => {
    const shared = new Set<string>();
    for (const { id } of subjects.get(model.key)?.records ?? []) {
      const call = callOf(model, 'detail');
      const answer = call && (await stranger.call<WireRecord>(...call, { query: { id } }));
      if (answer?.status !== 200 || !SHIPPED.has(model.key)) continue;
      expect([model.key, answer.body.data.tenantId]).toEqual([model.key, '645968']);
      shared.add(id);
    }
    shippedIds.set(model.key, shared);
  });
}

beforeAll(async () => {
  operations = await servedOperations(await signIn('admin'), models);
  clients = await Promise.all(
    Object.keys(ROLE_OF_ACCOUNT).map(async (account) => [account, await signIn(account)] as const),
  );
  await untilDangers();
  await untilVotes();
  await eachOf(models, async (model) => {
    subjects.set(model.key, { records: await recordsInStates(model), body: {} });
  });
  await plantMissingStates();
  for (const model of models) {
    subjects.set(model.key, { records: subjects.get(model.key)?.records ?? [], body: bodyOf(model) });
  }
  await learnShippedIds();
  // Uploaded by the safety officer and held by nobody: nobody else may touch it.
  file = await (await signIn('safety')).upload('他人的文件.pdf', '%PDF-1.4\n%%EOF\n', 'application/pdf');
  // As long as the waits above together, and what they prepare.
}, patient(300_000));

afterAll(() => uprootRecords(planted, models));

const granted = (role: string, model: EntityModel, action: string): boolean => {
  const byHand = HAND_WRITTEN[model.key]?.[role];
  if (byHand !== undefined && action === 'view') return byHand.view;
  if (byHand !== undefined && action === 'add') return byHand.add;
  if (byHand !== undefined && action === 'edit') return byHand.edit;
  if (byHand !== undefined && action === 'delete') return byHand.remove;
  return lineOf(role, model.key).actions.includes(action);
};

function mayEverEdit(role: string, model: EntityModel, record: WireRecord): boolean {
  const state = model.states[String(record.status)];
  if (model.parent !== undefined) return true;
  if (state === undefined || typeof state.edit === 'boolean') return granted(role, model, 'edit');
  const byHand = model.key === 'peril' ? PERIL_RIGHTS[role] : undefined;
  if (byHand !== undefined) return byHand.editsOthers || ROLE_OF_ACCOUNT.employee === role;
  return state.edit.some(
    (actor) => typeof actor === 'string' || !('role' in actor) || (actor.role === role && granted(role, model, 'edit')),
  );
}

function fires(role: string, model: EntityModel, operation: OperationModel): 'role' | 'record' | 'never' {
  const byHand = model.key === 'peril' ? PERIL_RIGHTS[role] : undefined;
  if (byHand !== undefined && ['assess', 'reject', 'cancel', 'report'].includes(operation.transition ?? '')) {
    return byHand.assesses ? 'role' : 'never';
  }
  return lineOf(role, model.key).transitions[operation.transition ?? '']?.may ?? 'never';
}

/** Ids that are the same in every tenant: what the product ships to each. */
const shippedIds = new Map<string, ReadonlySet<string>>();

/** A record of 645967 whose id no other tenant has a record of its own under; undefined where all are shipped. */
function ownRecord(model: EntityModel): WireRecord | undefined {
  return subjects.get(model.key)?.records.find(({ id }) => shippedIds.get(model.key)?.has(id) !== true);
}

interface Refusal {
  readonly query?: Record<string, string>;
  readonly json?: unknown;
  /** A wrong state may be told before the right is looked at. */
  readonly orInvalid?: boolean;
  /** Whoever has voted on the record already is told so. */
  readonly orDecided?: boolean;
  /** Whoever votes at a later level is told that it is not his turn. */
  readonly orLater?: boolean;
}

const isEditedCompanion = (role: string, model: EntityModel): boolean =>
  model.companion !== undefined && granted(role, model, 'edit');

/** How a role would call an operation that it may not; undefined where it may, or where the record decides. */
function refusalOf(account: string, model: EntityModel, operation: OperationModel, place: number): Refusal | undefined {
  const role = ROLE_OF_ACCOUNT[account] ?? '';
  const { records, body } = subjects.get(model.key) ?? { records: [], body: {} };
  const record = records[place] ?? records[0];
  const id = record?.id ?? NOWHERE;
  switch (operation.kind) {
    case 'page':
    case 'list':
    case 'tree':
    case 'view':
    case 'count':
    case 'statistics':
      return granted(role, model, 'view') ? undefined : {};
    case 'detail':
    case 'history':
      return granted(role, model, 'view') ? undefined : { query: { id } };
    case 'print':
      return granted(role, model, model.print.button ? 'print' : 'view') ? undefined : { query: { ids: id } };
    case 'export':
      return granted(role, model, 'export') ? undefined : {};
    case 'importTemplate':
      return granted(role, model, 'import') ? undefined : {};
    case 'select':
      return granted(role, model, 'view') ? undefined : {};
    case 'saveRows':
      return granted(role, model, 'add') ? undefined : { json: { rows: [body] } };
    case 'save':
    case 'submit': {
      // Rows of a parent are written by whoever may edit that: the parent's own calls decide.
      if (model.parent !== undefined) return granted(role, model, 'view') ? undefined : { json: body, orInvalid: true };
      // Whoever edits a record that comes with another is told that it is neither added nor removed by itself.
      if (!granted(role, model, 'add')) return { json: body, orInvalid: isEditedCompanion(role, model) };
      if (record === undefined || operation.kind === 'submit' || mayEverEdit(role, model, record)) return undefined;
      return { json: { ...body, id, version: record.version } };
    }
    case 'remove':
      if (model.parent !== undefined) return granted(role, model, 'view') ? undefined : { query: { ids: id } };
      if (granted(role, model, 'delete')) return undefined;
      return { query: { ids: id }, orInvalid: isEditedCompanion(role, model) };
    case 'transition':
    case 'enable':
    case 'disable': {
      if (fires(role, model, operation) !== 'never') return undefined;
      const from = model.transitions[operation.transition ?? '']?.from ?? [];
      const fits = records.filter(({ status }) => from.includes(String(status)));
      const fitting = fits[place % Math.max(fits.length, 1)];
      const chosen = fitting ?? record;
      return {
        json: { id: chosen?.id ?? NOWHERE, version: chosen?.version ?? 1 },
        orInvalid: fitting === undefined && chosen !== undefined,
      };
    }
    case 'updateStatus': {
      if (record === undefined) return { query: { id, status: Object.keys(model.states)[0] ?? '' } };
      // A state out of which nothing leads has no target that could be forbidden.
      const possible = Object.values(model.transitions).filter(({ from }) => from.includes(String(record.status)));
      const target = possible.flatMap(({ to }) => to.map(({ state }) => state))[0];
      const ways = possible.filter(({ to }) => to.some(({ state }) => state === target));
      const never = ways.every(({ key }) => fires(role, model, { ...operation, transition: key }) === 'never');
      return target !== undefined && never ? { query: { id, status: target } } : undefined;
    }
    case 'vote': {
      const open = votes.get(`${model.key}/${operation.transition}`);
      if (open === undefined) return { json: { id, result: 'pass' }, orDecided: true };
      return open.accounts.has(account) ? undefined : { json: { id: open.recordId, result: 'pass' }, orLater: true };
    }
    case 'seed':
      return granted(role, model, 'view') ? undefined : { json: { [model.parent?.field ?? 'id']: NOWHERE } };
    default:
      // States, dictionaries and the caller's own tasks are for everyone.
      return undefined;
  }
}

interface RefusedCall {
  readonly account: string;
  readonly client: ProductClient;
  readonly served: ServedOperation;
  readonly refusal: Refusal;
}

/**
 * Of the accounts that may do the same with an entity and are refused the same call, one, who is another with each call;
 * calls that no entity brings keep all of them. What the rights tell apart is asked apart.
 */
function oneOfEachKind(cases: readonly RefusedCall[]): readonly RefusedCall[] {
  const kinds = new Map<string, RefusedCall[]>();
  for (const one of cases) {
    const { account, served, refusal } = one;
    const key = served.entity?.model.key;
    const role = ROLE_OF_ACCOUNT[account] ?? '';
    const may =
      key === undefined || key === 'peril'
        ? account
        : { ...lineOf(role, key), role: undefined, roleName: undefined, hand: HAND_WRITTEN[key]?.[role] };
    const kind = JSON.stringify([served.method, served.path, refusal, may]);
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  return [...kinds.values()].flatMap((alike, index) => alike[(seed + index) % alike.length] ?? []);
}

const pathOf = (path: string, id: string) => path.replaceAll(/\{\w+\}/g, (part) => (part === '{p}' ? part : id));

const faultsOf = (name: string, answer: Answer, { orInvalid, orDecided, orLater }: Refusal = {}): string[] => {
  const refused =
    [403, 404].includes(answer.status) ||
    (orInvalid === true && answer.status === 400) ||
    (orDecided === true && answer.status === 409) ||
    (orLater === true && answer.status === 409 && answer.body.msg === '还没有轮到您审批');
  return refused && answer.body.success === false ? [] : [`${name} → ${answerText(answer)}`];
};

/** Versions of the records acted upon, and how many bear the mark of a body that was to be refused, beneath all calls. */
async function state(): Promise<Readonly<Record<string, unknown>>> {
  const stored = await storedStates(
    models.map((model) => ({ model, ids: (subjects.get(model.key)?.records ?? []).map(({ id }) => id) })),
    MARK,
  );
  expect(stored.marked).toEqual([]);
  return stored.states;
}

describe('every operation that the product serves', () => {
  it('is one whose rights are written down', () => {
    const unknown = operations
      .filter(({ entity }) => entity === undefined)
      .map(({ method, path }) => `${method} ${path}`)
      .filter(
        (call) =>
          !(
            EVERYONE_MAY.has(call) ||
            OPEN.has(call) ||
            call in ABOUT_OTHERS ||
            call in FOR_PAGE ||
            FOR_DESIGNERS.has(call) ||
            BY_ARGUMENT.has(call)
          ),
      );
    expect(unknown).toEqual([]);
    expect(operations.filter(({ entity }) => entity !== undefined).length).toBeGreaterThan(200);
  });

  it('is closed to whoever has not signed in', async () => {
    const faults: string[] = [];
    await eachOf(operations, async ({ method, path }) => {
      if (OPEN.has(`${method} ${path}`)) return;
      const answer = await callProduct(method, pathOf(path, NOWHERE), method === 'GET' ? {} : { json: {} });
      if (answer.status !== 401) faults.push(`${method} ${path} → ${answerText(answer)}`);
    });
    expect(faults).toEqual([]);
  });

  it(
    'is refused for each role that has no right to it, and changes nothing',
    async () => {
      const cases = clients.flatMap(([account, client]) => {
        const role = ROLE_OF_ACCOUNT[account] ?? '';
        const places = deep ? [0, 1, 2] : [0];
        return places
          .flatMap((place) => operations.map((served) => [place, served] as const))
          .flatMap(([place, served]) => {
            const call = `${served.method} ${served.path}`;
            const { entity } = served;
            const page = FOR_PAGE[call];
            const refusal: Refusal | undefined =
              entity !== undefined
                ? entity.model.scope === 'global' && account === 'admin'
                  ? undefined
                  : refusalOf(account, entity.model, entity.operation, place)
                : FOR_DESIGNERS.has(call)
                  ? role === 'administrator' || role === 'designer'
                    ? undefined
                    : {}
                  : page !== undefined
                    ? lineOf(role, page).actions.includes('view')
                      ? undefined
                      : {}
                    : account === 'safety' || ABOUT_OTHERS[call] === undefined
                      ? undefined
                      : { ...ABOUT_OTHERS[call]({ record: undefined, file, task: NOWHERE }), orInvalid: false };
            return refusal === undefined ? [] : [{ account, client, served, refusal }];
          });
      });
      const asked = deep ? cases : oneOfEachKind(cases);
      const proofless = cases.filter(({ refusal }) => refusal.orInvalid === true || refusal.orDecided === true);
      const weak = new Map<string, number>();
      for (const { served } of proofless) {
        const call = `${served.method} ${served.path}`;
        weak.set(call, (weak.get(call) ?? 0) + 1);
      }
      const largest = [...weak].sort(([, left], [, right]) => right - left).map(([call, count]) => `${count} ${call}`);
      console.log(
        `negative suite: ${asked.length} of ${cases.length} refusals, ${proofless.length} without a fitting record:\n${largest.join('\n')}`,
      );
      // Of dangers there is one in every state, and a request for each kind of approval.
      expect([...weak.keys()].filter((call) => /-safety\/peril\/[\w-]+$/.test(call))).toEqual([]);
      expect(asked.length).toBeGreaterThan(2000);
      // Whoever is refused anything is refused something.
      expect(new Set(asked.map(({ account }) => account))).toEqual(new Set(cases.map(({ account }) => account)));
      const before = await state();
      const faults: string[] = [];
      await eachOf(asked, async ({ account, client, served, refusal }) => {
        const { query, json } = refusal;
        const id = query?.id ?? NOWHERE;
        const answer = await client.call(served.method, pathOf(served.path, id), {
          ...(query === undefined ? {} : { query }),
          ...(json === undefined ? (served.method === 'GET' ? {} : { json: {} }) : { json }),
        });
        faults.push(...faultsOf(`${account}: ${served.method} ${served.path}`, answer, refusal));
      });
      expect(faults.sort()).toEqual([]);
      expect(await state()).toEqual(before);
    },
    patient(300_000),
  );
});

describe('what is named by an argument', () => {
  it('is no page of which the role sees nothing', async () => {
    const faults: string[] = [];
    await eachOf([...clients.entries()], async ([place, [account, client]]) => {
      const ask = (path: string, query: Record<string, string>) => client.call('GET', `{p}-system/${path}`, { query });
      let turn = seed + place;
      for (const model of models) {
        for (const code of Object.keys(model.pages)) {
          const line = lineOf(ROLE_OF_ACCOUNT[account] ?? '', model.key);
          const answer = await client.call('GET', '{p}-system/metadata/page', { query: { code } });
          // What is the platform's own is for people of the top tenant.
          const seen = line.pages[code] !== undefined && model.scope !== 'global';
          if (seen !== (answer.status === 200)) faults.push(`${account}: page ${code} → ${answerText(answer)}`);
          if (seen) continue;
          const view = { page: code, name: '他人页面的视图', content: { query: '', columns: [] } };
          const ways: readonly (readonly [string, () => Promise<Answer>])[] = [
            ['rows for formulas of', () => ask('metadata/lookup', { code, entity: model.key })],
            ['views of', () => ask('list-view/list', { page: code })],
            ['what waits on', () => ask('flow/awaiting', { page: code })],
            ['a view kept on', () => client.call('POST', '{p}-system/list-view/save', { json: view })],
          ];
          // A dozen accounts do not see a page: each asks in another way, and in all of them in the deep run.
          turn += 1;
          for (const [what, answer] of deep ? ways : ways.slice(turn % ways.length, (turn % ways.length) + 1))
            faults.push(...faultsOf(`${account}: ${what} ${code}`, await answer()));
        }
      }
    });
    expect(faults).toEqual([]);
  });

  it('is no record of which the person sees nothing', async () => {
    const faults: string[] = [];
    const people = [
      ...clients.filter(([account]) => ['designer', 'nobody'].includes(account)),
      ['admin of 645968', await signIn('admin', '645968')] as const,
    ];
    for (const [account, client] of people) {
      await eachOf(models, async (model) => {
        if (model.scope !== 'tenant') return;
        const record = account.includes(' ') ? ownRecord(model) : subjects.get(model.key)?.records[0];
        const shown = lineOf(ROLE_OF_ACCOUNT[account] ?? 'nobody', model.key).actions.includes('view');
        if (record === undefined || (shown && !account.includes(' '))) return;
        for (const path of ['flow/history', 'flow/diagram', 'flow/course', 'evidence/list', ...TREE]) {
          const answer = await client.call('GET', `{p}-system/${path}`, {
            query: { entity: model.key, id: record.id, recordId: record.id },
          });
          faults.push(...faultsOf(`${account}: ${path} of ${model.key}`, answer));
        }
      });
    }
    expect(faults).toEqual([]);
  });
});

describe('the workflow service', () => {
  it('shows no approval to whoever does not see its records, and starts none for whoever may not', async () => {
    const faults: string[] = [];
    let asked = 0;
    await eachOf(clients, async ([account, client]) => {
      const role = ROLE_OF_ACCOUNT[account] ?? '';
      for (const model of models.filter(({ scope }) => scope === 'tenant')) {
        const approved = model.operations.filter(
          ({ kind, transition }) =>
            kind === 'transition' && model.transitions[transition ?? '']?.approval !== undefined,
        );
        const [record] = subjects.get(model.key)?.records ?? [];
        for (const operation of approved) {
          if (fires(role, model, operation) !== 'never') continue;
          asked += 1;
          const named = { entity: model.key, transition: operation.transition ?? '' };
          const id = record?.id ?? NOWHERE;
          for (const path of ['process/start', 'snaker-flow/process/start']) {
            const answer = await client.call('POST', `{p}-snaker/${path}`, { json: { ...named, id } });
            faults.push(...faultsOf(`${account}: ${path} of ${operation.path}`, answer, { orInvalid: true }));
          }
          if (granted(role, model, 'view')) continue;
          const ways = { 'datasource/columns': { tableName: model.key }, 'process/form': named };
          for (const [path, query] of Object.entries(ways)) {
            const answer = await client.call('GET', `{p}-snaker/snaker-flow/${path}`, { query });
            faults.push(...faultsOf(`${account}: ${path} of ${model.key}`, answer));
          }
        }
      }
    });
    expect(faults).toEqual([]);
    expect(asked).toBeGreaterThan(50);
  });
});

describe("another tenant's people", () => {
  it('reach no record, by whatever call names it, and change nothing', async () => {
    const before = await state();
    const faults: string[] = [];
    for (const account of [
      'admin',
      'safety',
      'director',
      'officer',
      ...(deep ? ['principal', 'manager', 'leader'] : []),
    ]) {
      const stranger = await signIn(account, '645968');
      await eachOf(operations, async ({ method, path, entity }) => {
        if (entity === undefined || entity.model.scope !== 'tenant') return;
        const { model, operation } = entity;
        const record = ownRecord(model);
        if (record === undefined) return;
        const { id, version } = record;
        const name = `${account} of 645968: ${method} ${path}`;
        const call = (query: Record<string, string>, json?: unknown) =>
          stranger.call(method, pathOf(path, id), { query, ...(json === undefined ? {} : { json }) });
        switch (operation.kind) {
          case 'page':
          case 'list':
          case 'tree':
          case 'view':
          case 'select': {
            const answer = await call({ ids: id, ...(operation.kind === 'page' ? { size: '5' } : {}) });
            if (JSON.stringify(answer.body.data ?? null).includes(id)) faults.push(`${name} → shows ${id}`);
            return;
          }
          case 'detail':
          case 'history':
            faults.push(...faultsOf(name, await call({ id })));
            return;
          case 'remove':
            faults.push(...faultsOf(name, await call({ ids: id }, {})));
            return;
          case 'save':
          case 'submit':
            faults.push(...faultsOf(name, await call({}, { id, version, [model.label]: MARK })));
            return;
          case 'saveRows':
            faults.push(...faultsOf(name, await call({}, { rows: [{ id, version, [model.label]: MARK }] })));
            return;
          case 'updateStatus':
            faults.push(...faultsOf(name, await call({ id, status: Object.keys(model.states)[0] ?? '' }, {})));
            return;
          case 'transition':
          case 'enable':
          case 'disable':
          case 'vote':
            faults.push(...faultsOf(name, await call({}, { id, version, result: 'pass' })));
            return;
          case 'seed':
            faults.push(...faultsOf(name, await call({}, { [model.parent?.field ?? 'id']: id })));
            return;
          default:
            return;
        }
      });
      for (const [call, input] of Object.entries(ABOUT_OTHERS)) {
        const [method = '', path = ''] = call.split(' ');
        const record = subjects.get('lawRegulation')?.records[0];
        const answer = await stranger.call(method, path, input({ record, file, task: NOWHERE }));
        faults.push(...faultsOf(`${account} of 645968: ${call}`, answer));
      }
    }
    expect(faults.sort()).toEqual([]);
    expect(await state()).toEqual(before);
  });

  it('gain nothing by naming the tenant in the header', async () => {
    const stranger = await signIn('admin', '645968');
    const disguised = clientOf('admin', '645967', stranger.accessToken);
    const faults: string[] = [];
    await eachOf(operations, async ({ method, path, entity }) => {
      if (entity === undefined) return;
      const answer = await disguised.call(method, pathOf(path, NOWHERE), method === 'GET' ? {} : { json: {} });
      if (answer.status !== 403) faults.push(`${method} ${path} → ${answerText(answer)}`);
    });
    expect(faults).toEqual([]);
  });
});
