import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { sheetDate } from '../../../src/core/field-forms.ts';
import type { SheetCell } from '../../../src/core/field-type.ts';
import type { UnionSettings } from '../../../src/core/joint/union.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';

import { joined, say } from '../../../src/core/text/say.ts';
import { jobPatience, patiently } from '../../ground/database/patience.ts';
import { writeAudit } from '../../records/audit/audit.ts';
import { LARGEST_PAGE, TOTAL_CAP } from '../../records/list/list-request.ts';
import { createGate } from '../spreadsheet/gate.ts';
import { madeFile, StreamAnswer, XLSX } from '../spreadsheet/stream-answer.ts';
import { addRow, addSheet, openWorkbook, packed, type SheetLayout } from '../spreadsheet/workbook.ts';
import { jointCells } from './joint-cell.ts';
import type { JointAsk } from './joint-reader.ts';
import {
  countMembers,
  membersOf,
  type ReadMember,
  readPiece,
  type UnionRecord,
  wantedMembers,
} from './union-pieces.ts';

const gate = createGate(1);

/**
 * What a union shows under the same arguments, as a spreadsheet of its columns. It holds the members whose own lists the
 * person may export, and the log of each says how many of its records went out.
 * @throws AnlanError forbidden where he may export none of them, guardFailed for more rows than are counted.
 */
export async function exportUnion(ask: JointAsk<UnionSettings>): Promise<StreamAnswer> {
  const { title } = ask.page;
  const members = membersOf(ask, ask.argument('keyword')).filter(({ call }) => call.granted.has('export'));
  const [first] = members;
  if (first === undefined) throw new AnlanError('forbidden', { action: joined(say('导出'), title) });
  const read = wantedMembers(ask, members);
  const counts = await countMembers(ask, read, TOTAL_CAP + 1);
  if ([...counts.values()].reduce((sum, count) => sum + count, 0) > TOTAL_CAP) {
    const detail = say('超过{most}条，不能一次导出，请缩小筛选范围', { most: TOTAL_CAP });
    throw new AnlanError('guardFailed', { detail });
  }
  const content = await gate(() => madeFile((path) => patiently(jobPatience, () => write(ask, read, path))));
  return new StreamAnswer(XLSX, `${title}-${first.call.now.slice(0, 10).replaceAll('-', '')}.xlsx`, content);
}

async function write(ask: JointAsk<UnionSettings>, read: readonly ReadMember[], path: string): Promise<void> {
  const workbook = openWorkbook(path, true);
  const sheet = addSheet(workbook, ask.page.title, layoutOf(ask.settings, read));
  const written = new Map<ReadMember, number>();
  for (let piece = await readPiece(ask, read, undefined, LARGEST_PAGE); ; ) {
    for (const one of piece.records) {
      addRow(sheet, cellsOf(ask.settings, one));
      written.set(one.of, (written.get(one.of) ?? 0) + 1);
    }
    await packed(workbook, sheet);
    if (piece.next === undefined) break;
    piece = await readPiece(ask, read, piece.next, LARGEST_PAGE);
  }
  sheet.commit();
  await workbook.commit();
  await log(ask, written);
}

function layoutOf({ columns }: UnionSettings, [first]: readonly ReadMember[]): SheetLayout[] {
  const own = columns.map(({ key, title }) => {
    return { heading: title, width: 18, format: first && formatOf(fieldOf(first, key)) };
  });
  return [...own, { heading: say('类别'), width: 18, format: undefined }];
}

/** The number format of Excel by the type of a column, which all members share; undefined where it is no time. */
function formatOf(field: FieldModel | undefined): string | undefined {
  if (field?.valueType === 'date') return 'yyyy-mm-dd';
  return field?.valueType === 'dateTime' ? 'yyyy-mm-dd hh:mm:ss' : undefined;
}

const fieldOf = ({ member, call }: ReadMember, column: string): FieldModel | undefined =>
  call.model.field.get(member.fields[column] ?? '');

/** What the page says, in the words of the page; dates and numbers as such, so that they are sorted and counted. */
function cellsOf({ columns }: UnionSettings, { of, record }: UnionRecord): SheetCell[] {
  const said = jointCells(
    of.call,
    columns.map(({ key }) => [key, of.member.fields[key]]),
    record,
  );
  const cells = columns.map(({ key }): SheetCell => {
    const field = fieldOf(of, key);
    const value = field === undefined ? undefined : record[field.key];
    if (typeof value === 'number') return value;
    const text = said[key]?.text ?? null;
    return typeof value === 'string' && formatOf(field) !== undefined ? sheetDate(value) : text;
  });
  return [...cells, of.member.title];
}

async function log({ services, context }: JointAsk, written: ReadonlyMap<ReadMember, number>): Promise<void> {
  await services.database.transaction(context.tenantId, async (db) => {
    for (const [{ call }, count] of written) {
      await writeAudit(
        { call, db },
        {
          recordId: '',
          recordTitle: call.model.title,
          action: 'export',
          changes: [],
          remark: say('导出{count}条', { count }),
        },
      );
    }
  });
}
