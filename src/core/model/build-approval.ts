import type { Approve, Entity, Level, Vote } from '../dialect/entity.generated.ts';
import type { ProblemSink } from '../dialect/problem.ts';
import type { ExpressionScope } from '../expression/index.ts';
import { say } from '../text/say.ts';
import { buildGuard, buildSet } from './build-set.ts';
import { buildSitePlace } from './build-site-place.ts';
import { buildTimers } from './build-timers.ts';
import { type ActorPlace, checkActors } from './check-actors.ts';
import { reportUnknown } from './compile-expression.ts';
import { checkDistinct } from './distinct.ts';
import type { ApprovalModel, LevelModel, VoteModel } from './entity-model.ts';
import { entityNames, type NameTable, nameScope, propertyNames } from './entity-scope.ts';
import type { ModelWorld } from './model-world.ts';

type Path = readonly (string | number)[];

/** The approval of a transition with its conditions compiled; what is wrong with it is reported. */
export function buildApproval(
  world: ModelWorld,
  entity: Entity,
  approve: Approve | undefined,
  path: Path,
  place: ActorPlace & { readonly row: NameTable },
): ApprovalModel | undefined {
  if (approve === undefined) return undefined;
  const { built, compiler, scope, row } = place;
  const { sink } = compiler;
  const { names } = built.scopes;
  const voting = { world, entity, compiler, built };
  const voteScope = nameScope(world, names, { ...built.scopes.records, old: names, row, vote: VOTE });
  const levels = Object.entries(approve.levels ?? {}).map(([key, level]): LevelModel => {
    const at = [...path, 'levels', key];
    checkActors(place, level.who, [...at, 'who']);
    checkShare(sink, level, at);
    return {
      key,
      title: level.title ?? say('审批'),
      when: compiler.compile(level.when, [...at, 'when'], scope, 'boolean'),
      who: level.who,
      qualified: level.qualified === true,
      mode: level.mode ?? 'any',
      share: level.share,
      each: level.each ?? 'person',
      vote: buildVote(voting, level.vote, [...at, 'vote'], voteScope),
      timers: buildTimers(built, compiler, level.timers, [...at, 'timers'], scope),
    };
  });
  const library = approve.from === undefined ? undefined : world.entity(approve.from.entity);
  const where =
    library === undefined
      ? undefined
      : compiler.compile(
          approve.from?.where,
          [...path, 'from', 'where'],
          nameScope(world, entityNames(world, library), { record: names, parent: names }),
          'boolean',
        );
  if (library !== undefined) checkLibraryActors(place, approve.from, library, path);
  if (approve.levels === undefined && approve.from === undefined) {
    sink.error(path, '审批没有层级', '写上 levels，或用 from 指定存放审批层级的实体');
  }
  if (approve.from?.instead === true && approve.levels === undefined) {
    sink.error(
      [...path, 'from', 'instead'],
      '没有 levels 可以代替',
      '写上没有设置审批链时的层级 levels，或删去 instead',
    );
  }
  const { opens, reject, revoke } = approve;
  checkActors(place, revoke?.who, [...path, 'revoke', 'who']);
  checkActors(place, approve.copies, [...path, 'copies']);
  const fields = propertyNames(world, entity.record.properties);
  return {
    pending: approve.pending,
    levels,
    from:
      library === undefined
        ? undefined
        : {
            entity: library.entity,
            where,
            instead: approve.from?.instead === true,
            who: approve.from?.who,
            vote: buildVote(voting, approve.from?.vote, [...path, 'from', 'vote'], voteScope),
            timers: buildTimers(
              built,
              compiler,
              approve.from?.timers,
              [...path, 'from', 'timers'],
              nameScope(world, names, { ...built.scopes.records, old: names, row, node: entityNames(world, library) }),
            ),
          },
    opens:
      opens === undefined
        ? undefined
        : {
            when: compiler.compile(opens.when, [...path, 'opens', 'when'], scope, 'boolean'),
            to: opens.to,
            set: buildSet(compiler, opens.set, [...path, 'opens', 'set'], fields, scope),
          },
    reject: { to: reject?.to, set: buildSet(compiler, reject?.set, [...path, 'reject', 'set'], fields, scope) },
    revoke:
      revoke === undefined ? undefined : { who: revoke.who ?? [], until: revoke.until ?? 'firstVote', to: revoke.to },
    parallel: approve.parallel === true,
    copies: approve.copies ?? [],
  };
}

/** How large a share of the votes is needed has to be said, and means nothing of another mode. */
function checkShare(sink: ProblemSink, { mode, share }: Level, at: Path): void {
  if (mode === 'share' && share === undefined) {
    sink.error(at, '按比例通过的层级没有写比例', '写上 share，如 0.5 表示半数');
  }
  if (mode !== 'share' && share !== undefined) {
    sink.error([...at, 'share'], '只有 mode 为 share 的层级才有比例', '删去 share，或把 mode 改为 share');
  }
}

/** What `vote` is in the condition of a vote: where it is given. */
const VOTE: NameTable = {
  keys: () => ['place'],
  entry: (key) => (key === 'place' ? { type: 'place', serverOnly: true } : undefined),
  rows: () => undefined,
};

/** Where votes stand: the entity, its fields, and what compiles their conditions. */
type VotePlace = Pick<ActorPlace, 'compiler' | 'built'> & { readonly world: ModelWorld; readonly entity: Entity };

/** What a vote asks, its conditions compiled. */
function buildVote(
  { world, entity, compiler, built }: VotePlace,
  vote: Vote | undefined,
  path: Path,
  voteScope: ExpressionScope,
): VoteModel {
  checkDistinct(compiler, built, vote?.distinct, [...path, 'distinct']);
  const guard = vote?.when === undefined ? undefined : buildGuard(compiler, vote.when, [...path, 'when'], voteScope);
  return {
    opinion: vote?.opinion ?? 'optional',
    signature: vote?.signature === true,
    place: buildSitePlace(vote?.place, [...path, 'place'], { world, entity, built, compiler }),
    files: vote?.files !== false,
    guard,
    source: vote ?? {},
  };
}

/** Checks what the values of a choice of the rows stand for: field and values are the library's, actors the record's. */
function checkLibraryActors(place: ActorPlace, from: Approve['from'], library: Entity, path: Path): void {
  if (from?.who === undefined) return;
  const { compiler } = place;
  const { field, actors } = from.who;
  const at = [...path, 'from', 'who'];
  const property = library.record.properties[field];
  const choices = property?.options === undefined ? undefined : Object.keys(property.options);
  for (const [value, who] of Object.entries(actors)) {
    if (choices !== undefined && !choices.includes(value)) {
      reportUnknown(compiler.sink, [...at, 'actors', value], '选项', value, choices);
    }
    checkActors(place, who, [...at, 'actors', value]);
  }
  for (const [index, value] of (from.who.own ?? []).entries()) {
    if (Object.hasOwn(actors, value)) continue;
    reportUnknown(compiler.sink, [...at, 'own', index], '审批方', value, Object.keys(actors));
  }
  for (const choice of choices ?? []) {
    if (Object.hasOwn(actors, choice)) continue;
    compiler.sink.error([...at, 'actors'], `没有说明“${choice}”由谁审批`, `在 actors 里为“${choice}”写上审批人`);
  }
}
