import { plainNumberText } from '../../../../src/core/amount/number-grammar.ts';
import { invalidInput } from '../../../../src/core/errors/catalogue.ts';
import type { UnionSettings } from '../../../../src/core/joint/union.ts';
import type { FieldModel } from '../../../../src/core/model/entity-model.ts';
import { say } from '../../../../src/core/text/say.ts';
import { invalidCharacter, isCalendarDate } from '../../../../src/core/validation/text-checks.ts';
import type { UnionAnswer, UnionPart, UnionRow } from '../../../../src/core/wire/joint.ts';
import { TOTAL_CAP } from '../../../records/list/list-request.ts';
import { exportUnion } from '../export-union.ts';
import { jointCells } from '../joint-cell.ts';
import type { JointAsk, JointReader } from '../joint-reader.ts';
import {
  countMembers,
  membersOf,
  type ReadMember,
  readPiece,
  type UnionPlace,
  type UnionRecord,
  wantedMembers,
} from '../union-pieces.ts';

/** Rows of a piece. */
const SIZE = 50;

export const reader: JointReader<UnionSettings> = {
  head: (ask) => ({
    columns: ask.settings.columns,
    exports: membersOf(ask)
      .filter(({ call }) => call.granted.has('export'))
      .map(({ member: { key } }) => key),
  }),
  async read(ask): Promise<UnionAnswer> {
    const members = membersOf(ask, ask.argument('keyword'));
    const [first] = members;
    if (first === undefined) return { view: 'union', rows: [], parts: [] };
    const read = wantedMembers(ask, members);
    const after = placeOf(ask.argument('after'), first.branch.sort);
    const { records, next } = await readPiece(ask, read, after, SIZE);
    return {
      view: 'union',
      rows: records.map((one) => rowOf(ask, one)),
      ...(next === undefined ? {} : { next: placeText(next) }),
      ...(after === undefined ? { parts: partsOf(members, await countMembers(ask, members, TOTAL_CAP)) } : {}),
    };
  },
  sheet: exportUnion,
};

function rowOf({ settings }: JointAsk<UnionSettings>, { of: { member, call }, record }: UnionRecord): UnionRow {
  const columns = settings.columns.map(({ key }) => [key, member.fields[key]] as const);
  return { member: member.key, id: record.id, cells: jointCells(call, columns, record) };
}

function partsOf(members: readonly ReadMember[], counts: ReadonlyMap<number, number>): readonly UnionPart[] {
  return members.map(({ member: { key, title, page }, branch }) => ({
    key,
    title,
    page,
    count: counts.get(branch.at) ?? 0,
  }));
}

/** A place as text, that only this server reads. */
function placeText({ list, id, value }: UnionPlace): string {
  return Buffer.from(JSON.stringify([list, id, value])).toString('base64url');
}

function placeOf(text: string | undefined, sort: FieldModel): UnionPlace | undefined {
  if (text === undefined) return undefined;
  try {
    const [list, id, value] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    if (Number.isInteger(list) && typeof id === 'string' && (value === null || isValueOf(sort, value))) {
      return { list: list as number, id, value };
    }
  } catch {
    // Told below, as all that nobody was given is.
  }
  throw invalidInput([{ pointer: '/after', msg: say('不是上一页给出的位置') }]);
}

/** Whether the database can read a text as a value of the field. */
function isValueOf({ valueType }: FieldModel, value: unknown): value is string {
  if (typeof value !== 'string' || invalidCharacter(value) !== undefined) return false;
  if (valueType === 'number') return plainNumberText(value) !== undefined;
  if (valueType === 'date') return isCalendarDate(value);
  if (valueType === 'dateTime')
    return /^\d{4}-\d\d-\d\d /.test(value) && isCalendarDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value));
  return true;
}
