import type { Actor } from '../../../src/core/dialect/entity.generated.ts';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { isAlias } from '../../../src/core/model/alias.ts';
import { say } from '../../../src/core/text/say.ts';
import { isSuperior, organisationFor, superiorsOf } from '../../access/permission/superiors.ts';
import type { Connection } from '../../ground/database/database.ts';
import { type Row, textIds } from '../../records/call/record-row.ts';
import { enabledUsers, headsOf, holdersOf, type NamedPeople, type NamedPerson } from '../people.ts';

/** What actors are resolved against. */
interface ResolveOver {
  /** The record with what is proposed for it. */
  readonly record: Row;
  /** What the transition proposes, its row included. */
  readonly proposal: Row;
  /** What is decided, for messages: `“审批发布”`. */
  readonly title: string;
}

/** An entry of `who` with the persons behind it. */
export type ResolvedEntry = NamedPeople;

/** The persons behind actors, entry by entry. `everyone` and expressions name no persons and are refused. */
export async function resolveActors(
  connection: Connection,
  actors: readonly Actor[],
  over: ResolveOver,
): Promise<ResolvedEntry[]> {
  const entries: ResolvedEntry[] = [];
  for (const actor of actors) {
    if (actor === 'system') continue;
    entries.push(await resolveActor(connection, actor, over));
  }
  return entries;
}

async function resolveActor(
  connection: Connection,
  actor: Exclude<Actor, 'system'>,
  over: ResolveOver,
): Promise<ResolvedEntry> {
  const { record, proposal, title } = over;
  if (actor === 'everyone' || (typeof actor === 'object' && 'expression' in actor)) {
    throw new AnlanError('guardFailed', {
      detail: say('{title}没有指明审批人，请联系管理员改为角色、岗位、部门负责人或人员', { title }),
    });
  }
  if (actor === 'creator') return byIds(connection, say('创建人'), record.createUser);
  if ('field' in actor) return byIds(connection, undefined, record[actor.field]);
  if ('proposal' in actor) return byIds(connection, undefined, proposal[actor.proposal]);
  if ('row' in actor) return byIds(connection, undefined, proposal[actor.row]);
  if (isSuperior(actor)) {
    const over = { ...proposal, ...present(record) };
    const found = superiorsOf(await organisationFor(connection, actor, over), actor, over);
    return byIds(connection, undefined, [...found]);
  }
  if ('head' in actor) return headsOf(connection, record[actor.head] ?? proposal[actor.head]);
  if ('role' in actor) return holdersOf(connection, 'role', { code: actor.role });
  return holdersOf(connection, 'post', { code: actor.post });
}

/** The values that are there, so that what is proposed stands where the record has nothing. */
function present(record: Row): Row {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined));
}

async function byIds(connection: Connection, title: string | undefined, value: unknown): Promise<ResolvedEntry> {
  const ids = textIds(value);
  const users = await enabledUsers(connection, ids);
  return { title: title ?? users.map(({ realName }) => realName).join('、'), users };
}

/** Entities whose records stand for people. */
type PeopleTarget = 'user' | 'role' | 'post' | 'dept';

/** Whether a field's records stand for people: people, roles, posts, or departments by their heads. */
export function isPeopleTarget(target: string | undefined): target is PeopleTarget {
  return target === 'user' || target === 'role' || target === 'post' || target === 'dept';
}

/** The persons behind ids of people, roles, posts or departments. */
export function resolveIds(connection: Connection, target: PeopleTarget, value: unknown): Promise<ResolvedEntry> {
  if (target === 'user') return byIds(connection, undefined, value);
  if (target === 'dept') return headsOf(connection, value);
  return holdersOf(connection, target, { ids: value });
}

/** Names of persons by id, removed and disabled ones too. */
export async function personNames(
  connection: Connection,
  ids: Iterable<string | null>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].filter((id): id is string => id !== null && id !== '');
  if (wanted.length === 0) return new Map();
  const rows = await connection.query<NamedPerson>(
    'select u.id, u."realName" from data."user" u where u."tenantId" = $1 and u.id = any($2)',
    [connection.tenantId, wanted],
  );
  const aliases = wanted.filter(isAlias).map((id) => [id, say('匿名')] as const);
  return new Map([...rows.map(({ id, realName }) => [id, realName] as const), ...aliases]);
}
