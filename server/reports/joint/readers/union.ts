import {
  compileUnionCounts,
  compileUnionQuery,
  UNION_LIST,
  UNION_VALUE,
  type UnionBranch,
} from '../../../../src/compile/sql/union-query.ts';
import { plainNumberText } from '../../../../src/core/amount/number-grammar.ts';
import { invalidInput } from '../../../../src/core/errors/catalogue.ts';
import type { UnionMember, UnionSettings } from '../../../../src/core/joint/union.ts';
import type { FieldModel } from '../../../../src/core/model/entity-model.ts';
import { say } from '../../../../src/core/text/say.ts';
import { invalidCharacter, isCalendarDate } from '../../../../src/core/validation/text-checks.ts';
import type { WireRecord } from '../../../../src/core/wire/contract.ts';
import type { UnionAnswer, UnionRow } from '../../../../src/core/wire/joint.ts';
import { queryInput, runQuery } from '../../../records/call/query-input.ts';
import { readPage } from '../../../records/list/list.ts';
import { listPlan } from '../../../records/list/list-plan.ts';
import { type ListRequest, readListRequest, TOTAL_CAP } from '../../../records/list/list-request.ts';
import { isSortedBy } from '../../../records/list/readable-fields.ts';
import { jointCells } from '../joint-cell.ts';
import type { JointAsk, JointReader, MemberCall } from '../joint-reader.ts';
import { listOperation, memberCall } from '../member-call.ts';

/** Rows of a piece. */
const SIZE = 50;

/** A member as the person reads it. */
interface ReadMember {
  readonly member: UnionMember;
  readonly call: MemberCall;
  readonly request: ListRequest;
  readonly branch: UnionBranch;
}

export const reader: JointReader<UnionSettings> = {
  head: ({ settings: { columns } }) => ({ columns }),
  async read(ask): Promise<UnionAnswer> {
    const members = membersOf(ask);
    const [first] = members;
    if (first === undefined) return { view: 'union', rows: [], parts: [] };
    const wanted = ask.argument('member');
    const read = wanted === undefined ? members : members.filter(({ member }) => member.key === wanted);
    if (read.length === 0) throw refused('member', say('没有这一类'));
    const after = placeOf(ask.argument('after'), first.branch.sort);
    const { descending } = ask.settings;
    const values = Object.assign({}, ...members.map(({ request }) => request.values));
    const input = queryInput(first.call, {
      ...values,
      limit: SIZE + 1,
      cap: TOTAL_CAP,
      after: after?.value ?? null,
      afterId: after?.id ?? null,
    });
    const order = { descending, after: after && { at: after.list, isNull: after.value === null } };
    const query = compileUnionQuery(branches(read), order, first.call.world);
    const { database } = ask.services;
    const { found, counts } = await database.withTenant(ask.context.tenantId, async (db) => ({
      found: await runQuery(db, query, input),
      counts:
        after === undefined ? await runQuery(db, compileUnionCounts(branches(members), first.call.world), input) : [],
    }));
    const shown = found.slice(0, SIZE).map((row) => ({ list: Number(row[UNION_LIST]), id: String(row.id), row }));
    const last = found.length > SIZE ? shown.at(-1) : undefined;
    return {
      view: 'union',
      rows: await rowsOf(ask, members, shown),
      ...(last === undefined ? {} : { next: placeText({ ...last, value: textOf(last.row[UNION_VALUE]) }) }),
      ...(after === undefined ? { parts: partsOf(members, counts) } : {}),
    };
  },
};

const branches = (members: readonly ReadMember[]): readonly UnionBranch[] => members.map(({ branch }) => branch);

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

function refused(name: string, msg: string): Error {
  return invalidInput([{ pointer: `/${name}`, msg }]);
}

/**
 * The members that the person sees. One by whose order he may not sort is left out: where its records stand would give
 * away what he may not see.
 */
function membersOf(ask: JointAsk<UnionSettings>): readonly ReadMember[] {
  const { settings } = ask;
  const keyword = ask.argument('keyword');
  return settings.members.flatMap((member, at): ReadMember[] => {
    const call = memberCall(ask, member.page);
    const sort = call?.model.field.get(member.fields[settings.sort] ?? '');
    if (call === undefined || sort === undefined || !isSortedBy(call, sort)) return [];
    const request = readListRequest(call, { page: member.page, ...(keyword === undefined ? {} : { keyword }) });
    const where = member.where.map(({ node }) => node);
    const purpose = { operation: listOperation(call), page: member.page, answer: 'values', scoped: true } as const;
    const { shape } = listPlan(call, { ...purpose, paged: false, total: 'none', where }, request);
    // Where nothing can be searched nothing is found.
    if (keyword !== undefined && shape.search.length === 0) return [];
    return [{ member, call, request, branch: { shape, sort, at } }];
  });
}

interface Found {
  readonly list: number;
  readonly id: string;
}

/** The rows as the lists of their pages show them: what was found is read again by those. */
async function rowsOf(
  ask: JointAsk<UnionSettings>,
  members: readonly ReadMember[],
  found: readonly Found[],
): Promise<readonly UnionRow[]> {
  const records = new Map<string, WireRecord>();
  for (const { member, call, branch } of members) {
    const ids = found.filter(({ list }) => list === branch.at).map(({ id }) => id);
    if (ids.length === 0) continue;
    const answer = await readPage(call, listOperation(call), {
      page: member.page,
      ids: ids.join(','),
      size: String(ids.length),
    });
    for (const record of answer.records) records.set(`${branch.at}/${record.id}`, record);
  }
  const byPlace = new Map(members.map((one) => [one.branch.at, one]));
  return found.flatMap(({ list, id }): UnionRow[] => {
    const one = byPlace.get(list);
    const record = records.get(`${list}/${id}`);
    // Whoever lost the right meanwhile, or whose record went, has no row.
    if (one === undefined || record === undefined) return [];
    const columns = ask.settings.columns.map(({ key }) => [key, one.member.fields[key]] as const);
    return [{ member: one.member.key, id, cells: jointCells(one.call, columns, record) }];
  });
}

function partsOf(members: readonly ReadMember[], counts: readonly Readonly<Record<string, unknown>>[]) {
  const byList = new Map(counts.map((row) => [Number(row[UNION_LIST]), Number(row.count)]));
  return members.map(({ member: { key, title, page }, branch }) => ({
    key,
    title,
    page,
    count: byList.get(branch.at) ?? 0,
  }));
}

/** The last row of a piece, behind which the next one begins. */
interface Place extends Found {
  readonly value: string | null;
}

/** A place as text, that only this server reads. */
function placeText({ list, id, value }: Place): string {
  return Buffer.from(JSON.stringify([list, id, value])).toString('base64url');
}

function placeOf(text: string | undefined, sort: FieldModel): Place | undefined {
  if (text === undefined) return undefined;
  try {
    const [list, id, value] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    if (Number.isInteger(list) && typeof id === 'string' && (value === null || isValueOf(sort, value))) {
      return { list: list as number, id, value };
    }
  } catch {
    // Told below, as all that nobody was given is.
  }
  throw refused('after', say('不是上一页给出的位置'));
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
