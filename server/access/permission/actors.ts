import type { Actor } from '../../../src/core/dialect/entity.generated.ts';
import { evaluateCondition, OutOfReachError } from '../../../src/core/expression/index.ts';
import {
  type RecordEnvironment,
  type RecordValues,
  recordNames,
} from '../../../src/core/validation/record-environment.ts';
import type { Caller } from '../../ground/context.ts';
import { expressionNode } from './row-access.ts';
import { isSuperior, type Organisation, superiorsOf } from './superiors.ts';

/** What has to be read before actors can be matched: only where some actor names a post, a head or a superior. */
export interface ActorFacts {
  /** Codes of the person's posts. */
  readonly postCodes: ReadonlySet<string>;
  /** Departments that the person heads. */
  readonly headedDepts: ReadonlySet<string>;
  /** Those under the person; only where some actor is found by going up. */
  readonly organisation?: Organisation;
}

export const NO_ACTOR_FACTS: ActorFacts = { postCodes: new Set(), headedDepts: new Set() };

/** Whether any actor needs facts of the person that are no part of the session. */
export function needsActorFacts(actors: readonly Actor[]): boolean {
  return actors.some((actor) => typeof actor === 'object' && ('post' in actor || 'head' in actor || isSuperior(actor)));
}

/** What one actor is matched against. */
interface ActorMatch {
  readonly caller: Caller;
  readonly record: RecordValues;
  /** What the transition proposes; undefined while it is only asked whether the person could fire it. */
  readonly proposal?: RecordValues | undefined;
  /** The row below the record that is written; undefined while it is only asked whether the person could write one. */
  readonly row?: RecordValues | undefined;
  readonly facts: ActorFacts;
  readonly environment: RecordEnvironment;
  /** Whether the person has the button right that is needed where a role is named. */
  readonly hasButton: boolean;
  /** Whether the record is one of those that a role may write. Default it is. */
  readonly mayWrite?: (role: string) => boolean;
}

function holdsUser(value: unknown, userId: string): boolean {
  return Array.isArray(value) ? value.includes(userId) : value === userId;
}

function isOwnAlias(id: unknown, { alias }: Caller): boolean {
  return alias !== undefined && id === alias;
}

/** Whether the person is one of the actors. `system` is nobody who signs in. */
export function isActor(actors: readonly Actor[], match: ActorMatch): boolean {
  return actors.some((actor) => matches(actor, match));
}

function matches(actor: Actor, match: ActorMatch): boolean {
  const { caller, record } = match;
  if (actor === 'system') return false;
  if (actor === 'everyone') return true;
  if (actor === 'creator') return record.createUser === caller.userId || isOwnAlias(record.createUser, caller);
  if ('role' in actor) {
    return match.hasButton && caller.roleCodes.includes(actor.role) && match.mayWrite?.(actor.role) !== false;
  }
  if ('post' in actor) return match.facts.postCodes.has(actor.post);
  if (isSuperior(actor)) {
    const { organisation } = match.facts;
    return organisation !== undefined && superiorsOf(organisation, actor, record).has(caller.userId);
  }
  if ('head' in actor) {
    const depts = record[actor.head];
    return (Array.isArray(depts) ? depts : [depts]).some((dept) => match.facts.headedDepts.has(String(dept)));
  }
  if ('field' in actor) return holdsUser(record[actor.field], caller.behind ?? caller.userId);
  // Before anything is proposed nobody is excluded; firing decides.
  if ('proposal' in actor)
    return match.proposal === undefined || holdsUser(match.proposal[actor.proposal], caller.userId);
  // Whoever comes writes his own row.
  if ('row' in actor && match.row !== undefined) return holdsUser(match.row[actor.row], caller.userId);
  if ('row' in actor) return (match.proposal?.[actor.row] ?? caller.userId) === caller.userId;
  const environment = { ...match.environment, ...(match.proposal === undefined ? {} : { row: match.proposal }) };
  try {
    return evaluateCondition(expressionNode(actor.expression), {
      ...environment,
      names: recordNames(record, environment),
    });
  } catch (error) {
    // What only the server's other records decide is unknown here; firing asks them.
    if (error instanceof OutOfReachError) return false;
    throw error;
  }
}
