import type { Entity, State } from '../dialect/entity.generated.ts';
import { buildEffects } from '../effects/build-effects.ts';
import { buildApproval } from './build-approval.ts';
import { buildScan } from './build-scan.ts';
import { buildGuards, buildSet, proposalNames } from './build-set.ts';
import { buildSitePlace } from './build-site-place.ts';
import { buildTimers, rowsForTimers } from './build-timers.ts';
import { buildWaits } from './build-waits.ts';
import type { BuiltFields } from './built-fields.ts';
import { checkActors } from './check-actors.ts';
import { type ExpressionCompiler, reportUnknown } from './compile-expression.ts';
import { checkDistinct } from './distinct.ts';
import type { EnteredModel, ModelExpression, StateModel, TransitionModel } from './entity-model.ts';
import { propertyNames } from './entity-scope.ts';
import type { ModelWorld } from './model-world.ts';

type Path = readonly (string | number)[];

/** States in their order of definition, with the defaults filled in. */
export function buildStates(
  world: ModelWorld,
  entity: Entity,
  built: BuiltFields,
  compiler: ExpressionCompiler,
): { states: Readonly<Record<string, StateModel>>; initialState: string | undefined } {
  const { sink } = compiler;
  const entries = Object.entries(entity.states ?? {});
  const initial = entries.filter(([, state]) => state.initial === true).map(([key]) => key);
  if (entries.length > 0 && initial.length !== 1) {
    sink.error(
      ['states'],
      initial.length === 0 ? '没有初始状态' : `有多个初始状态：${initial.join('、')}`,
      '在且仅在一个状态上写 "initial": true',
    );
  }
  const initialState = initial[0] ?? entries[0]?.[0];
  const rowsOf = rowsForTimers(world, entity, built, compiler);
  const states = entries.map(([key, state], index): [string, StateModel] => [
    key,
    {
      key,
      id: state.id ?? key,
      title: state.title,
      order: state.order ?? (index + 1) * 10,
      color: state.color ?? 'default',
      initial: key === initialState,
      draft: state.draft === true,
      edit: state.edit ?? state.draft === true,
      remove: state.remove !== false,
      required: requiredHere(compiler, built, state.required, ['states', key, 'required']),
      timers: buildTimers(built, compiler, state.timers, ['states', key, 'timers'], built.scopes.change, rowsOf),
      entered: buildEntered(built, compiler, state.entered, ['states', key, 'entered']),
      effects: buildEffects(
        { world, entity, built, compiler, records: { ...built.scopes.records, old: built.scopes.names } },
        state.effects,
        ['states', key, 'effects'],
      ),
      source: state,
    },
  ]);
  return { states: withoutPrototype(states), initialState };
}

/** Fields that a state asks for; what nobody enters it cannot ask for. */
function requiredHere(
  { sink }: ExpressionCompiler,
  { field }: BuiltFields,
  keys: readonly string[] | undefined,
  path: Path,
): readonly string[] {
  return (keys ?? []).filter((key, index) => {
    const found = field.get(key);
    if (found === undefined) return false;
    if (!found.base && !found.computed) return true;
    const why = found.base ? '由平台填写' : '是算出的值';
    sink.error(
      [...path, index],
      `“${found.title}”（${key}）${why}，不能要求填写`,
      '改为有人填写的字段，或写成流转的条件',
    );
    return false;
  });
}

function buildEntered(
  built: BuiltFields,
  compiler: ExpressionCompiler,
  entered: State['entered'],
  path: Path,
): EnteredModel | undefined {
  if (entered === undefined) return undefined;
  const { value } = built.scopes;
  checkActors({ compiler, built, scope: value }, entered.notify, [...path, 'notify']);
  return {
    when: compiler.compile(entered.when, [...path, 'when'], value, 'boolean'),
    notify: entered.notify,
    by: entered.by,
    message: entered.message,
    detail: compiler.compile(entered.detail, [...path, 'detail'], value, 'text'),
  };
}

/**
 * The condition of a button, which each row of a list is asked: it may read nothing but the row.
 * @param besides names that it may read too.
 */
export function buildOffered(
  compiler: ExpressionCompiler,
  source: string | undefined,
  path: Path,
  { scopes, field }: BuiltFields,
  besides: (name: string) => boolean = () => false,
): ModelExpression | undefined {
  const compiled = compiler.compile(source, path, scopes.value, 'boolean');
  const foreign = compiled?.references.find((name) => !field.has(name) && !besides(name));
  if (foreign === undefined && compiled?.serverOnly !== true) return compiled;
  compiler.sink.error(path, '按钮的条件只能读本记录的字段', '其他条件写在 when 里，办理时说明原因');
  return undefined;
}

/** Transitions by key; unknown states and fields are left out. */
export function buildTransitions(
  world: ModelWorld,
  entity: Entity,
  built: BuiltFields,
  compiler: ExpressionCompiler,
): Readonly<Record<string, TransitionModel>> {
  const { sink } = compiler;
  const states = Object.keys(entity.states ?? {});
  const transitions: Record<string, TransitionModel> = {};
  for (const [key, transition] of Object.entries(entity.transitions ?? {})) {
    const path = ['transitions', key];
    const row = proposalNames(world, entity, key);
    const scope = built.scopes.proposal(row);
    const written = transition.writes === undefined ? undefined : world.entity(transition.writes);
    if (written !== undefined && written.parent?.entity !== entity.entity) {
      sink.error([...path, 'writes'], `“${transition.writes}”不是本实体的子实体`, '给它写上 parent，指向本实体');
    }
    const branches = typeof transition.to === 'string' ? [{ state: transition.to }] : (transition.to ?? []);
    const to = branches.flatMap((branch, index) => {
      const at = typeof transition.to === 'string' ? [...path, 'to'] : [...path, 'to', index];
      const source = 'when' in branch ? branch.when : undefined;
      const when = compiler.compile(source, [...at, 'when'], scope, 'boolean');
      return states.includes(branch.state) && (source === undefined || when !== undefined)
        ? [{ when, state: branch.state }]
        : [];
    });
    transitions[key] = {
      key,
      title: transition.title,
      from: transition.from.filter((state) => states.includes(state)),
      to,
      who: transition.who,
      distinct: checkDistinct(compiler, built, transition.distinct, [...path, 'distinct']),
      guards: buildGuards(compiler, transition.when, [...path, 'when'], scope),
      offered: buildOffered(compiler, transition.offeredWhen, [...path, 'offeredWhen'], built),
      button: transition.button ?? key,
      fields: Object.entries(transition.fields ?? {}).flatMap(([field, asked]) => {
        const model = built.field.get(field);
        if (model !== undefined && !model.base) {
          const own = {
            ...(asked.title === undefined ? {} : { title: asked.title }),
            ...(asked.anew === true ? { anew: true } : {}),
          };
          const demanded = to.length > 0 && to.every(({ state }) => entity.states?.[state]?.required?.includes(field));
          return [{ field, required: asked.required === true || demanded, ...own }];
        }
        reportUnknown(sink, [...path, 'fields', field], '字段', field, Object.keys(entity.record.properties));
        return [];
      }),
      together: transition.together ?? [],
      shows: (transition.shows ?? []).filter((field) => built.field.has(field)),
      set: buildSet(compiler, transition.set, [...path, 'set'], propertyNames(world, entity.record.properties), scope),
      confirm: transition.confirm,
      danger: transition.danger === true,
      approve: transition.approve,
      effects: transition.effects ?? {},
      approval: buildApproval(world, entity, transition.approve, [...path, 'approve'], { compiler, built, scope, row }),
      effectSteps: buildEffects(
        { world, entity, built, compiler, records: { ...built.scopes.records, old: built.scopes.names, row } },
        transition.effects,
        [...path, 'effects'],
      ),
      scan: buildScan(transition, [...path, 'scan'], { built, compiler }),
      place: buildSitePlace(transition.place, [...path, 'place'], { world, entity, built, compiler }),
      writes: transition.writes,
      lock: compiler.compile(transition.lock, [...path, 'lock'], scope),
      auto: transition.auto === true,
      waits: buildWaits(transition.waits, [...path, 'waits'], { built, compiler }),
      source: transition,
    };
  }
  return withoutPrototype(Object.entries(transitions));
}

// Callers name states and transitions; they must not find what every object inherits, such as `constructor`.
function withoutPrototype<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const named: Record<string, T> = Object.create(null);
  for (const [key, value] of entries) named[key] = value;
  return named;
}
