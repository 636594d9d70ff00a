import type { Actor } from '../dialect/entity.generated.ts';
import {
  callsWithin,
  collectReferences,
  type ExpressionNode,
  memberPath,
  parseExpression,
} from '../expression/index.ts';
import type { EntityModel, TransitionModel } from './entity-model.ts';

/** Somebody whom `who` names over a record, or the group of a role or post. */
export type CalledActor =
  | { readonly kind: 'field'; readonly field: string }
  | ({ readonly kind: 'people' } & PeopleNamed)
  | { readonly kind: 'head'; readonly field: string; readonly up: number | undefined }
  | { readonly kind: 'superior'; readonly field: string; readonly up: number }
  | { readonly kind: 'role' | 'post'; readonly code: string };

/** A transition for which somebody is called in a state, and who that is. */
export interface CalledStep {
  readonly transition: TransitionModel;
  readonly actors: readonly CalledActor[];
}

const known = new WeakMap<EntityModel, ReadonlyMap<string, readonly CalledStep[]>>();

/**
 * The transitions for which somebody is called while a record stands in a state: see `waits` of a transition. Of drafts,
 * which are their maker's, only those that say so: what another step or a schedule made waits for whoever completes it.
 */
export function calledSteps(model: EntityModel, state: string | null): readonly CalledStep[] {
  let steps = known.get(model);
  if (steps === undefined) {
    steps = new Map(Object.keys(model.states).map((key) => [key, stepsOf(model, key)]));
    known.set(model, steps);
  }
  return (state === null ? undefined : steps.get(state)) ?? [];
}

/** Whether anybody is ever called for records of an entity. */
export function callsAnybody(model: EntityModel): boolean {
  return Object.keys(model.states).some((state) => calledSteps(model, state).length > 0);
}

function stepsOf(model: EntityModel, state: string): readonly CalledStep[] {
  const isDraft = model.states[state]?.draft === true;
  return Object.values(model.transitions).flatMap((transition) => {
    if (!transition.from.includes(state) || !isCalled(transition, state)) return [];
    if (isDraft && transition.waits.call !== 'call') return [];
    const actors = transition.who.flatMap(calledActors);
    return actors.length === 0 ? [] : [{ transition, actors }];
  });
}

/** Whether whoever may take a step from a state is called for it, whoever that is. */
export function isCalled({ waits, auto, danger, to }: TransitionModel, state: string): boolean {
  if (waits.call !== 'default') return waits.call === 'call';
  return !auto && !danger && to.some((branch) => branch.state !== state);
}

function calledActors(actor: Actor): readonly CalledActor[] {
  if (actor === 'system' || actor === 'everyone') return [];
  if (actor === 'creator') return [{ kind: 'field', field: 'createUser' }];
  if ('field' in actor) return [{ kind: 'field', field: actor.field }];
  if ('superior' in actor) return [{ kind: 'superior', field: actor.superior, up: levels(actor.up) ?? 0 }];
  if ('head' in actor) return [{ kind: 'head', field: actor.head, up: levels(actor.up) }];
  if ('role' in actor) return [{ kind: 'role', code: actor.role }];
  if ('post' in actor) return [{ kind: 'post', code: actor.post }];
  if (!('expression' in actor)) return [];
  const parsed = parseExpression(actor.expression);
  return 'node' in parsed ? namedBy(parsed.node).map((named) => ({ kind: 'people', ...named })) : [];
}

function levels(up: number | 'times' | undefined): number | undefined {
  return up === 'times' ? 0 : up;
}

/** People whom a condition about `me` names, and what has to hold besides for them to be. */
interface PeopleNamed {
  readonly of: ExpressionNode;
  readonly when: readonly ExpressionNode[];
}

/**
 * What a condition about `me` compares him with, wherever that lets him: `handler == me.userId`, `me.userId in members`,
 * `includes(parent.members, me.userId)`, one of several by `or`, one with a condition that does not ask about `me` by
 * `and`. Any other condition names nobody.
 */
function namedBy(node: ExpressionNode): readonly PeopleNamed[] {
  if (node.kind === 'call' && node.name === 'includes') {
    const [list, one] = node.arguments;
    return list !== undefined && one !== undefined && isMe(one) ? [{ of: list, when: [] }] : [];
  }
  if (node.kind !== 'binary') return [];
  const { operator, left, right } = node;
  if (operator === 'or') return [...namedBy(left), ...namedBy(right)];
  if (operator === 'and') return [...besides(left, right), ...besides(right, left)];
  if (operator === 'in') return isMe(left) ? [{ of: right, when: [] }] : [];
  if (operator !== '==') return [];
  if (isMe(left)) return [{ of: right, when: [] }];
  return isMe(right) ? [{ of: left, when: [] }] : [];
}

/** People whom one side names where the other says nothing of `me`. */
function besides(naming: ExpressionNode, condition: ExpressionNode): readonly PeopleNamed[] {
  if (collectReferences(condition).some((name) => name === 'me' || name.startsWith('me.'))) return [];
  if (callsWithin(condition).some(({ name }) => name === 'hasRole')) return [];
  return namedBy(naming).map(({ of, when }) => ({ of, when: [...when, condition] }));
}

function isMe(node: ExpressionNode): boolean {
  return node.kind === 'member' && memberPath(node).join('.') === 'me.userId';
}
