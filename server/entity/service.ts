import { AnlanError, invalidInput } from '../../src/core/errors/catalogue.ts';
import { NotYetAliveError } from '../../src/core/expression/index.ts';
import type { OperationModel } from '../../src/core/model/entity-model.ts';
import { say } from '../../src/core/text/say.ts';
import { swollenFaults } from '../../src/core/validation/body-keys.ts';
import { WRITING_KINDS } from '../../src/core/wire/operations.ts';
import { entityTasks, voteOnRecord } from '../approval/entity-operations.ts';
import type { CallContext } from '../context.ts';
import type { Connection } from '../database/database.ts';
import type { BoundOperation, MetadataSnapshot } from '../metadata/snapshot.ts';
import { readRecalculation, requestRecalculation } from '../recalculation/recalculation.ts';
import type { ImportSources } from '../spreadsheet/import.ts';
import { startExport, startImport } from '../spreadsheet/start-sheet.ts';
import { importTemplate } from '../spreadsheet/template.ts';
import { answerStatistics } from '../statistics/answer-statistics.ts';
import { afterWriteBelow } from './after-write.ts';
import { linkUploads } from './answer-record.ts';
import { calculate } from './calculate.ts';
import { lockAbove } from './child-call.ts';
import { createEntityCall, type EntityCall, type EntityServices, type WrittenRecord } from './entity-call.ts';
import { readFieldChoices } from './field-choices.ts';
import { readHistory } from './history.ts';
import { requestHash, runOnce } from './idempotency.ts';
import { pageOf, readChoices, readCount, readList, readPage, readTree } from './list.ts';
import { readIds } from './list-request.ts';
import { logRefusedWrite } from './log-refusal.ts';
import { bodyObject, fromForm } from './read-body.ts';
import { readDetail } from './read-detail.ts';
import { accessOf, readRecord } from './read-record.ts';
import type { Row } from './record-row.ts';
import { removeRecords } from './remove.ts';
import { idOf, type SaveOptions, saveRecord } from './save.ts';
import { reseed } from './save-children.ts';
import { stateChoices } from './states.ts';
import { textArgument } from './text-argument.ts';
import { changeStatus, fireTransition } from './transition.ts';
import { writtenIn } from './written.ts';

/** Arguments of a call, from wherever they travelled. */
export interface CallArguments {
  /** Query and path arguments. */
  readonly query: Readonly<Record<string, unknown>>;
  /** JSON or form body; undefined where there is none. */
  readonly body: unknown;
  /** Scheme and host under which the person reached the server; undefined where nothing is to be reached again. */
  readonly origin?: string | undefined;
  /** The file that came with the call; undefined where none can come. */
  readonly sheet?: ImportSources | undefined;
}

/** The generic service behind all entities. */
export interface EntityService {
  /** Serves one call of the operations table; gives `data` of the answer. */
  execute(
    context: CallContext,
    snapshot: MetadataSnapshot,
    bound: BoundOperation,
    args: CallArguments,
  ): Promise<unknown>;
  /** Saves as the platform itself (seeds, jobs): rights and scopes do not bind, ids and states may be given. */
  saveInternal(context: CallContext, entity: string, body: Row, options?: SaveOptions): Promise<string>;
  /** Fires a transition as the platform itself. */
  fireInternal(context: CallContext, entity: string, id: string, transition: string, body?: Row): Promise<void>;
  /** Whether the person may see a record, and if so the record as he sees it, uploads as ids. */
  findVisible(context: CallContext, entity: string, id: string): Promise<Row | undefined>;
}

/** Creates the service over database, metadata and files. */
export function createEntityService(services: EntityServices): EntityService {
  const { database, metadata } = services;

  /** One transaction; what it wrote is told after the commit. */
  async function write<T>(context: CallContext, begin: (connection: Connection) => Promise<T>): Promise<T> {
    let records: readonly WrittenRecord[] = [];
    const result = await database.transaction(context.tenantId, async (connection) => {
      const answer = await begin(connection);
      records = writtenIn(connection);
      return answer;
    });
    for (const record of records) await services.onWritten?.(record);
    return result;
  }

  function internalCall(context: CallContext, snapshot: MetadataSnapshot, entity: string): EntityCall {
    const model = snapshot.entities.get(entity);
    if (model === undefined) throw new AnlanError('notFound', { what: say('实体“{entity}”', { entity }) });
    return createEntityCall(services, context, snapshot, model, { internal: true });
  }

  /** An import is many saves: its transactions are its own, and its refusal is logged like that of one. */
  async function importSheet(call: EntityCall, operation: OperationModel, args: CallArguments): Promise<unknown> {
    if (args.sheet === undefined) throw new AnlanError('mediaTypeRefused');
    try {
      return await startImport(call, args.sheet, args.query);
    } catch (error) {
      if (error instanceof AnlanError) await logRefusedWrite(call, operation, [], error);
      throw error;
    }
  }

  const service: EntityService = {
    async execute(context, snapshot, bound, args) {
      const { entity: model, operation } = bound;
      const page = operation.kind === 'select' ? undefined : pageOf(args.query);
      const call = createEntityCall(services, context, snapshot, model, page === undefined ? {} : { page });
      await refuseSwollen(call, operation, args);
      if (operation.kind === 'vote') {
        const body = typeof args.body === 'object' && args.body !== null ? (args.body as Row) : {};
        return voteOnRecord({ services, context, snapshot }, model, operation, { ...body, ...args.query });
      }
      if (operation.kind === 'print') {
        const { printing } = services;
        if (printing === undefined) throw new AnlanError('notYetAlive', { keyword: 'print' });
        return printing.print(call, requiredIds({ ...args, query: allArguments(operation, args) }), args.origin);
      }
      if (operation.kind === 'export') return startExport(call, operation, allArguments(operation, args));
      if (operation.kind === 'importTemplate') return importTemplate(call);
      if (operation.kind === 'import') return importSheet(call, operation, args);
      if (!WRITING_KINDS.has(operation.kind)) return read(call, operation, allArguments(operation, args));
      const hash = requestHash(`${bound.method} ${bound.path}`, args);
      try {
        const answer = await write(context, async (connection) => {
          const done = await runOnce(context, connection, hash, () => change(call, connection, operation, args));
          return done.answer;
        });
        return linked(call, answer);
      } catch (error) {
        if (error instanceof AnlanError) await logRefusedWrite(call, operation, namedIds(args), error);
        throw error;
      }
    },

    async saveInternal(context, entity, body, options = {}) {
      const snapshot = await metadata.snapshot(context.tenantId);
      const call = internalCall(context, snapshot, entity);
      return write(context, (connection) => saveRecord(call, connection, body, options));
    },

    async fireInternal(context, entity, id, transition, body = {}) {
      const snapshot = await metadata.snapshot(context.tenantId);
      const call = internalCall(context, snapshot, entity);
      await write(context, (connection) => fireTransition(call, connection, id, transition, body));
    },

    async findVisible(context, entity, id) {
      const snapshot = await metadata.snapshot(context.tenantId);
      const model = snapshot.entities.get(entity);
      if (model === undefined) return undefined;
      const call = createEntityCall(services, context, snapshot, model);
      if (!call.granted.has('view')) return undefined;
      return database.withTenant(context.tenantId, (connection) => readRecord(call, connection, id, accessOf(call)));
    },
  };
  return {
    ...service,
    execute: (...args) => service.execute(...args).catch(rethrow),
    saveInternal: (...args) => service.saveInternal(...args).catch(rethrow),
    fireInternal: (...args) => service.fireInternal(...args).catch(rethrow),
  };
}

async function refuseSwollen(call: EntityCall, operation: OperationModel, { body }: CallArguments): Promise<void> {
  const faults = swollenFaults(call.model, body);
  if (faults.length === 0) return;
  const refusal = invalidInput(faults);
  if (WRITING_KINDS.has(operation.kind)) await logRefusedWrite(call, operation, [], refusal);
  throw refusal;
}

/** What an expression cannot do yet is said in the catalogue's words. */
function rethrow(error: unknown): never {
  if (error instanceof NotYetAliveError) throw new AnlanError('notYetAlive', { keyword: error.functionName });
  throw error;
}

/** Lists and look-ups take their arguments from the query and from a body alike. */
function allArguments(operation: OperationModel, args: CallArguments): Readonly<Record<string, unknown>> {
  if (operation.method === 'GET' || typeof args.body !== 'object' || args.body === null) return args.query;
  return Array.isArray(args.body) ? { ...args.query, ids: args.body } : { ...(args.body as Row), ...args.query };
}

async function read(
  call: EntityCall,
  operation: OperationModel,
  args: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  switch (operation.kind) {
    case 'page':
      return readPage(call, operation, args);
    case 'list':
      return readList(call, operation, args);
    case 'tree':
      return readTree(call, operation, args);
    case 'select':
      return readChoices(call, operation, args);
    case 'choices':
      return readFieldChoices(call, operation, args);
    case 'count':
      return readCount(call, operation, args);
    case 'detail':
      return readDetail(call, requiredId(args), new Set((textArgument(args.with) ?? '').split(',')));
    case 'history':
      return readHistory(call, args, requiredId(args));
    case 'statistics':
      return answerStatistics(call, operation, args);
    case 'todo':
    case 'sendList':
      return entityTasks(call, operation, args);
    case 'states':
      return stateChoices(call.model);
    case 'dictionary':
      return dictionaryAnswer(call, operation);
    case 'calculate':
      return calculate(call, operation, args);
    case 'recalculation':
      return readRecalculation(call, operation);
    default:
      throw new AnlanError('notYetAlive', { keyword: operation.kind });
  }
}

function dictionaryAnswer(call: EntityCall, operation: OperationModel): unknown {
  const dictionary = call.snapshot.dictionaries.get(operation.dict ?? '');
  if (dictionary === undefined) throw new AnlanError('notFound', { what: say('字典') });
  return dictionary.choices.map((choice, index) => ({
    dictKey: choice.key,
    dictValue: choice.title,
    sort: index + 1,
    ...(choice.color === undefined ? {} : { color: choice.color }),
  }));
}

/** Uploads of an answered record with their links, which are made for the person and never stored. */
async function linked(call: EntityCall, answer: unknown): Promise<unknown> {
  if (typeof answer === 'object' && answer !== null && 'id' in answer) {
    await linkUploads(call, call.model.fields, [answer as Row]);
  }
  return answer;
}

function requiredId(args: Readonly<Record<string, unknown>>): string {
  const id = idOf({ id: textArgument(args.id) });
  if (id === undefined) throw invalidInput([{ pointer: '/id', msg: say('缺少编号') }]);
  return id;
}

/** Ids that a call names: `ids` or `id`, from query, body, or a body that is a list of ids. */
function givenIds(args: CallArguments): string[] {
  const body = args.body;
  const given = Array.isArray(body)
    ? body
    : typeof body === 'object' && body !== null
      ? { ...(body as Row), ...args.query }
      : args.query;
  const text = Array.isArray(given) ? textArgument(given) : (textArgument(given.ids) ?? textArgument(given.id));
  return text === undefined ? [] : readIds(text);
}

/** The same for the log of refusals; none where they are no ids. */
function namedIds(args: CallArguments): string[] {
  try {
    return givenIds(args);
  } catch {
    return [];
  }
}

/** Ids that an operation works on. */
function requiredIds(args: CallArguments): string[] {
  const ids = givenIds(args);
  if (ids.length === 0) throw invalidInput([{ pointer: '/ids', msg: say('请先选择记录') }]);
  return ids;
}

async function change(
  call: EntityCall,
  connection: Connection,
  operation: OperationModel,
  args: CallArguments,
): Promise<unknown> {
  const asBody = (): Readonly<Record<string, unknown>> => {
    const body = bodyObject(args.body ?? {});
    return operation.arguments === 'form' ? fromForm(call, body) : body;
  };
  switch (operation.kind) {
    case 'save':
    case 'submit': {
      // The path or query may carry the id (`PUT {id}`).
      const { id: idInQuery } = args.query;
      const body = idInQuery === undefined ? asBody() : { ...asBody(), id: idInQuery };
      const id = await saveRecord(call, connection, body, { submit: operation.kind === 'submit' });
      return answerOf(call, connection, id);
    }
    case 'remove': {
      const ids = requiredIds(args);
      await removeRecords(
        call,
        connection,
        ids,
        textArgument({ ...(Array.isArray(args.body) ? {} : asBody()), ...args.query }.to),
      );
      return true;
    }
    case 'recalculate':
      return requestRecalculation(call, connection, operation);
    case 'seed': {
      const field = call.model.parent?.field ?? '';
      const given = { ...asBody(), ...args.query }[field];
      if (typeof given !== 'string' || given === '') {
        throw invalidInput([
          {
            pointer: `/${field}`,
            msg: say('请选择{field}', { field: call.model.field.get(field)?.title ?? say('上级记录') }),
          },
        ]);
      }
      const above = await lockAbove(call, connection, given);
      await reseed(call, connection, above);
      await afterWriteBelow(call, connection, above.id);
      return true;
    }
    case 'updateStatus':
    case 'enable':
    case 'disable':
    case 'transition': {
      const { page: _, ...query } = args.query;
      const body = Array.isArray(args.body) ? {} : asBody();
      const given: Row = { ...body, ...query };
      const ids = requiredIds(args);
      const status = textArgument(given.status);
      for (const id of ids) {
        const { id: _id, ids: _ids, ...fields } = given;
        if (operation.kind === 'updateStatus') {
          if (status === undefined) throw invalidInput([{ pointer: '/status', msg: say('请选择状态') }]);
          await changeStatus(call, connection, id, status, fields);
        } else {
          if (operation.transition === undefined) throw new AnlanError('notYetAlive', { keyword: operation.kind });
          await fireTransition(call, connection, id, operation.transition, fields);
        }
      }
      return ids.length === 1 ? answerOf(call, connection, ids[0] ?? '') : true;
    }
    default:
      throw new AnlanError('notYetAlive', { keyword: operation.kind });
  }
}

/** The record as it is now; only its id where the person may no longer see it. */
async function answerOf(call: EntityCall, connection: Connection, id: string): Promise<Row> {
  return (await readRecord(call, connection, id, accessOf(call), 'whole')) ?? { id };
}
