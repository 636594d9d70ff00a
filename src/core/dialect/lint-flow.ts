import { verbsOf } from '../effects/build-effects.ts';
import type { EffectVerb } from '../effects/effect-verb.ts';
import { effectVerbs } from '../effects/verbs.generated.ts';
import { targetOf as entityOf } from '../model/entity-scope.ts';
import type { Actor, Effect, Entity } from './entity.generated.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';

type Path = readonly (string | number)[];

/** Where a step starts: from states of an entity that has some, at any time and without a request where it has none. */
function lintStart({ entity, sink }: LintedEntity, key: string): void {
  const source = entity.transitions?.[key];
  if (source === undefined) return;
  const hasStates = Object.keys(entity.states ?? {}).length > 0;
  if (hasStates && source.from.length === 0) {
    sink.error(['transitions', key, 'from'], `流转“${source.title}”没有起始状态`, '写上它从哪些状态开始');
  }
  if (!hasStates && source.approve !== undefined) {
    sink.error(
      ['transitions', key, 'approve'],
      `${entity.title}没有状态，等待审批时没有地方停留`,
      '给实体写上 states，或去掉 approve',
    );
  }
}

/** Checks that every state can be reached and every transition taken by someone. */
export function lintFlow(linted: LintedEntity, world: LintWorld): void {
  const { entity, model, sink } = linted;
  const reached = reachedStates(linted);
  for (const key of Object.keys(model.states)) {
    if (!reached.has(key)) {
      sink.warning(['states', key], `没有流转能到达状态“${key}”`, '加上到达它的流转，或删去该状态');
    }
  }
  const fired = firedTransitions(world, entity);
  for (const transition of Object.values(model.transitions)) {
    const path = ['transitions', transition.key];
    lintStart(linted, transition.key);
    if (transition.from.length > 0 && transition.from.every((state) => !reached.has(state))) {
      sink.warning([...path, 'from'], `流转“${transition.key}”的起始状态都无法到达`, '改正 from，或删去该流转');
    }
    if (transition.source.auto === true || fired.has(transition.key)) continue;
    const { limits } = model.readings ?? {};
    if (transition.key === limits?.raise || transition.key === limits?.back) continue;
    if (transition.who.every((actor) => actor === 'system')) {
      sink.warning(
        [...path, 'who'],
        `流转“${transition.key}”只有系统能做，但没有定时器或效果触发它`,
        '写上能做的人，或加上触发它的定时器、效果',
      );
    } else if (transition.who.every((actor) => actor === 'system' || isRole(actor))) {
      const roles = transition.who.flatMap((actor) => (isRole(actor) ? [actor.role] : []));
      const granted = Object.values(model.pages).some((page) =>
        [...roles, 'everyone'].some(
          (role) => Object.hasOwn(page.grants, role) && page.grants[role]?.includes(transition.button) === true,
        ),
      );
      if (!granted) {
        sink.warning(
          [...path, 'who'],
          `没有人能做流转“${transition.key}”：页面没有把按钮“${transition.button}”授予 ${roles.join('、')}`,
          `在页面的 grants 里把“${transition.button}”授予其中的角色`,
        );
      }
    }
  }
}

function isRole(actor: Actor): actor is { role: string } {
  return typeof actor === 'object' && 'role' in actor;
}

function reachedStates({ model }: LintedEntity): ReadonlySet<string> {
  const reached = new Set<string>();
  // Records of a read-only entity are the platform's, which brings them where it has to.
  const begun = model.initialState === undefined ? [] : [model.initialState];
  const open = model.source.readOnly === true ? Object.keys(model.states) : begun;
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (reached.has(state)) continue;
    reached.add(state);
    for (const transition of Object.values(model.transitions)) {
      if (!transition.from.includes(state)) continue;
      const { approve } = transition;
      open.push(...transition.to.map((branch) => branch.state));
      for (const next of [approve?.pending, approve?.opens?.to, approve?.reject?.to, approve?.revoke?.to]) {
        if (next !== undefined) open.push(next);
      }
    }
  }
  return reached;
}

/** Transitions of an entity that a timer or an effect fires. */
function firedTransitions(world: LintWorld, entity: Entity): ReadonlySet<string> {
  const fired = new Set(firedByEffects(world).get(entity.entity));
  if (entity.retire !== undefined) fired.add(entity.retire.fire);
  if (entity.public?.fire !== undefined) fired.add(entity.public.fire);
  for (const state of Object.values(entity.states ?? {})) {
    for (const timer of Object.values(state.timers ?? {})) if (timer.fire !== undefined) fired.add(timer.fire);
  }
  for (const transition of Object.values(entity.transitions ?? {})) {
    for (const level of [...Object.values(transition.approve?.levels ?? {}), transition.approve?.from]) {
      for (const timer of Object.values(level?.timers ?? {})) if (timer.fire !== undefined) fired.add(timer.fire);
    }
  }
  return fired;
}

/** Transitions that effects fire, by entity. */
function firedByEffects(world: LintWorld): ReadonlyMap<string, ReadonlySet<string>> {
  const known = firedIn.get(world.entities);
  if (known !== undefined) return known;
  const fired = new Map<string, Set<string>>();
  const add = (key: string, transition: string) =>
    fired.set(key, (fired.get(key) ?? new Set<string>()).add(transition));
  for (const { entity } of world.entities.values()) {
    for (const [, effect] of effectsOf(entity)) {
      for (const key of verbOf(effect)?.answers?.(effect) ?? []) add(entity.entity, key);
      const fire = firedBy(effect);
      const target = fire === undefined ? undefined : targetOf(world, entity, effect);
      if (fire !== undefined && target !== undefined) add(target, fire);
    }
  }
  firedIn.set(world.entities, fired);
  return fired;
}

/** Every entity of a world asks for what those of all others fire. */
const firedIn = new WeakMap<LintWorld['entities'], ReadonlyMap<string, ReadonlySet<string>>>();

/** Effects of an entity, each with where it starts: a transition's key, or '' for a save. Those of a state start with each transition to it. */
function effectsOf(entity: Entity): Started {
  const known = started.get(entity) ?? collectEffects(entity);
  started.set(entity, known);
  return known;
}

type Started = readonly (readonly [string, Effect, Path])[];

/** Every entity of a world asks for the effects of all others. */
const started = new WeakMap<Entity, Started>();

function collectEffects(entity: Entity): Started {
  const own = Object.entries(entity.effects ?? {}).map(([key, effect]) => ['', effect, ['effects', key]] as const);
  const fired = Object.entries(entity.transitions ?? {}).flatMap(([transition, { effects }]) =>
    Object.entries(effects ?? {}).map(
      ([key, effect]) => [transition, effect, ['transitions', transition, 'effects', key]] as const,
    ),
  );
  return [...own, ...fired, ...enteringEffects(entity)];
}

/** Effects of states, each for every transition that brings a record there; once where none does. */
function enteringEffects(entity: Entity): Started {
  return Object.entries(entity.states ?? {}).flatMap(([state, { effects }]) => {
    if (effects === undefined) return [];
    const bringing = Object.entries(entity.transitions ?? {}).flatMap(([key, { to }]) =>
      to === state || (Array.isArray(to) && to.some((branch) => branch.state === state)) ? [key] : [],
    );
    const starts = bringing.length === 0 ? [`states.${state}`] : bringing;
    return Object.entries(effects).flatMap(([key, effect]) =>
      starts.map((start) => [start, effect, ['states', state, 'effects', key]] as const),
    );
  });
}

/** Verb of an effect; of one that names several, the first. */
function verbOf(effect: Effect): EffectVerb | undefined {
  const [name] = verbsOf(effect);
  return name === undefined ? undefined : effectVerbs[name];
}

function createdBy(effect: Effect): string | undefined {
  return verbOf(effect)?.creates?.(effect);
}

function firedBy(effect: Effect): string | undefined {
  return verbOf(effect)?.fires?.(effect);
}

/** Entity on which an effect acts. */
function targetOf(world: LintWorld, entity: Entity, effect: Effect): string | undefined {
  const creates = createdBy(effect);
  if (creates !== undefined) return creates;
  if (effect.each !== undefined) return effect.each.entity;
  if (effect.target === undefined) return entity.entity;
  const made = /^created\.(.+)$/.exec(effect.target)?.[1];
  if (made !== undefined) {
    const maps = [
      entity.effects,
      ...Object.values(entity.transitions ?? {}).map((transition) => transition.effects),
      ...Object.values(entity.states ?? {}).map((state) => state.effects),
    ];
    for (const map of maps) {
      const maker = map !== undefined && Object.hasOwn(map, made) ? map[made] : undefined;
      const found = maker === undefined ? undefined : createdBy(maker);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const property = entity.record.properties[effect.target];
  const target = property === undefined ? undefined : entityOf(property);
  return target !== undefined && world.entities.has(target) ? target : undefined;
}

/** Refuses effects that set each other off without any condition between them. */
export function lintEffectCycles(all: readonly LintedEntity[], world: LintWorld): void {
  const edges = new Map<string, string[]>();
  const places = new Map<string, { linted: LintedEntity; path: Path }>();
  for (const linted of all) {
    for (const [transition, effect, path] of effectsOf(linted.entity)) {
      if (verbOf(effect)?.leaves === true) continue;
      const target = targetOf(world, linted.entity, effect);
      // A condition bounds the depth at run time.
      if (target === undefined || effect.when !== undefined) continue;
      const from = `${linted.entity.entity}.${transition}`;
      edges.set(from, [...(edges.get(from) ?? []), `${target}.${firedBy(effect) ?? ''}`]);
      places.set(from, { linted, path });
    }
  }
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): void => {
    const start = path.indexOf(node);
    if (start >= 0) {
      const cycle = [...path.slice(start), node].map((name) => name.replace(/\.$/, '.save')).join(' → ');
      const place = places.get(node);
      place?.linted.sink.error(place.path, `效果互相触发，没有止境：${cycle}`, '给其中一个效果写上 when');
      return;
    }
    if (done.has(node)) return;
    for (const next of edges.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
}
