import { type Query, requestFile, requestOperation } from '../../api/client.ts';
import { callPath } from '../../core/model/call-path.ts';
import type { EntityModel, OperationKind, OperationModel, OperationOf } from '../../core/model/entity-model.ts';
import type { Envelope, WirePage, WireRecord } from '../../core/wire/contract.ts';
import type { LongJob, StartedJob } from '../../core/wire/long-job.ts';
import type { HistoryEntry, OperationAnswers, RecordAfterWrite } from '../../core/wire/operations.ts';

/** Options of a call besides its arguments. */
interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
  /** True shows nothing of a failure, a list does so for these statuses. */
  readonly quiet?: boolean | readonly number[];
  /** Milliseconds after which the call is given up. Default that of all calls. */
  readonly timeout?: number | undefined;
  /** Page code whose rights apply. */
  readonly page?: string | undefined;
}

/** Says that an entity has no such call. */
export class MissingOperationError extends Error {
  constructor(entity: string, operation: string) {
    super(`entity ${entity} has no operation ${operation}`);
    this.name = 'MissingOperationError';
  }
}

/** The first operation of a kind; undefined where the entity has none. */
export function operationOf<Kind extends OperationKind>(model: EntityModel, kind: Kind): OperationOf<Kind> | undefined {
  return model.operations.find((operation): operation is OperationOf<Kind> => operation.kind === kind);
}

/** Sends one of the entity's calls; arguments travel where the operation says, whose kind says what is answered. */
export function callOperation<Kind extends OperationKind>(
  model: EntityModel,
  operation: OperationOf<Kind>,
  input: Readonly<Record<string, unknown>>,
  options?: CallOptions,
): Promise<OperationAnswers[Kind]> {
  return requestOperation(operation, callOf(model, operation, input, options));
}

/** Sends one of the entity's calls that answers a file. */
export function callForFile(
  model: EntityModel,
  operation: OperationModel,
  input: Readonly<Record<string, unknown>>,
  options?: CallOptions,
): Promise<Blob> {
  return requestFile({ ...callOf(model, operation, input, options), method: operation.method });
}

/** Makes a call that answers a file, or the job that makes it where that takes long. */
export async function callForFileOrJob(
  model: EntityModel,
  operation: OperationModel,
  input: Readonly<Record<string, unknown>>,
  options?: CallOptions,
): Promise<Blob | LongJob> {
  const file = await callForFile(model, operation, { ...input, background: 'true' }, options);
  if (!file.type.startsWith('application/json')) return file;
  const { data } = JSON.parse(await file.text()) as Envelope<StartedJob>;
  return data.job;
}

/** Where one of the entity's calls that write goes, and with what, for a device that sends it later. */
export function callToKeep(
  model: EntityModel,
  operation: OperationModel,
  input: Readonly<Record<string, unknown>>,
  page: string | undefined,
): {
  readonly call: { readonly service: string; readonly path: string; readonly page: string | undefined };
  readonly body: Record<string, unknown>;
} {
  const { path, rest } = fillPath(operation.path, input);
  return { call: { service: model.service, path: callPath(model, path), page }, body: rest };
}

function callOf(
  model: EntityModel,
  operation: OperationModel,
  input: Readonly<Record<string, unknown>>,
  { page, ...options }: CallOptions = {},
) {
  const { path, rest } = fillPath(operation.path, input);
  const travels = howArgumentsTravel(operation);
  return {
    service: model.service,
    path: callPath(model, path),
    query: { ...(travels === 'query' ? (rest as Query) : {}), ...(page === undefined ? {} : { page }) },
    ...(travels === 'json' ? { body: rest } : {}),
    ...(travels === 'form' ? { form: rest as Query } : {}),
    ...options,
  };
}

// Firing calls take their arguments from the query and from a body alike; a body keeps types and long texts.
function howArgumentsTravel(operation: OperationModel): 'query' | 'json' | 'form' {
  if (operation.method === 'GET') return 'query';
  if (operation.kind === 'remove') return operation.arguments === 'form' ? 'form' : 'query';
  return operation.arguments === 'form' ? 'form' : 'json';
}

function fillPath(
  path: string,
  input: Readonly<Record<string, unknown>>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value ?? ''));
  });
  return { path: filled, rest };
}

/** The call of a kind; throws MissingOperationError where the entity has none. */
export function requiredOperation<Kind extends OperationKind>(model: EntityModel, kind: Kind): OperationOf<Kind> {
  const operation = operationOf(model, kind);
  if (operation === undefined) throw new MissingOperationError(model.key, kind);
  return operation;
}

/** A page of records. */
export function fetchRecords(
  model: EntityModel,
  query: Query,
  options: CallOptions = {},
): Promise<WirePage<WireRecord>> {
  return callOperation(model, requiredOperation(model, 'page'), query, options);
}

/** One record. */
export function fetchRecord(model: EntityModel, id: string, options: CallOptions = {}): Promise<WireRecord> {
  return callOperation(model, requiredOperation(model, 'detail'), { id }, options);
}

/** One record with the rows of its child entities. */
export function fetchWithChildren(model: EntityModel, id: string, options: CallOptions = {}): Promise<WireRecord> {
  return callOperation(model, requiredOperation(model, 'detail'), { id, with: 'children' }, options);
}

/** Who did what to a record, newest first. */
export function fetchHistory(
  model: EntityModel,
  id: string,
  size: number,
  options: CallOptions = {},
): Promise<WirePage<HistoryEntry>> {
  return callOperation(model, requiredOperation(model, 'history'), { id, size }, options);
}

/** Saves or submits a record; `submit` also checks all and leaves the draft. Gives the stored record, as far as it may still be seen. */
export function writeRecord(
  model: EntityModel,
  kind: 'save' | 'submit',
  body: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<RecordAfterWrite> {
  return callOperation(model, requiredOperation(model, kind), body, options);
}

/** Saves several records, all of them or none; gives them in the order of the rows. */
export function writeRows(
  model: EntityModel,
  rows: readonly Readonly<Record<string, unknown>>[],
  options: CallOptions = {},
): Promise<readonly RecordAfterWrite[]> {
  return callOperation(model, requiredOperation(model, 'saveRows'), { rows }, options);
}

/**
 * Removes records.
 * @param to of an item of a dictionary: key of the one that takes its place in the records that hold it.
 */
export async function removeRecords(
  model: EntityModel,
  ids: readonly string[],
  { to, ...options }: CallOptions & { readonly to?: string } = {},
): Promise<void> {
  const input = { ids: ids.join(','), ...(to === undefined ? {} : { to }) };
  await callOperation(model, requiredOperation(model, 'remove'), input, options);
}
