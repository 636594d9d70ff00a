import { invalidInput } from '../../../src/core/errors/catalogue.ts';
import { isAlias } from '../../../src/core/model/alias.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import { withAside } from '../../../src/core/text/punctuate.ts';
import { say, spoken } from '../../../src/core/text/say.ts';
import type {
  RequestStatus,
  TaskBusiness,
  TaskCounts,
  TaskEntry,
  TaskList,
  TaskListAnswer,
} from '../../../src/core/wire/approval.ts';
import type { CallContext } from '../../ground/context.ts';
import type { Connection } from '../../ground/database/database.ts';
import { wallClockOfStored } from '../../ground/database/wall-clock.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { selvesOf } from '../../records/call/author.ts';
import { toldPerson } from '../../records/read/cover-authors.ts';
import type { Approving } from './approving.ts';
import { levelTitle } from './level-title.ts';
import { entityOf, type FrozenLevel } from './request.ts';
import { requestAuthors } from './request-author.ts';

/** What a list is asked for. */
export interface TaskListRequest {
  readonly current: number;
  readonly size: number;
  /** Part of the record's name. */
  readonly keyword?: string | undefined;
  /** Only requests about this entity. */
  readonly entity?: EntityModel | undefined;
  /** Of what waits for the person only votes, or only steps. */
  readonly kind?: TaskEntry['kind'] | undefined;
}

/** What the state of a request is called. */
export const REQUEST_LABELS: Readonly<Record<RequestStatus, string>> = spoken({
  open: '审批中',
  granted: '已通过',
  rejected: '已驳回',
  revoked: '已撤回',
  cancelled: '已取消',
  terminated: '已终止',
});

interface ListRow {
  readonly id: string;
  readonly taskId: string | null;
  readonly requestId: string;
  readonly entityId: string;
  readonly recordId: string;
  readonly recordTitle: string;
  readonly transition: string;
  readonly levels: readonly FrozenLevel[];
  readonly level: number;
  readonly openedBy: string;
  readonly openedByName: string | null;
  readonly openedAt: string;
  readonly arrivedAt: string | null;
  readonly decidedAt: string | null;
  readonly decision: string | null;
  readonly opinion: string | null;
  readonly originalName: string | null;
  /** Who decided a task that the person had delegated; missing where he decides himself. */
  readonly decidedBy?: string | null;
  readonly added?: boolean;
  readonly status: RequestStatus;
  readonly readAt: string | null;
}

/** Lists of what is not the person's to do; see `turns/todo-list.ts` for what is. */
type OtherList = Exclude<TaskList, 'todo'>;

interface Source {
  /** Table of the person's own rows, under the alias `x`, joined with requests `r` where it is not theirs itself. */
  readonly from: string;
  readonly mine: string;
  readonly order: string;
  readonly columns: string;
}

const JOIN = `join platform."approvalRequest" r on r."tenantId" = x."tenantId" and r.id = x."requestId"`;
const OWN_COLUMNS = `x.id, x.id as "taskId", x."requestId", x.level, x."openedAt" as "arrivedAt", x."decidedAt", x.decision,
  x.opinion, null as "readAt", x.kind = 'added' as added`;
const nameOf = (id: string): string =>
  `(select o."realName" from data."user" o where o."tenantId" = x."tenantId" and o.id = ${id})`;
const BEHALF = nameOf(`coalesce(x."delegatorId", nullif(x."originalUserId", x."userId"))`);
const TASK_COLUMNS = `${OWN_COLUMNS}, ${BEHALF} as "originalName"`;

const REQUEST_COLUMNS = `r."entityId", r."recordId", r."recordTitle", r.transition, r.levels, r.status, r."openedBy",
  r."openedAt", (select u."realName" from data."user" u where u."tenantId" = r."tenantId" and u.id = r."openedBy")
  as "openedByName"`;

const SOURCES: Readonly<Record<OtherList, Source>> = {
  done: {
    from: `platform."approvalTask" x ${JOIN}`,
    mine: `(x."userId" = $2 or x."delegatorId" = $2) and x.status = 'done'`,
    order: 'x."decidedAt" desc, x.id desc',
    columns: `${OWN_COLUMNS}, case when x."userId" = $2 then ${BEHALF} end as "originalName",
      case when x."userId" <> $2 then ${nameOf('x."userId"')} end as "decidedBy"`,
  },
  sent: {
    from: 'platform."approvalRequest" r',
    mine: 'r."openedBy" = any($2::text[])',
    order: 'r."openedAt" desc, r.id desc',
    columns: `r.id, null as "taskId", r.id as "requestId", r.level, null as "arrivedAt", r."closedAt" as "decidedAt",
      null as decision, r."closeReason" as opinion, null as "readAt", null as "originalName"`,
  },
  copied: {
    from: `platform."approvalCopy" x ${JOIN}`,
    mine: 'x."userId" = $2',
    order: 'x."sentAt" desc, x.id desc',
    columns: `x.id, null as "taskId", x."requestId", r.level, x."sentAt" as "arrivedAt", null as "decidedAt",
      null as decision, null as opinion, x."readAt", null as "originalName"`,
  },
};

/** One page of the person's tasks, requests or copies, newest first. */
export async function readTaskList(
  approving: Approving,
  connection: Connection,
  list: OtherList,
  request: TaskListRequest,
): Promise<TaskListAnswer> {
  const { context, snapshot } = approving;
  const { from, mine, order, columns } = SOURCES[list];
  const keyword = request.keyword?.replace(/[\\%_]/g, (character) => `\\${character}`);
  const where = `r."tenantId" = $1 and ${mine} and ($3::text is null or r."recordTitle" ilike $3)
    and ($4::text is null or r."entityId" = $4)`;
  const tenant = list === 'sent' ? '' : ' and x."tenantId" = $1';
  const values = [
    context.tenantId,
    list === 'sent' ? selvesOf(context.caller) : context.caller.userId,
    keyword === undefined ? null : `%${keyword}%`,
    request.entity?.id ?? null,
  ];
  const [counted] = await connection.query<{ total: number; entities: readonly string[] | null }>(
    `select count(*)::int as total, array_agg(distinct r."entityId") as entities from ${from} where ${where}${tenant}`,
    values,
  );
  const rows = await connection.query<ListRow>(
    `select ${columns}, ${REQUEST_COLUMNS} from ${from} where ${where}${tenant} order by ${order} limit $5 offset $6`,
    [...values, request.size, (request.current - 1) * request.size],
  );
  const total = counted?.total ?? 0;
  const names = new Map(
    rows.flatMap(({ openedBy, openedByName }) => (openedByName === null ? [] : [[openedBy, openedByName] as const])),
  );
  const asker = await requestAuthors(approving, connection, rows);
  return {
    records: rows.map((row) => ({ ...entryOf(snapshot, row, list, new Map()), openedByName: asker(row, names) })),
    total,
    size: request.size,
    current: request.current,
    pages: Math.ceil(total / request.size),
    businesses: businessesOf((counted?.entities ?? []).map((id) => entityOf(snapshot, id))),
  };
}

/** Entities as the businesses of a list, each once. */
export function businessesOf(models: readonly (EntityModel | undefined)[]): readonly TaskBusiness[] {
  const found = new Map(models.flatMap((model) => (model === undefined ? [] : [[model.key, model.title] as const])));
  return [...found].map(([key, title]) => ({ key, title }));
}

/** An open task of a person, with what its level is and which one comes behind it. */
export interface OpenVoteEntry {
  readonly entry: TaskEntry;
  readonly level: FrozenLevel | undefined;
  readonly next: FrozenLevel | undefined;
}

/**
 * Open tasks of a person by id, as entries of his list of tasks.
 * @param deadlines until when each should be given, by task.
 */
export async function readVotes(
  snapshot: MetadataSnapshot,
  connection: Connection,
  taskIds: readonly string[],
  deadlines: ReadonlyMap<string, string>,
): Promise<readonly OpenVoteEntry[]> {
  if (taskIds.length === 0) return [];
  const rows = await connection.query<ListRow>(
    `select ${TASK_COLUMNS}, ${REQUEST_COLUMNS} from platform."approvalTask" x ${JOIN}
     where x."tenantId" = $1 and x.id = any($2)`,
    [connection.tenantId, taskIds],
  );
  return rows.map((row) => ({
    entry: entryOf(snapshot, row, 'todo', deadlines),
    level: row.levels[row.level],
    next: row.levels[row.level + 1],
  }));
}

function entryOf(
  snapshot: MetadataSnapshot,
  row: ListRow,
  list: TaskList,
  deadlines: ReadonlyMap<string, string>,
): TaskEntry {
  const model = entityOf(snapshot, row.entityId);
  const transition = model === undefined ? undefined : transitionOf(model, row.transition);
  const time = (text: string | null): string | null =>
    text === null ? null : wallClockOfStored(text, snapshot.timeZone);
  const transitionTitle = transition?.title ?? row.transition;
  const own = levelTitle(row.levels[row.level], transition, snapshot) ?? '';
  const level = row.added === true && own !== '' ? withAside(own, say('加签')) : own;
  return {
    id: row.id,
    kind: 'vote',
    title: say('{what}：{line}', { what: level || transitionTitle, line: row.recordTitle }),
    line: row.recordTitle,
    steps: [{ transition: transition?.key ?? row.transition, title: level || transitionTitle }],
    rows: null,
    count: 1,
    after: null,
    follows: null,
    taskId: row.taskId,
    requestId: row.requestId,
    entity: model?.key ?? row.entityId,
    entityTitle: model?.title ?? row.entityId,
    page: Object.keys(model?.pages ?? {})[0] ?? null,
    recordId: row.recordId,
    recordTitle: row.recordTitle,
    transition: transition?.key ?? row.transition,
    transitionTitle,
    levelTitle: level,
    openedBy: toldPerson(row.openedBy),
    openedByName: row.openedByName ?? (isAlias(row.openedBy) ? say('匿名') : say('系统')),
    openedAt: wallClockOfStored(row.openedAt, snapshot.timeZone),
    arrivedAt: time(row.arrivedAt),
    decidedAt: time(row.decidedAt),
    deadline: time(deadlines.get(row.id) ?? null),
    decision: row.decision,
    opinion: row.opinion,
    behalfOf: row.originalName === null ? null : say('代{name}', { name: row.originalName }),
    decidedBy: row.decidedBy ?? null,
    status: row.status,
    statusLabel: REQUEST_LABELS[row.status],
    read: list === 'copied' ? row.readAt !== null : null,
  };
}

/** Numbers of the person's lists but of what is his to do. */
export async function countOthers(context: CallContext, connection: Connection): Promise<Omit<TaskCounts, 'todo'>> {
  const [row] = await connection.query<Omit<TaskCounts, 'todo'>>(
    `select
       (select count(*)::int from (select 1 from platform."approvalTask" where "tenantId" = $1
          and ("userId" = $2 or "delegatorId" = $2) and status = 'done' limit 1000) c) as done,
       (select count(*)::int from (select 1 from platform."approvalRequest" where "tenantId" = $1 and "openedBy" = any($3)
          limit 1000) c) as sent,
       (select count(*)::int from (select 1 from platform."approvalCopy" where "tenantId" = $1 and "userId" = $2
          limit 1000) c) as copied,
       (select count(*)::int from (select 1 from platform."approvalCopy" where "tenantId" = $1 and "userId" = $2
          and "readAt" is null limit 1000) c) as unread`,
    [context.tenantId, context.caller.userId, selvesOf(context.caller)],
  );
  return row ?? { done: 0, sent: 0, copied: 0, unread: 0 };
}

/** Largest page of these lists. */
const LARGEST = 200;

/** Reads paging and filters of a list. Throws invalidInput at what is wrong. */
export function readTaskListRequest(
  snapshot: MetadataSnapshot,
  argument: (name: string) => string | undefined,
): TaskListRequest {
  const whole = (name: string, otherwise: number, most: number): number => {
    const text = argument(name);
    if (text === undefined) return otherwise;
    const value = /^\d{1,7}$/.test(text) ? Number(text) : 0;
    if (value < 1 || value > most)
      throw invalidInput([{ pointer: `/${name}`, msg: say('{name}须为1至{most}的整数', { name, most }) }]);
    return value;
  };
  const key = argument('entity');
  const entity = key === undefined ? undefined : snapshot.entities.get(key);
  if (key !== undefined && entity === undefined) {
    throw invalidInput([{ pointer: '/entity', msg: say('没有这个实体') }]);
  }
  const kind = argument('kind');
  if (kind !== undefined && kind !== 'vote' && kind !== 'step') {
    throw invalidInput([
      { pointer: '/kind', msg: say('{name}须为{values}之一', { name: 'kind', values: 'vote, step' }) },
    ]);
  }
  return {
    current: whole('current', 1, 1_000_000),
    size: whole('size', 20, LARGEST),
    keyword: argument('keyword'),
    entity,
    kind,
  };
}
