import type { Level, Vote } from '../../../src/core/dialect/entity.generated.ts';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { ApprovalModel, EntityModel, TransitionModel, VoteModel } from '../../../src/core/model/entity-model.ts';
import { VOTES } from '../../../src/core/model/names-of-people.ts';
import { say } from '../../../src/core/text/say.ts';
import { holds, type RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import { choicesOf } from '../../metadata/choices.ts';
import type { Reading } from '../../records/call/ports.ts';
import { readSmallTable } from '../../records/call/read-rows.ts';
import type { Row } from '../../records/call/record-row.ts';
import { titledRow } from '../../records/call/titled-row.ts';
import { askedSite } from '../../records/read/asked-site.ts';
import { distinctPeople } from '../../records/read/distinct-people.ts';
import { distinctSigners } from './distinct-signers.ts';
import { levelRowTitle } from './level-title.ts';
import type { FrozenLevel, FrozenSeat } from './request.ts';
import { isPeopleTarget, type ResolvedEntry, resolveActors, resolveIds } from './resolve-people.ts';
import { wholeRowOrder } from './row-order.ts';
import { neededSeats } from './share-vote.ts';

/** What levels are decided over. */
export interface LevelSubject {
  /** The record with what is proposed for it. */
  readonly record: Row;
  /** The record as it is stored. */
  readonly stored: Row;
  /** What the transition proposes, its row included. */
  readonly proposal: Row;
  readonly environment: RecordEnvironment;
}

/**
 * The levels that apply, with the persons who vote, as they are at this moment. Throws guardFailed where a level has
 * nobody to vote or no level applies.
 */
export async function resolveLevels(
  tx: Reading,
  transition: TransitionModel,
  subject: LevelSubject,
): Promise<FrozenLevel[]> {
  const { approval, approve } = transition;
  const levels: FrozenLevel[] = [];
  const chain = approval?.from === undefined ? undefined : await levelRows(tx, approval.from, subject);
  const replaced = approval?.from?.instead === true && chain !== undefined && chain.rows.length > 0;
  const apart = (level: NamedLevel, vote: VoteModel) => withoutExcluded(tx, transition, level, vote, subject);
  for (const { key, when, vote } of replaced ? [] : (approval?.levels ?? [])) {
    const level = approve?.levels?.[key];
    if (level === undefined || (when !== undefined && !holds(when, subject.record, subject.environment))) continue;
    const over = { ...subject, title: `“${level.title ?? say('审批')}”` };
    const named = await resolveActors(tx.db, level.who, over);
    const entries = await apart({ title: level.title ?? say('审批'), entries: named }, vote);
    const frozen = freezeLevel(transition, key, level, entries);
    refuseTwice(transition, frozen, vote);
    levels.push({ ...frozen, vote: await freezeVote(tx, vote, subject) });
  }
  if (approval?.from !== undefined && chain !== undefined) {
    for (const row of chain.rows) {
      const { level, entries: named, own } = await levelOfRow(tx, chain.model, row, approval.from, subject);
      const said = level.title === undefined ? undefined : levelRowTitle(level.title, transition, tx.call.snapshot);
      const vote = own ? signedByThemselves(approval.from.vote) : approval.from.vote;
      const entries = await apart({ title: said ?? say('审批'), entries: named }, vote);
      const frozen = freezeLevel(transition, String(row.id), level, entries, said);
      const timers = approve?.from?.timers;
      levels.push({
        ...frozen,
        vote: await freezeVote(tx, vote, subject),
        ...(approve?.from?.qualified === true ? { qualified: true, node: row } : {}),
        ...(timers === undefined ? {} : { timers, node: row }),
      });
    }
  }
  if (levels.length === 0) {
    throw new AnlanError('guardFailed', {
      detail: say('没有适用的审批层级，不能{transition}', { transition: transition.title }),
    });
  }
  return levels;
}

/** A level with the persons whom it names. */
interface NamedLevel {
  readonly title: string;
  readonly entries: readonly ResolvedEntry[];
}

/**
 * The persons behind actors without those whom the vote keeps apart from the record's other people. Throws guardFailed
 * with their names where nobody else remains.
 */
async function withoutExcluded(
  tx: Reading,
  transition: TransitionModel,
  { title: level, entries }: NamedLevel,
  { source }: VoteModel,
  { record }: LevelSubject,
): Promise<readonly ResolvedEntry[]> {
  if (source.distinct === undefined) return entries;
  const request = { id: '', openedBy: tx.call.context.caller.userId };
  const excluded = await distinctPeople(tx, source.distinct, { record, request });
  const kept = entries.map(({ title, users }) => ({ title, users: users.filter(({ id }) => !excluded.has(id)) }));
  const left = new Map(
    entries.flatMap(({ users }) =>
      users.flatMap(({ id, realName }) => {
        const who = excluded.get(id);
        return who === undefined ? [] : [[id, say('{name}（{who}）', { name: realName, who })] as const];
      }),
    ),
  );
  if (left.size > 0 && kept.every(({ users }) => users.length === 0)) {
    throw new AnlanError('guardFailed', {
      detail: say('“{level}”只有{people}，不能审批自己参与的{model}，不能{transition}', {
        level,
        people: [...left.values()].join(say('、')),
        model: tx.call.model.title,
        transition: transition.title,
      }),
    });
  }
  return kept;
}

/** A vote by which people sign as themselves: nobody is kept apart from his own record. */
function signedByThemselves(vote: VoteModel): VoteModel {
  const { distinct: _, ...source } = vote.source;
  return { ...vote, source };
}

/** Those for whom a level of an open request stands now: whoever takes its tasks over has to be one of them. */
export async function qualifiedPeople(
  tx: Reading,
  { approval, approve }: TransitionModel,
  frozen: FrozenLevel,
  subject: LevelSubject,
): Promise<ReadonlySet<string>> {
  const over = { ...subject, title: `“${frozen.title}”` };
  const level = approve?.levels?.[frozen.key];
  const model = tx.call.snapshot.entities.get(approval?.from?.entity ?? '');
  if (frozen.node !== undefined && approval?.from !== undefined && model !== undefined) {
    const { entries } = await levelOfRow(tx, model, frozen.node, approval.from, subject);
    return idsOf(entries);
  }
  // A level that the file no longer has is voted on by those whom it named.
  if (level === undefined) return new Set(frozen.seats.flatMap(({ userIds }) => userIds));
  return idsOf(await resolveActors(tx.db, level.who, over));
}

function idsOf(entries: readonly ResolvedEntry[]): ReadonlySet<string> {
  return new Set(entries.flatMap(({ users }) => users.map(({ id }) => id)));
}

/** What a vote asks of this record: whether its place is needed is decided now. */
async function freezeVote(tx: Reading, { source, place }: VoteModel, { stored }: LevelSubject): Promise<Vote> {
  return place === undefined ? source : { ...source, place: (await askedSite(tx, place, stored)) !== undefined };
}

function freezeLevel(
  transition: TransitionModel,
  key: string,
  level: Omit<Level, 'who'>,
  entries: readonly ResolvedEntry[],
  /** The title as a message says it; what is stored stays Chinese. */
  said = level.title,
): FrozenLevel {
  const { mode = 'any' } = level;
  const title = level.title ?? say('审批');
  const seats = level.each === 'entry' ? seatsOfEntries(entries, mode) : seatsOfPersons(entries);
  if (seats === undefined || seats.length === 0) {
    throw new AnlanError('guardFailed', {
      detail: say('“{title}”没有可以审批的人，不能{transition}', {
        title: said ?? title,
        transition: transition.title,
      }),
    });
  }
  const qualified = level.qualified === true ? { qualified: true } : {};
  const share = level.share === undefined ? {} : { share: level.share };
  return { key, title, mode, ...share, seats, vote: level.vote ?? {}, ...qualified, timers: level.timers ?? {} };
}

/** Refuses a level of several signatures none of which one person may give twice, where there are too few people. */
function refuseTwice(transition: TransitionModel, level: FrozenLevel, { source }: VoteModel): void {
  const { title, mode, seats } = level;
  const isApart = source.distinct?.includes(VOTES) === true;
  if (!isApart || mode === 'any' || distinctSigners(seats) >= neededSeats(level)) return;
  throw new AnlanError('guardFailed', {
    detail: say('“{title}”须由不同的人分别签字，现有的人不够，不能{transition}', {
      title,
      transition: transition.title,
    }),
  });
}

function seatsOfPersons(entries: readonly ResolvedEntry[]): FrozenSeat[] {
  const persons = new Map(entries.flatMap(({ users }) => users.map(({ id, realName }) => [id, realName])));
  return [...persons].map(([id, realName]) => ({ title: realName, userIds: [id] }));
}

/** Undefined where an entry whose vote is needed has nobody. */
function seatsOfEntries(entries: readonly ResolvedEntry[], mode: FrozenLevel['mode']): FrozenSeat[] | undefined {
  if (mode !== 'any' && entries.some(({ users }) => users.length === 0)) return undefined;
  return entries
    .filter(({ users }) => users.length > 0)
    .map(({ title, users }) => ({ title, userIds: users.map(({ id }) => id) }));
}

/** Modes that a row may choose: of `share` it could not say how much. */
const MODES: ReadonlySet<string> = new Set(['any', 'all', 'order']);

/**
 * Levels that a small entity holds, one a row in the order of its first page. What a row's fields mean follows from
 * their kinds, so that their keys are the author's: choices of roles, posts and people are who votes, departments vote
 * by their heads, a choice among any, all and order is the mode, the entity's label is the level's title. A row that
 * names nobody is voted on by those for whom its choice in `who` stands.
 */
async function levelRows(
  tx: Reading,
  from: NonNullable<ApprovalModel['from']>,
  subject: LevelSubject,
): Promise<{ model: EntityModel; rows: Row[] }> {
  const model = tx.call.snapshot.entities.get(from.entity);
  if (model?.small !== true) {
    throw new AnlanError('guardFailed', { detail: say('审批层级须存放在小型实体里，请联系管理员') });
  }
  const { where } = from;
  const rows = await smallRows(tx, model);
  const { record, environment } = subject;
  const others = { record, parent: record };
  return {
    model,
    rows: where === undefined ? rows : rows.filter((row) => holds(where, row, { ...environment, others })),
  };
}

/** All rows of a small entity, in the order of its first page. */
async function smallRows(tx: Reading, model: EntityModel): Promise<Row[]> {
  return (await readSmallTable(tx, model)).toSorted(wholeRowOrder(model));
}

/** Who votes and how in the level of a row. */
async function levelOfRow(
  tx: Reading,
  model: EntityModel,
  row: Row,
  { who }: NonNullable<ApprovalModel['from']>,
  subject: LevelSubject,
): Promise<{ level: Omit<Level, 'who'>; entries: ResolvedEntry[]; own: boolean }> {
  const { db } = tx;
  const entries: ResolvedEntry[] = [];
  let mode: Level['mode'];
  for (const field of model.fields) {
    const value = row[field.key] ?? null;
    if (field.base || value === null) continue;
    const modes = choicesOf(tx.call.snapshot, field);
    if (modes?.every(({ key }) => MODES.has(key)) === true) mode ??= value as Level['mode'];
    else if (isPeopleTarget(field.target)) entries.push(await resolveIds(db, field.target, value));
  }
  const title = (await titledRow(tx, row, model))[`${model.label}Label`] ?? row[model.label];
  const choice = String(row[who?.field ?? ''] ?? '');
  const standing = who?.actors[choice];
  const stands = entries.length === 0 && standing !== undefined;
  if (stands) {
    const over = { ...subject, title: `“${typeof title === 'string' ? title : say('审批')}”` };
    entries.push(...(await resolveActors(db, standing, over)));
  }
  return {
    level: { ...(typeof title === 'string' ? { title } : {}), ...(mode === undefined ? {} : { mode }) },
    entries,
    // Whom a row names besides decides about others' records.
    own: stands && who?.own?.includes(choice) === true,
  };
}
