import type { EntityModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import { say } from '../../../src/core/text/say.ts';
import type { TaskEntry } from '../../../src/core/wire/approval.ts';
import type { Connection } from '../../ground/database/database.ts';
import { wallClockOfStored } from '../../ground/database/wall-clock.ts';
import { recordEnvironment } from '../../records/call/environment.ts';
import { toldPerson } from '../../records/read/cover-authors.ts';
import { levelTitle } from '../approval/level-title.ts';
import { entityOf } from '../approval/request.ts';
import { personNames } from '../approval/resolve-people.ts';
import { type OpenVoteEntry, readVotes } from '../approval/task-lists.ts';
import { viewablePages } from '../approval/viewable-pages.ts';
import { afterwards } from './afterwards.ts';
import { type GroupTitles, readGroupTitles } from './group-titles.ts';
import type { StepReader } from './own-steps.ts';
import { lineKey, readLines, type SubjectLine } from './subject-lines.ts';
import { stepTitle } from './tell-steps.ts';
import type { EntryRow } from './waiting-entries.ts';
import { afterRows, afterSteps, afterVote, type FollowedRecord } from './what-follows.ts';

/** What the entries of a list say; those whose record is gone are left out. */
export async function wordEntries(
  reader: StepReader,
  db: Connection,
  rows: readonly EntryRow[],
): Promise<readonly TaskEntry[]> {
  const { snapshot } = reader;
  const wanted = new Map<EntityModel, Set<string>>();
  const want = (model: EntityModel, id: string) => wanted.set(model, (wanted.get(model) ?? new Set()).add(id));
  for (const { entityId, subject, kind, record } of rows) {
    const model = entityOf(snapshot, entityId);
    const about = kind === 'step' ? aboutOf(reader, model) : model;
    if (about !== undefined) want(about, subject);
    if (model !== undefined && about !== undefined && about !== model) want(model, record);
  }
  const lines = await readLines(db, reader, wanted);
  const due = rows.flatMap(({ id, kind, due }) => (kind === 'vote' && due !== null ? [[id, due] as const] : []));
  const ids = rows.flatMap(({ kind, id }) => (kind === 'vote' ? [id] : []));
  const votes = await readVotes(snapshot, db, ids, new Map(due));
  const names = await personNames(
    db,
    rows.map(({ broughtBy }) => broughtBy),
  );
  const groups = rows.length === 0 ? NO_GROUPS : await readGroupTitles(db);
  const lineOf = (model: EntityModel | undefined, id: string) =>
    model === undefined ? undefined : lines.get(lineKey(model, id));
  return rows.flatMap((row) => {
    const model = entityOf(snapshot, row.entityId);
    if (row.kind === 'vote') {
      const vote = votes.find(({ entry }) => entry.id === row.id);
      return vote === undefined ? [] : [wordedVote(vote, lineOf(model, row.subject), groups)];
    }
    const line = lineOf(aboutOf(reader, model), row.subject);
    if (model === undefined || line === undefined) return [];
    return [stepEntry(row, { model, names, groups, line, first: lineOf(model, row.record) })];
  });
}

const NO_GROUPS: GroupTitles = { titleOf: (_, code) => code };

/** The entity that an entry is about: rows of a record stand under it. */
export function aboutOf({ snapshot }: StepReader, model: EntityModel | undefined): EntityModel | undefined {
  return model?.parent === undefined ? model : snapshot.entities.get(model.parent.entity);
}

/** A vote with the whole line of its record; what the platform asked for was set off by whoever made the record. */
function wordedVote(vote: OpenVoteEntry, line: SubjectLine | undefined, groups: GroupTitles): TaskEntry {
  const { entry, level, next } = vote;
  if (line === undefined) return entry;
  const [step] = entry.steps;
  const name = line.line || entry.recordTitle;
  const { model, snapshot } = line.call;
  const transition = Object.hasOwn(model.transitions, entry.transition)
    ? model.transitions[entry.transition]
    : undefined;
  const shared = level !== undefined && level.mode !== 'any' && level.seats.length > 1;
  return {
    ...entry,
    line: name,
    title: say('{what}：{line}', { what: step?.title ?? entry.transitionTitle, line: name }),
    follows:
      transition === undefined
        ? null
        : afterVote(followed(line, groups), { transition, next: levelTitle(next, transition, snapshot), shared }),
    openedByName: entry.openedBy === '' ? (line.creator ?? entry.openedByName) : entry.openedByName,
  };
}

function followed({ call, row }: SubjectLine, groups: GroupTitles): FollowedRecord {
  const { model, snapshot } = call;
  return { model, snapshot, row, environment: recordEnvironment(call), groups };
}

/** The page on which the steps are taken; where none has their buttons, or rows below take them, the first one. */
function pageWith(steps: readonly TransitionModel[], pages: readonly string[], { pages: of }: EntityModel) {
  const has = (code: string) => steps.some(({ key }) => of[code]?.actions.includes(key));
  return pages.find(has) ?? pages[0];
}

/** What an entry of a step is worded from. */
interface WordedStep {
  readonly model: EntityModel;
  readonly names: ReadonlyMap<string, string>;
  readonly groups: GroupTitles;
  readonly line: SubjectLine;
  /** The first of the rows that wait, where it is rows of the record. */
  readonly first: SubjectLine | undefined;
}

function stepEntry(row: EntryRow, { model, names, groups, line: subject, first }: WordedStep): TaskEntry {
  const { call, line, row: record, creator } = subject;
  const { snapshot, model: about } = call;
  const time = (text: string): string => wallClockOfStored(text, snapshot.timeZone);
  const order = Object.keys(model.transitions);
  const taken = row.transitions
    .flatMap((id) => transitionOf(model, id) ?? [])
    .sort((left, right) => order.indexOf(left.key) - order.indexOf(right.key));
  const what = taken.map(stepTitle).join(say('或'));
  const [step] = taken;
  const named = record[`${about.label}Label`] ?? record[about.label];
  const below = about.key !== model.key;
  const over = followed(subject, groups);
  return {
    id: row.id,
    kind: 'step',
    taskId: null,
    requestId: null,
    title: below
      ? say('{what}：{line}（{count}项{rows}）', { what, line, count: row.count, rows: model.title })
      : say('{what}：{line}', { what, line }),
    line,
    steps: taken.map((transition) => ({ transition: transition.key, title: stepTitle(transition) })),
    ...placeOf(row, taken, { subject, first, model }),
    count: row.count,
    after: step === undefined ? null : afterwards(model, step, row.timer),
    follows: below
      ? (afterRows(over) ?? (first === undefined ? null : afterSteps(followed(first, groups), taken)))
      : afterSteps(over, taken),
    entityTitle: about.title,
    recordTitle: typeof named === 'string' ? named : line,
    transition: step?.key ?? '',
    transitionTitle: what,
    levelTitle: what,
    openedBy: toldPerson(row.broughtBy ?? ''),
    openedByName: names.get(row.broughtBy ?? '') ?? creator ?? say('系统'),
    openedAt: time(row.since),
    arrivedAt: time(row.since),
    decidedAt: null,
    deadline: row.due === null ? null : time(row.due),
    decision: null,
    decidedBy: null,
    opinion: null,
    behalfOf: null,
    status: 'open',
    statusLabel: say('待办理'),
    read: null,
  };
}

/**
 * Where an entry leads: the page of its record. Rows of a record of which the person has no page are taken on their own:
 * a single one on its page, several in the list of it.
 */
function placeOf(
  row: EntryRow,
  taken: readonly TransitionModel[],
  { subject, first, model }: Pick<WordedStep, 'first' | 'model'> & { readonly subject: SubjectLine },
): Pick<TaskEntry, 'entity' | 'page' | 'recordId' | 'rows'> {
  const about = subject.call.model;
  const page = pageWith(taken, viewablePages(subject.call, subject.row), about);
  const rows = about.key === model.key ? null : model.key;
  if (page !== undefined || rows === null || first === undefined)
    return { entity: about.key, page: page ?? null, recordId: row.subject, rows };
  const own = pageWith(taken, viewablePages(first.call, first.row), model);
  return { entity: model.key, page: own ?? null, recordId: row.record, rows: null };
}
