import type { TaskEntry } from '../../../core/wire/approval.ts';
import type { AttentionAnswer, AttentionList } from '../../../core/wire/attention.ts';
import { entryPath } from '../../../runtime/flow/entry-path.ts';
import type { PageChoice } from '../../shared/page-choices.ts';

/** Lines shown before the person asks for more. */
export const SHOWN = 8;

/** Lines shown above other things. */
export const BRIEF = 4;

/** Tasks that are read: of a person with thousands the list of tasks has the rest. */
export const READ = 200;

/** One thing that waits for the person. */
export interface WaitingLine {
  readonly key: string;
  /** What is asked: 审批, the name of the measure, or '' for a draft. */
  readonly step: string;
  readonly kind: 'task' | 'mine' | 'draft';
  /** Whether it is a vote that is asked for. */
  readonly vote: boolean;
  /** Group of the menu in which its page stands; '' at the top. */
  readonly group: string;
  /** Business it belongs to. */
  readonly business: string;
  /** Name of the record; '' where it has none. */
  readonly title: string;
  readonly path: string;
  /** Until when, `YYYY-MM-DD[ HH:mm:ss]`; null where nothing says so. */
  readonly due: string | null;
}

/** What waits for the person beyond the records that are named, as the list that shows all of it. */
interface WaitingRest {
  readonly key: string;
  readonly business: string;
  readonly step: string;
  readonly path: string;
  readonly count: string;
}

/** A count of what is wrong, or soon will be, with its first records. */
export interface WrongTile {
  readonly answer: AttentionAnswer;
  readonly page: PageChoice;
  /** The list of all of them. */
  readonly path: string;
}

/** What is counted, in the words of its business unless its own name has them: 设备 · 逾期未检修, 叉车档案已过期. */
export function countedName(business: string, title: string): string {
  return title.includes(business) ? title : `${business} · ${title}`;
}

/** A day counts to its end. */
const endOf = (due: string): string => (due.length === 10 ? `${due} 23:59:59` : due);

/**
 * What waits, the nearest deadline first, then what has none, and drafts at the end.
 * @param pathOf path of any page of the person's by its code: a task may stand on one that the side menu does not show.
 */
export function waitingLines(
  tasks: readonly TaskEntry[],
  { found }: AttentionList,
  pages: readonly PageChoice[],
  pathOf: (page: string) => string | undefined,
): readonly WaitingLine[] {
  const ofTasks = tasks.map(
    (task): WaitingLine => ({
      key: `task ${task.id}`,
      step: task.levelTitle || task.transitionTitle,
      kind: 'task',
      vote: task.kind === 'vote',
      group: groupOf(pages, task.page),
      business: task.entityTitle,
      title: task.line,
      path: entryPath(task, pathOf),
      due: task.deadline ?? null,
    }),
  );
  const ofRecords = found.flatMap((answer) => {
    const page = pages.find(({ code }) => code === answer.page);
    if (page === undefined || (answer.kind !== 'mine' && answer.kind !== 'draft')) return [];
    const kind = answer.kind;
    return unnamed(answer, tasks).map(
      (record): WaitingLine => ({
        key: `${answer.entity} ${answer.figure} ${record.id}`,
        step: answer.title,
        kind,
        vote: false,
        group: groupOf(pages, answer.page),
        business: answer.entityTitle,
        title: record.label,
        path: `${page.path}/${kind === 'draft' ? 'edit' : 'view'}/${record.id}`,
        due: record.due === null ? null : endOf(record.due),
      }),
    );
  });
  const rank = (line: WaitingLine) => (line.due !== null ? 0 : line.kind === 'draft' ? 2 : 1);
  return [...ofTasks, ...ofRecords].sort(
    (left, right) => rank(left) - rank(right) || (left.due ?? '').localeCompare(right.due ?? ''),
  );
}

/** The first of the groups in which a page stands. */
function groupOf(pages: readonly PageChoice[], code: string | null | undefined): string {
  return pages.find((page) => page.code === code)?.group.split(' / ')[0] ?? '';
}

/** A kind of what waits: approvals, the businesses by their place in the menu, drafts. */
interface WaitingKind {
  /** `vote`, `draft`, or the group's name. */
  readonly key: string;
  readonly count: number;
}

const kindOf = ({ kind, vote, group }: WaitingLine): string => (vote ? 'vote' : kind === 'draft' ? kind : group);

/** Kinds of the lines, approvals first and drafts last; what stands in no group is among all alone. */
export function waitingKinds(lines: readonly WaitingLine[]): readonly WaitingKind[] {
  const rank = (key: string): number => (key === 'vote' ? 0 : key === 'draft' ? 2 : 1);
  return [...Map.groupBy(lines, kindOf)]
    .flatMap(([key, { length }]) => (key === '' ? [] : [{ key, count: length }]))
    .sort((left, right) => rank(left.key) - rank(right.key) || right.count - left.count);
}

/** The lines of a kind; all of them where none is named. */
export function linesOfKind(lines: readonly WaitingLine[], key: string): readonly WaitingLine[] {
  return key === '' ? lines : lines.filter((line) => kindOf(line) === key);
}

/** Records of an answer that stand in no task: there they are named with what is to be done. */
function unnamed({ entity, records }: AttentionAnswer, tasks: readonly TaskEntry[]) {
  return records.filter(({ id }) => !tasks.some((task) => task.entity === entity && task.recordId === id));
}

/** The lists of what waits in greater number than the lines name. */
export function waitingRests({ found }: AttentionList, pages: readonly PageChoice[]): readonly WaitingRest[] {
  return found.flatMap((answer) => {
    const page = pages.find(({ code }) => code === answer.page);
    const { entity, figure, kind, total, totalCapped, records } = answer;
    if (page === undefined || (kind !== 'mine' && kind !== 'draft') || total <= records.length) return [];
    return [
      {
        key: `${entity} ${figure}`,
        business: answer.entityTitle,
        step: answer.title,
        path: listPath(page, answer),
        count: totalCapped === true ? `${total}+` : String(total),
      },
    ];
  });
}

/** How much waits in all: what the lines begin with is a part of it. A record that stands in a task counts once. */
export function waitingTotal(todo: number, tasks: readonly TaskEntry[], { found }: AttentionList): number {
  return found
    .filter(({ kind }) => kind === 'mine' || kind === 'draft')
    .reduce((sum, answer) => sum + answer.total - answer.records.length + unnamed(answer, tasks).length, todo);
}

/** What is wrong today and then what soon will be, the most numerous first. */
export function wrongTiles({ found }: AttentionList, pages: readonly PageChoice[]): readonly WrongTile[] {
  const place = { wrong: 0, near: 1 } as const;
  return found
    .flatMap((answer) => {
      const page = pages.find(({ code }) => code === answer.page);
      if (page === undefined || (answer.kind !== 'wrong' && answer.kind !== 'near')) return [];
      return [{ answer, page, path: listPath(page, answer), rank: place[answer.kind] }];
    })
    .sort((left, right) => left.rank - right.rank || right.answer.total - left.answer.total);
}

/** The list that shows the records of an answer, and no others. */
function listPath(page: PageChoice, { figure }: AttentionAnswer): string {
  return `${page.path}?_figure=${encodeURIComponent(figure)}`;
}
