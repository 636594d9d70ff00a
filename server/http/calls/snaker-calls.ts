import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { EntityModel, FieldModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import type {
  FlowColumn,
  FlowDatasource,
  FlowFormField,
  FlowProcess,
  StartedProcess,
} from '../../../src/core/wire/snaker.ts';
import { recordRequests } from '../../flow/approval/request.ts';
import type { BoundOperation } from '../../metadata/snapshot.ts';
import { withAlias } from '../../records/call/author.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { recordHandlers } from '../../records/service/record-handlers.ts';
import type { CallArgument, PersonInput, SystemCall } from '../system/system-call.ts';

/** The one source: the platform's own records. Its address and its account are nobody's business. */
const SOURCE = 'anlan';
const POSTGRES = '2';

const datasource = (): FlowDatasource => ({ id: SOURCE, name: say('本平台'), category: POSTGRES });

/** An entity with steps that open approvals, as far as the caller sees it. */
interface Approved {
  readonly call: EntityCall;
  readonly transitions: readonly TransitionModel[];
}

function approvedOf(input: PersonInput, model: EntityModel): Approved | undefined {
  const transitions = Object.values(model.transitions).filter(({ approval }) => approval !== undefined);
  if (transitions.length === 0) return undefined;
  const call = createEntityCall(input.services.entities, withAlias(input), input.snapshot, model);
  return call.granted.has('view') ? { call, transitions } : undefined;
}

const allApproved = (input: PersonInput): readonly Approved[] =>
  [...input.snapshot.entities.values()].flatMap((model) => approvedOf(input, model) ?? []);

function requireSource({ argument }: PersonInput): void {
  const given = argument('datasourceId');
  if (given !== undefined && given !== SOURCE) throw new AnlanError('notFound', { what: say('数据源') });
}

function columnsOf(input: PersonInput): readonly FlowColumn[] {
  requireSource(input);
  const { entities } = input.snapshot;
  const model = entities.get(input.argument('tableName') ?? '');
  const approved = model === undefined ? undefined : approvedOf(input, model);
  if (approved === undefined) throw new AnlanError('notFound', { what: say('数据表') });
  const { call } = approved;
  return call.model.fields
    .filter((field) => call.fieldRights.isEverSeen(field) && field.property.writeOnly !== true)
    .map((field) => ({
      columnName: field.key,
      columnType: typeOf(field),
      columnComment: field.title,
      isPk: field.key === 'id',
    }));
}

const typeOf = ({ valueType, multiple }: FieldModel): string =>
  multiple ? 'list' : typeof valueType === 'string' ? valueType : 'rows';

function processOf({ model }: EntityCall, { key, title }: TransitionModel): FlowProcess {
  return {
    processKey: `${model.key}.${key}`,
    processName: `${model.title}·${title}`,
    entity: model.key,
    entityName: model.title,
    transition: key,
  };
}

/** The step that a call names: `processKey`, or `entity` with `transition`, which may be left out where there is one. */
function namedProcess(input: PersonInput): { readonly call: EntityCall; readonly transition: TransitionModel } {
  const [entity = '', named] = (input.argument('processKey') ?? '').split('.', 2);
  const model = input.snapshot.entities.get(input.argument('entity') ?? entity);
  const approved = model === undefined ? undefined : approvedOf(input, model);
  if (approved === undefined) throw new AnlanError('notFound', { what: say('流程') });
  const key = input.argument('transition') ?? named;
  const [only, ...more] = approved.transitions;
  const transition =
    key === undefined && more.length === 0 ? only : approved.transitions.find((candidate) => candidate.key === key);
  if (transition !== undefined) return { call: approved.call, transition };
  if (key !== undefined) throw new AnlanError('notFound', { what: say('流程') });
  const keys = approved.transitions.map((one) => `${one.key}（${one.title}）`).join('、');
  throw invalidInput([{ pointer: '/transition', msg: say('请写明要发起哪一步：{keys}', { keys }) }]);
}

function formOf(input: PersonInput): readonly FlowFormField[] {
  const { call, transition } = namedProcess(input);
  return transition.fields.flatMap(({ field: key, required, title }) => {
    const field = call.model.field.get(key);
    return field === undefined ? [] : [{ field: key, title: title ?? field.title, type: field.type.type, required }];
  });
}

/** Names of a start's own arguments; what else is sent are values of the record and of the step. */
const OWN: ReadonlySet<string> = new Set(['processKey', 'entity', 'transition', 'tableName', 'datasourceId']);

/** Starts an approval by the very call that the entity has for it: the same rights, checks, guards and log. */
async function start(input: PersonInput): Promise<StartedProcess> {
  const { call, transition } = namedProcess(input);
  const { model } = call;
  const bound = [...input.snapshot.operations.values()].find(
    ({ entity, operation }) =>
      entity.key === model.key &&
      (operation.transition === transition.key || (operation.kind === 'submit' && transition.key === 'submit')) &&
      (operation.kind === 'submit' || operation.kind === 'transition'),
  );
  if (bound === undefined) throw new AnlanError('notFound', { what: say('流程') });
  const given = { ...valuesOf(input.request.query), ...valuesOf(input.request.body) };
  const args = { query: {}, body: given };
  const answered = await fired(call, bound, args);
  const recordId = typeof answered === 'object' && 'id' in answered ? String(answered.id) : String(given.id ?? '');
  const opened = await input.read((db) => recordRequests(db, model.id, recordId, true));
  const request = opened.findLast(
    (candidate) => candidate.transition === transition.source.id || candidate.transition === transition.key,
  );
  const status = typeof answered === 'object' && 'status' in answered ? answered.status : null;
  return {
    entity: model.key,
    recordId,
    requestId: request?.id ?? null,
    status: typeof status === 'string' ? status : null,
  };
}

const fired = (call: EntityCall, bound: BoundOperation, args: Parameters<typeof recordHandlers.submit>[2]) =>
  bound.operation.kind === 'submit'
    ? recordHandlers.submit(call, bound, args)
    : recordHandlers.transition(call, bound, args);

function valuesOf(given: unknown): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {};
  return Object.fromEntries(Object.entries(given).filter(([name]) => !OWN.has(name)));
}

const SERVICE = { service: 'snaker' } as const;

const ofProcess: Readonly<Record<string, CallArgument>> = {
  processKey: { title: '流程，如 <实体>.<流转>' },
  entity: { title: '实体，代替 processKey' },
  transition: { title: '流转，只有一个时可不写' },
};

/** Starting stands under two paths, as the specification leaves open which it means, and is asked by GET and by POST. */
const starting = {
  ...SERVICE,
  title: '发起审批，同实体自己的流转',
  arguments: { ...ofProcess, id: { title: '记录；没有则按其余参数新增并提交' } },
  answer: 'entity、recordId、requestId、status',
  handle: start,
} as const;

/** The workflow service of the specification, answered from the approvals that entities declare. */
export const snakerCalls: readonly SystemCall[] = [
  {
    ...SERVICE,
    name: 'snakerDatasourceList',
    method: 'GET',
    path: 'snaker-flow/datasource/list',
    title: '流程数据源',
    answer: 'id、name、category',
    handle: async () => [datasource()],
  },
  {
    ...SERVICE,
    name: 'snakerTables',
    method: 'GET',
    path: 'snaker-flow/datasource/tables',
    title: '有审批的业务',
    arguments: { datasourceId: { title: '数据源' } },
    answer: 'tableName、tableComment',
    async handle(input) {
      requireSource(input);
      return allApproved(input).map(({ call }) => ({ tableName: call.model.key, tableComment: call.model.title }));
    },
  },
  {
    ...SERVICE,
    name: 'snakerColumns',
    method: 'GET',
    path: 'snaker-flow/datasource/columns',
    title: '有审批的业务的字段',
    arguments: { datasourceId: { title: '数据源' }, tableName: { title: '业务', required: true } },
    answer: 'columnName、columnType、columnComment、isPk',
    handle: async (input) => columnsOf(input),
  },
  {
    ...SERVICE,
    name: 'snakerProcessList',
    method: 'GET',
    path: 'snaker-flow/process/list',
    title: '可发起的审批流程',
    arguments: { entity: { title: '实体' } },
    answer: 'processKey、processName、entity、entityName、transition',
    async handle(input) {
      const entity = input.argument('entity');
      return allApproved(input)
        .filter(({ call }) => entity === undefined || call.model.key === entity)
        .flatMap(({ call, transitions }) => transitions.map((transition) => processOf(call, transition)));
    },
  },
  {
    ...SERVICE,
    name: 'snakerProcessForm',
    method: 'GET',
    path: 'snaker-flow/process/form',
    title: '发起审批时要填的字段',
    arguments: ofProcess,
    answer: 'field、title、type、required',
    handle: async (input) => formOf(input),
  },
  { ...starting, name: 'snakerGetStart', method: 'GET', path: 'process/start' },
  { ...starting, name: 'snakerStart', method: 'POST', path: 'process/start' },
  { ...starting, name: 'snakerFlowGetStart', method: 'GET', path: 'snaker-flow/process/start' },
  { ...starting, name: 'snakerFlowStart', method: 'POST', path: 'snaker-flow/process/start' },
];
