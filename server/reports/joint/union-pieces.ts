import {
  compileUnionCounts,
  compileUnionQuery,
  UNION_LIST,
  UNION_VALUE,
  type UnionBranch,
} from '../../../src/compile/sql/union-query.ts';
import { invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { UnionMember, UnionSettings } from '../../../src/core/joint/union.ts';
import { say } from '../../../src/core/text/say.ts';
import type { WireRecord } from '../../../src/core/wire/contract.ts';
import { queryInput, runQuery } from '../../records/call/query-input.ts';
import { readPage } from '../../records/list/list.ts';
import { listPlan } from '../../records/list/list-plan.ts';
import { type ListRequest, readListRequest } from '../../records/list/list-request.ts';
import { isSortedBy } from '../../records/list/readable-fields.ts';
import type { JointAsk, MemberCall } from './joint-reader.ts';
import { listOperation, memberCall } from './member-call.ts';

/** A member as the person reads it. */
export interface ReadMember {
  readonly member: UnionMember;
  readonly call: MemberCall;
  readonly request: ListRequest;
  readonly branch: UnionBranch;
}

/** The last row of a piece, behind which the next one begins. */
export interface UnionPlace {
  readonly list: number;
  readonly id: string;
  readonly value: string | null;
}

/** A record of a union, as the list of its page answers it. */
export interface UnionRecord {
  readonly of: ReadMember;
  readonly record: WireRecord;
}

interface UnionPiece {
  readonly records: readonly UnionRecord[];
  /** Undefined behind the last one. */
  readonly next: UnionPlace | undefined;
}

/**
 * The members that the person sees. One by whose order he may not sort is left out: where its records stand would give
 * away what he may not see.
 */
export function membersOf(ask: Omit<JointAsk<UnionSettings>, 'argument'>, keyword?: string): readonly ReadMember[] {
  const { settings } = ask;
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

/** Those of the members that are asked for. Throws invalidInput where that is none of them. */
export function wantedMembers(ask: JointAsk<UnionSettings>, members: readonly ReadMember[]): readonly ReadMember[] {
  const wanted = ask.argument('member');
  const read = wanted === undefined ? members : members.filter(({ member }) => member.key === wanted);
  if (read.length === 0) throw invalidInput([{ pointer: '/member', msg: say('没有这一类') }]);
  return read;
}

/** The next records of a union behind a place, as their lists show them. */
export async function readPiece(
  ask: JointAsk<UnionSettings>,
  read: readonly ReadMember[],
  after: UnionPlace | undefined,
  size: number,
): Promise<UnionPiece> {
  const [first] = read;
  if (first === undefined) return { records: [], next: undefined };
  const { descending } = ask.settings;
  const input = inputOf(first, read, { limit: size + 1, after: after?.value ?? null, afterId: after?.id ?? null });
  const order = { descending, after: after && { at: after.list, isNull: after.value === null } };
  const query = compileUnionQuery(branches(read), order, first.call.world);
  const found = await ask.services.database.withTenant(ask.context.tenantId, (db) => runQuery(db, query, input));
  const places = found.slice(0, size).map(placeOfRow);
  return { records: await recordsOf(read, places), next: found.length > size ? places.at(-1) : undefined };
}

/** Records of each member by its place in the file, counted up to `cap`. */
export async function countMembers(
  ask: JointAsk<UnionSettings>,
  members: readonly ReadMember[],
  cap: number,
): Promise<ReadonlyMap<number, number>> {
  const [first] = members;
  if (first === undefined) return new Map();
  const query = compileUnionCounts(branches(members), first.call.world);
  const rows = await ask.services.database.withTenant(ask.context.tenantId, (db) =>
    runQuery(db, query, inputOf(first, members, { cap })),
  );
  return new Map(rows.map((row) => [Number(row[UNION_LIST]), Number(row.count)]));
}

const branches = (members: readonly ReadMember[]): readonly UnionBranch[] => members.map(({ branch }) => branch);

function inputOf(first: ReadMember, members: readonly ReadMember[], own: Readonly<Record<string, unknown>>) {
  return queryInput(first.call, { ...Object.assign({}, ...members.map(({ request }) => request.values)), ...own });
}

function placeOfRow(row: Readonly<Record<string, unknown>>): UnionPlace {
  const value = row[UNION_VALUE];
  return {
    list: Number(row[UNION_LIST]),
    id: String(row.id),
    value: value === null || value === undefined ? null : String(value),
  };
}

/** The records as the lists of their pages show them: what was found is read again by those. */
async function recordsOf(
  members: readonly ReadMember[],
  places: readonly UnionPlace[],
): Promise<readonly UnionRecord[]> {
  const found = new Map<string, UnionRecord>();
  for (const one of members) {
    const { member, call, branch } = one;
    const ids = places.filter(({ list }) => list === branch.at).map(({ id }) => id);
    if (ids.length === 0) continue;
    const asked = { page: member.page, ids: ids.join(','), size: String(ids.length) };
    const { records } = await readPage(call, listOperation(call), asked);
    for (const record of records) found.set(`${branch.at}/${record.id}`, { of: one, record });
  }
  // Whoever lost the right meanwhile, or whose record went, has no row.
  return places.flatMap(({ list, id }) => found.get(`${list}/${id}`) ?? []);
}
