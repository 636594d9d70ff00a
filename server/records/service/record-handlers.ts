import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { OperationModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import type { ListedChoice, RecordAfterWrite } from '../../../src/core/wire/operations.ts';
import type { EntityCall, Reading, Tx } from '../call/ports.ts';
import { readRowsOf } from '../call/read-rows.ts';
import type { Row } from '../call/record-row.ts';
import { recordTitle } from '../call/record-title.ts';
import { stateChoices } from '../call/states.ts';
import { textArgument } from '../call/text-argument.ts';
import { readFieldChoices } from '../list/field-choices.ts';
import { readHistory } from '../list/history.ts';
import { readChoices, readCount, readList, readPage, readTree } from '../list/list.ts';
import { readView } from '../list/view.ts';
import { answeredRecord } from '../read/answer-record.ts';
import { calculate } from '../read/calculate.ts';
import { lockAbove } from '../read/child-call.ts';
import { readDetail } from '../read/read-detail.ts';
import { accessOf, readRecord } from '../read/read-record.ts';
import { afterWriteBelow } from '../write/after-write.ts';
import { bodyObject, fromForm } from '../write/read-body.ts';
import { readDefaults } from '../write/read-defaults.ts';
import { removeRecords } from '../write/removal/remove.ts';
import { saveRecord } from '../write/save.ts';
import { reseed } from '../write/save-children.ts';
import { saveRows } from '../write/save-rows.ts';
import { changeStatus, fireTransition } from '../write/transition.ts';
import { type CallArguments, type Handlers, reading, requiredId, requiredIds } from './handler.ts';
import { openAuthor } from './open-author.ts';
import { showScanCode } from './show-scan-code.ts';
import { writing } from './writing.ts';

/** Calls that records answer by themselves: they are read, listed, written and removed. */
export const recordHandlers = {
  page: reading(readPage),
  list: reading(readList),
  tree: reading(readTree),
  view: reading(readView),
  select: reading(readChoices),
  choices: reading(readFieldChoices),
  count: reading(readCount),
  detail: reading((call, _, args) =>
    readDetail(call, requiredId(args), new Set((textArgument(args.with) ?? '').split(','))),
  ),
  openAuthor,
  scanCode: reading((call, operation, args) => showScanCode(call, operation, requiredId(args))),
  history: reading((call, _, args) => readHistory(call, args, requiredId(args))),
  states: reading((call) => stateChoices(call.model)),
  dictionary: reading(dictionaryAnswer),
  calculate: reading(calculate),
  defaults: reading(readDefaults),
  save: writing(save),
  saveRows: writing(saveAll),
  submit: writing(save),
  remove: writing(remove),
  seed: writing(seed),
  updateStatus: writing(fire),
  enable: writing(fire),
  disable: writing(fire),
  transition: writing(fire),
} satisfies Partial<Handlers>;

function dictionaryAnswer(call: EntityCall, operation: OperationModel): readonly ListedChoice[] {
  const dictionary = call.snapshot.dictionaries.get(operation.dict ?? '');
  if (dictionary === undefined) throw new AnlanError('notFound', { what: say('字典') });
  return dictionary.choices.map((choice, index) => ({
    dictKey: choice.key,
    dictValue: choice.title,
    sort: index + 1,
    ...(choice.color === undefined ? {} : { color: choice.color }),
  }));
}

function bodyOf(call: EntityCall, operation: OperationModel, args: CallArguments): Readonly<Record<string, unknown>> {
  const body = bodyObject(args.body ?? {});
  return operation.arguments === 'form' ? fromForm(call, body) : body;
}

async function save(tx: Tx, operation: OperationModel, args: CallArguments): Promise<RecordAfterWrite> {
  // The path or query may carry the id (`PUT {id}`).
  const { id: idInQuery } = args.query;
  const given = bodyOf(tx.call, operation, args);
  const body = idInQuery === undefined ? given : { ...given, id: idInQuery };
  const id = await saveRecord(tx, body, { submit: operation.kind === 'submit' });
  return answerOf(tx, id);
}

async function saveAll(tx: Tx, operation: OperationModel, args: CallArguments): Promise<readonly RecordAfterWrite[]> {
  const ids = await saveRows(tx, bodyOf(tx.call, operation, args).rows);
  const answers: RecordAfterWrite[] = [];
  for (const id of ids) answers.push(await answerOf(tx, id));
  return answers;
}

async function remove(tx: Tx, operation: OperationModel, args: CallArguments): Promise<true> {
  const ids = requiredIds(args);
  const body = Array.isArray(args.body) ? {} : bodyOf(tx.call, operation, args);
  await removeRecords(tx, ids, textArgument({ ...body, ...args.query }.to));
  return true;
}

async function seed(tx: Tx, operation: OperationModel, args: CallArguments): Promise<true> {
  const { call } = tx;
  const field = call.model.parent?.field ?? '';
  const given = { ...bodyOf(call, operation, args), ...args.query }[field];
  if (typeof given !== 'string' || given === '') {
    const title = call.model.field.get(field)?.title ?? say('上级记录');
    throw invalidInput([{ pointer: `/${field}`, msg: say('请选择{field}', { field: title }) }]);
  }
  const above = await lockAbove(tx, given);
  await reseed(tx, above);
  await afterWriteBelow(tx, above.id);
  return true;
}

async function fire(tx: Tx, operation: OperationModel, args: CallArguments): Promise<RecordAfterWrite | true> {
  const { page: _, ...query } = args.query;
  const body = Array.isArray(args.body) ? {} : bodyOf(tx.call, operation, args);
  const given: Row = { ...body, ...query };
  const ids = requiredIds(args);
  const status = textArgument(given.status);
  for (const id of ids) {
    const { id: _id, ids: _ids, ...fields } = given;
    if (operation.kind === 'updateStatus') {
      if (status === undefined) throw invalidInput([{ pointer: '/status', msg: say('请选择状态') }]);
      await changeStatus(tx, id, status, fields);
    } else {
      if (operation.transition === undefined) throw new AnlanError('unknownCall');
      const { transition } = operation;
      const fired = () => fireTransition(tx, id, transition, fields);
      await (ids.length === 1 ? fired() : namingRefused(tx, id, fired));
    }
  }
  return ids.length === 1 ? answerOf(tx, ids[0] ?? '') : true;
}

/** Of several records taken together the one that refuses is named: all of them stay as they were. */
async function namingRefused(tx: Tx, id: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    // Nothing is told of a record that the person may not see.
    if (!(error instanceof AnlanError) || error.status === 404 || error.status >= 500) throw error;
    const { model } = tx.call;
    const fields = [model.label, ...model.labelDetail].flatMap((key) => model.field.get(key) ?? []);
    const [row] = await readRowsOf(tx, model, { ids: [id], fields, labels: true });
    throw row === undefined ? error : error.about(recordTitle(tx.call, row, id));
  }
}

/** The record as it is now; only its id where the person may no longer see it. */
async function answerOf(tx: Reading, id: string): Promise<RecordAfterWrite> {
  const row = await readRecord(tx, id, accessOf(tx.call), 'whole');
  return row === undefined ? { id } : answeredRecord(row);
}
