import { isAlias } from '../../../src/core/model/alias.ts';
import { say } from '../../../src/core/text/say.ts';
import { organisationFor, superiorsOf } from '../../access/permission/superiors.ts';
import type { Connection } from '../../ground/database/database.ts';
import type { Reading } from '../../records/call/ports.ts';
import { contextsOfPeople } from '../context-of-person.ts';
import { enabledUsers, headsOf, holdersOf, type NamedPerson } from '../people.ts';
import { type Holder, parseHolder } from './holder.ts';
import { climbingActor } from './own-holders.ts';
import type { StepReader } from './own-steps.ts';

/** Most people of a role or post who are told and named; greater groups find the step in their tasks alone. */
const MOST_TOLD = 20;

/** People behind a holder. */
interface HolderPeople {
  readonly users: readonly NamedPerson[];
  /** What the group is called; undefined for people whom the record names. */
  readonly group: string | undefined;
  /** Whether it is a group of more than are told. */
  readonly many: boolean;
}

const NOBODY: HolderPeople = { users: [], group: undefined, many: false };

/** Who stands behind a holder now: enabled accounts of the tenant. */
export async function peopleBehind({ db }: Reading, key: string): Promise<HolderPeople> {
  const holder = parseHolder(key);
  if (holder === undefined) return NOBODY;
  if (holder.kind === 'role' || holder.kind === 'post') {
    const { title, users } = await holdersOf(db, holder.kind, { code: holder.code });
    const many = users.length > MOST_TOLD;
    return { users: many ? [] : users, group: title, many };
  }
  return { ...NOBODY, users: await namedPeople(db, holder) };
}

async function namedPeople(
  db: Connection,
  holder: Exclude<Holder, { kind: 'role' | 'post' }>,
): Promise<readonly NamedPerson[]> {
  if (holder.kind === 'user') {
    return isAlias(holder.id) ? [{ id: holder.id, realName: say('匿名') }] : enabledUsers(db, [holder.id]);
  }
  if (holder.kind === 'head') return (await headsOf(db, holder.dept)).users;
  const climbing = climbingActor(holder);
  if (climbing === undefined) return [];
  const organisation = await organisationFor(db, climbing.actor, climbing.record);
  return enabledUsers(db, [...superiorsOf(organisation, climbing.actor, climbing.record)]);
}

/** Persons by id as readers of their own steps, whoever asks; those whose account is not in use are missing. */
export async function stepReadersOf(tx: Reading, userIds: readonly string[]): Promise<ReadonlyMap<string, StepReader>> {
  const { services, snapshot } = tx.call;
  const contexts = await contextsOfPeople(tx, userIds);
  return new Map([...contexts].map(([userId, context]) => [userId, { services, snapshot, context }]));
}
