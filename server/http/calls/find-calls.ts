import { pinyin } from 'pinyin-pro';
import { invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import type { FoundAnswer, FoundGroup, FoundPages } from '../../../src/core/wire/find.ts';
import { LONGEST_FIND, SHORTEST_FIND } from '../../../src/core/wire/find.ts';
import { rightsOf } from '../../access/permission/rights.ts';
import { recordLine } from '../../flow/turns/record-line.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { figurePageOf } from '../../records/list/figure-page.ts';
import { callsHolding, findRecords } from '../../records/list/list.ts';
import { listPersons } from '../system/persons.ts';
import type { PersonInput, SystemCall } from '../system/system-call.ts';

/** Records named of each business. */
const NAMED = 4;
/** Businesses named. */
const GROUPS = 12;
/** Businesses looked through at once: one search leaves connections to all others. */
const AT_ONCE = 3;
/** Milliseconds after which no further business is begun; what was found is answered. */
const LONGEST = 1_500;
/** People whose names a spelling stands for. */
const SPELLED = 3;
/** People whose names are compared with a spelling. */
const MOST_PEOPLE = 9_999;

/** How a text is spelled: its syllables, and their initials, both in one word. */
const spelled = new Map<string, readonly [string, string]>();
const MOST_SPELLED = 20_000;

function spellings(text: string): readonly [string, string] {
  const known = spelled.get(text);
  if (known !== undefined) return known;
  const syllables = pinyin(text, { toneType: 'none', type: 'array', v: true }).map((one) => one.toLowerCase());
  const made = [syllables.join(''), syllables.map((one) => one[0] ?? '').join('')] as const;
  if (spelled.size >= MOST_SPELLED) spelled.clear();
  spelled.set(text, made);
  return made;
}

/** What was typed, without what stands around it. */
function keywordOf({ argument }: PersonInput): string {
  const keyword = (argument('keyword') ?? '').trim();
  if ([...keyword].length < SHORTEST_FIND) {
    throw invalidInput([{ pointer: '/keyword', msg: say('请至少输入{count}个字', { count: SHORTEST_FIND }) }]);
  }
  if ([...keyword].length > LONGEST_FIND) {
    throw invalidInput([{ pointer: '/keyword', msg: say('搜索内容最多{count}个字', { count: LONGEST_FIND }) }]);
  }
  return keyword;
}

interface Asked {
  readonly call: EntityCall;
  readonly page: string;
}

/** Businesses whose records the person sees on a page, in the order of their menu. */
function searchable({ services, context, snapshot }: PersonInput): Asked[] {
  const places = new Map(snapshot.menu.map(({ code }, place) => [code, place]));
  return [...snapshot.entities.values()]
    .flatMap((model) => {
      if (model.parent !== undefined) return [];
      const call = createEntityCall(services.entities, context, snapshot, model);
      const page = figurePageOf(call);
      return page === undefined ? [] : [{ call, page }];
    })
    .sort((left, right) => (places.get(left.page) ?? Infinity) - (places.get(right.page) ?? Infinity));
}

/** Whether records of an entity are called by a person's name. */
const isNamedByPeople = (model: EntityModel): boolean =>
  model.key === 'user' || model.field.get(model.label)?.target === 'user';

/** Names that are spelled so, as far as the keyword can be a spelling. */
async function spelledNames(input: PersonInput, keyword: string): Promise<readonly string[]> {
  const typed = keyword.toLowerCase();
  if (!/^[a-z]+$/.test(typed)) return [];
  const people = await input.read((connection) => listPersons(connection, { take: MOST_PEOPLE }));
  const names = people.flatMap(({ realName }) => {
    const [whole, initials] = spellings(realName);
    return initials === typed ? [{ realName, rank: 0 }] : whole.startsWith(typed) ? [{ realName, rank: 1 }] : [];
  });
  const sorted = names.sort((left, right) => left.rank - right.rank);
  return [...new Set(sorted.map(({ realName }) => realName))].slice(0, SPELLED);
}

interface Found extends FoundGroup {
  readonly rank: number;
}

async function findOne({ call, page }: Asked, words: readonly string[]): Promise<Found | undefined> {
  const { model, snapshot } = call;
  const rows = new Map<string, Row>();
  for (const word of words) {
    if (rows.size > NAMED) break;
    for (const row of await findRecords(call, word, NAMED + 1)) rows.set(String(row.id), row);
  }
  if (rows.size === 0) return undefined;
  const ranked = [...rows.values()]
    .map((row) => ({ row, rank: Math.min(...words.map((word) => rankOf(row, word))) }))
    .sort((left, right) => left.rank - right.rank);
  return {
    entity: model.key,
    entityTitle: model.title,
    page,
    records: ranked.slice(0, NAMED).map(({ row }) => ({ id: String(row.id), line: lineOf({ model, snapshot }, row) })),
    more: ranked.length > NAMED,
    rank: ranked[0]?.rank ?? 2,
  };
}

/** 0 where a value is just what was typed, 1 where one begins with it, else 2. */
function rankOf(row: Row, word: string): number {
  const typed = word.toLowerCase();
  const ranks = Object.values(row).map((value) => {
    const text = typeof value === 'string' ? value.toLowerCase() : '';
    return text === typed ? 0 : text.startsWith(typed) ? 1 : 2;
  });
  return Math.min(2, ...ranks);
}

/** The line of a record with its number, where its name has none. */
function lineOf(worded: Parameters<typeof recordLine>[0], row: Row): string {
  const line = recordLine(worded, row);
  const numbers = worded.model.fields.flatMap(({ key, type }) => {
    const value = row[key];
    return type.type === 'serial' && typeof value === 'string' && !line.includes(value) ? [value] : [];
  });
  return [line, ...numbers].join(' ');
}

/** Records of all businesses that hold what was typed; one that cannot be read hides no other. */
async function find(input: PersonInput): Promise<FoundAnswer> {
  const keyword = keywordOf(input);
  const names = await spelledNames(input, keyword);
  const all = searchable(input);
  const holders = new Set<EntityCall>(
    await callsHolding(
      all.map(({ call }) => call),
      keyword,
    ),
  );
  const waiting = all.filter(({ call }) => holders.has(call) || (names.length > 0 && isNamedByPeople(call.model)));
  const found: { readonly place: number; readonly group: Found }[] = [];
  const end = performance.now() + LONGEST;
  let place = 0;
  let partial = false;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (performance.now() > end) {
        partial = true;
        return;
      }
      const own = place++;
      const { model } = next.call;
      const words = isNamedByPeople(model) ? [keyword, ...names] : [keyword];
      const group = await findOne(next, words).catch((error: unknown) => {
        input.request.log.error({ err: error, entity: model.key }, '全局搜索未能读取');
        partial = true;
        return undefined;
      });
      if (group !== undefined) found.push({ place: own, group });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const sorted = found.sort((left, right) => left.group.rank - right.group.rank || left.place - right.place);
  const groups = sorted.slice(0, GROUPS).map(({ group: { rank: _rank, ...group } }) => group);
  return { groups, partial };
}

/** How the pages that the person may see are spelled. */
async function findPages({ context, snapshot }: PersonInput): Promise<FoundPages> {
  const rights = rightsOf(context.caller, snapshot);
  const seen = snapshot.menu.filter(({ code }) => !snapshot.pages.has(code) || rights.page(code).has('view'));
  return Object.fromEntries(seen.map(({ code, name }) => [code, spellings(name)]));
}

/** The calls behind the search over everything. */
export const findCalls: readonly SystemCall[] = [
  {
    name: 'find',
    method: 'GET',
    path: 'find',
    title: '搜索全部业务的记录',
    arguments: { keyword: { title: '名称、编号或文字，2至100个字；人员也可用拼音', required: true } },
    answer: 'groups：entity、entityTitle、page、records（id、line）、more；partial',
    handle: find,
  },
  {
    name: 'findPages',
    method: 'GET',
    path: 'find/pages',
    title: '菜单各页面的拼音',
    answer: '页面编号到全拼和首字母',
    handle: findPages,
  },
];
