import type { Approve, Entity } from '../dialect/entity.generated.ts';
import type { ExpressionScope } from '../expression/index.ts';
import type { BuiltFields } from './build-fields.ts';
import { buildGuards, buildSet } from './build-flow.ts';
import { buildTimers } from './build-timers.ts';
import { checkActors } from './check-actors.ts';
import { type ExpressionCompiler, reportUnknown } from './compile-expression.ts';
import type { ApprovalModel, LevelModel } from './entity-model.ts';
import { entityNames, type NameTable, nameScope, propertyNames } from './entity-scope.ts';
import type { ModelWorld } from './model-world.ts';

type Path = readonly (string | number)[];

/** The approval of a transition with its conditions compiled; what is wrong with it is reported. */
export function buildApproval(
  world: ModelWorld,
  entity: Entity,
  built: BuiltFields,
  compiler: ExpressionCompiler,
  approve: Approve | undefined,
  path: Path,
  scope: ExpressionScope,
  row: NameTable,
): ApprovalModel | undefined {
  if (approve === undefined) return undefined;
  const { sink } = compiler;
  const { names } = built.scopes;
  const states = Object.keys(entity.states ?? {});
  const state = (key: string | undefined, at: Path): void => {
    if (key !== undefined && !states.includes(key)) reportUnknown(sink, at, '状态', key, states);
  };
  state(approve.pending, [...path, 'pending']);
  const levels = Object.entries(approve.levels ?? {}).map(([key, level]): LevelModel => {
    const at = [...path, 'levels', key];
    checkActors(compiler, built, level.who, [...at, 'who'], scope, row);
    const { vote } = level;
    const [guard] = vote?.when === undefined ? [] : buildGuards(compiler, [vote.when], [...at, 'vote', 'when'], scope);
    return {
      key,
      title: level.title ?? '审批',
      when: compiler.compile(level.when, [...at, 'when'], scope, 'boolean'),
      who: level.who,
      mode: level.mode ?? 'any',
      share: level.share,
      each: level.each ?? 'person',
      vote: {
        opinion: vote?.opinion ?? 'optional',
        signature: vote?.signature === true,
        place: vote?.place === true,
        files: vote?.files !== false,
        guard,
      },
      timers: buildTimers(entity, built, compiler, level.timers, [...at, 'timers'], scope),
    };
  });
  const library = approve.from === undefined ? undefined : world.entity(approve.from.entity);
  if (approve.from !== undefined && library === undefined) {
    reportUnknown(sink, [...path, 'from', 'entity'], '实体', approve.from.entity, world.entityKeys?.() ?? []);
  }
  const where =
    library === undefined
      ? undefined
      : compiler.compile(
          approve.from?.where,
          [...path, 'from', 'where'],
          nameScope(world, entityNames(world, library), { record: names, parent: names }),
          'boolean',
        );
  if (library !== undefined) checkLibraryActors(compiler, built, approve.from, library, path, scope, row);
  if (approve.levels === undefined && approve.from === undefined) {
    sink.error(path, '审批没有层级', '写上 levels，或用 from 指定存放审批层级的实体');
  }
  const { reject, revoke } = approve;
  state(reject?.to, [...path, 'reject', 'to']);
  checkActors(compiler, built, revoke?.who, [...path, 'revoke', 'who'], scope, row);
  state(revoke?.to, [...path, 'revoke', 'to']);
  checkActors(compiler, built, approve.copies, [...path, 'copies'], scope, row);
  const fields = propertyNames(world, entity.record.properties);
  return {
    pending: approve.pending,
    levels,
    from:
      library === undefined
        ? undefined
        : { entity: library.entity, where, who: approve.from?.who, vote: approve.from?.vote ?? {} },
    reject: { to: reject?.to, set: buildSet(compiler, reject?.set, [...path, 'reject', 'set'], fields, scope) },
    revoke:
      revoke === undefined ? undefined : { who: revoke.who ?? [], until: revoke.until ?? 'firstVote', to: revoke.to },
    parallel: approve.parallel === true,
    copies: approve.copies ?? [],
  };
}

/** Checks what the values of a choice of the rows stand for: field and values are the library's, actors the record's. */
function checkLibraryActors(
  compiler: ExpressionCompiler,
  built: BuiltFields,
  from: Approve['from'],
  library: Entity,
  path: Path,
  scope: ExpressionScope,
  row: NameTable,
): void {
  if (from?.who === undefined) return;
  const { field, actors } = from.who;
  const at = [...path, 'from', 'who'];
  const property = library.record.properties[field];
  if (property === undefined) {
    reportUnknown(compiler.sink, [...at, 'field'], '字段', field, Object.keys(library.record.properties));
  }
  const choices = property?.options === undefined ? undefined : Object.keys(property.options);
  for (const [value, who] of Object.entries(actors)) {
    if (choices !== undefined && !choices.includes(value)) {
      reportUnknown(compiler.sink, [...at, 'actors', value], '选项', value, choices);
    }
    checkActors(compiler, built, who, [...at, 'actors', value], scope, row);
  }
  for (const choice of choices ?? []) {
    if (Object.hasOwn(actors, choice)) continue;
    compiler.sink.error([...at, 'actors'], `没有说明“${choice}”由谁审批`, `在 actors 里为“${choice}”写上审批人`);
  }
}
