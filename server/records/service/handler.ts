import { invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { OperationKind, OperationModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import type { OperationAnswers } from '../../../src/core/wire/operations.ts';
import type { BoundOperation } from '../../metadata/snapshot.ts';
import type { EntityCall } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';
import { textArgument } from '../call/text-argument.ts';
import { readIds } from '../list/list-request.ts';
import { idOf } from '../write/save.ts';

/** A file as somebody sent it. */
export interface SentFile {
  readonly content: Buffer;
  /** Name under which the person knows it. */
  readonly name: string;
}

/** A file that came with a call, and the texts beside it. */
export interface SentSheet {
  /** Reads the file; it is not asked for where the person may not send one. */
  upload(): Promise<{ readonly file: SentFile; readonly fields: Readonly<Record<string, string>> }>;
  /** Ended when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Arguments of a call, from wherever they travelled. */
export interface CallArguments {
  /** Query and path arguments. */
  readonly query: Readonly<Record<string, unknown>>;
  /** JSON or form body; undefined where there is none. */
  readonly body: unknown;
  /** Scheme and host under which the person reached the server; undefined where nothing is to be reached again. */
  readonly origin?: string | undefined;
  /** The file that came with the call; undefined where none can come. */
  readonly sheet?: SentSheet | undefined;
}

/** Serves the calls of one kind; gives `data` of the answer. */
export type Handler<Answer> = (call: EntityCall, bound: BoundOperation, args: CallArguments) => Promise<Answer>;

/** Kinds that answer a file, always or where they are asked for one. */
type FileKind = 'print' | 'export' | 'importTemplate' | 'statistics';

/**
 * One handler for each kind of call; one that is missing does not compile, nor one whose answer is not what travels.
 * @typeParam File what is answered where a file is.
 */
export type Handlers<File = never> = {
  readonly [Kind in OperationKind]: Handler<OperationAnswers[Kind] | (Kind extends FileKind ? File : never)>;
};

/** A handler that looks things up: its arguments come from the query and from a body alike. */
export function reading<Answer>(
  read: (
    call: EntityCall,
    operation: OperationModel,
    args: Readonly<Record<string, unknown>>,
  ) => Answer | Promise<Answer>,
): Handler<Answer> {
  return async (call, { operation }, args) => read(call, operation, allArguments(operation, args));
}

/** Arguments of a look-up from the query and from a body. */
export function allArguments(operation: OperationModel, args: CallArguments): Readonly<Record<string, unknown>> {
  if (operation.method === 'GET' || typeof args.body !== 'object' || args.body === null) return args.query;
  return Array.isArray(args.body) ? { ...args.query, ids: args.body } : { ...(args.body as Row), ...args.query };
}

/** The id that a call names. Throws invalidInput where it names none. */
export function requiredId(args: Readonly<Record<string, unknown>>): string {
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
export function namedIds(args: CallArguments): string[] {
  try {
    return givenIds(args);
  } catch {
    return [];
  }
}

/** Ids that an operation works on. Throws invalidInput where it names none. */
export function requiredIds(args: CallArguments): string[] {
  const ids = givenIds(args);
  if (ids.length === 0) throw invalidInput([{ pointer: '/ids', msg: say('请先选择记录') }]);
  return ids;
}
