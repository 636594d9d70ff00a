import type { BuiltModel } from '../model/build-model.ts';
import type { EntityModel } from '../model/entity-model.ts';
import { buildRemembered } from '../model/model-memory.ts';
import { entityFile, type ModelWorld } from '../model/model-world.ts';
import { lazyModels } from './lazy-models.ts';
import { lintAggregates } from './lint-aggregates.ts';
import { lintAsked } from './lint-asked.ts';
import { lintAwaits } from './lint-awaits.ts';
import { lintBounds } from './lint-bounds.ts';
import { childrenIn, type LintedEntity, type LintWorld, type WorldEntity } from './lint-context.ts';
import { lintExamples } from './lint-examples.ts';
import { lintFields } from './lint-fields.ts';
import { lintEffectCycles, lintFlow } from './lint-flow.ts';
import { lintForeign } from './lint-foreign.ts';
import { lintIdentity, lintUniqueness } from './lint-identity.ts';
import { lintLabels } from './lint-labels.ts';
import { lintLive } from './lint-live.ts';
import { lintMessages } from './lint-messages.ts';
import { lintOptional } from './lint-optional.ts';
import { lintOutgoing } from './lint-outgoing.ts';
import { lintOverrides } from './lint-overrides.ts';
import { lintReferences } from './lint-references.ts';
import { lintRelated } from './lint-related.ts';
import { lintRollups } from './lint-rollups.ts';
import { lintRules } from './lint-rules.ts';
import { lintRunning } from './lint-running.ts';
import { lintShared } from './lint-shared.ts';
import { lintSitePlace } from './lint-site-place.ts';
import { lintStatistics } from './lint-statistics.ts';
import { lintTexts } from './lint-texts.ts';
import { lintTitles } from './lint-titles.ts';
import { lintTogether } from './lint-together.ts';
import { lintTransfer } from './lint-transfer.ts';
import { lintTreePlace } from './lint-tree-place.ts';
import { lintTurns } from './lint-turns.ts';
import { remembering } from './noted-world.ts';
import { createProblemSink, hasErrors, type Problem } from './problem.ts';
import { traceProblems } from './resolve/trace.ts';
import { lintShippedRows } from './shipped-rows.ts';

export type { LintWorld, WorldEntity } from './lint-context.ts';

/** What building one entity of a world may ask about the rest of it. */
export function modelWorldOf(world: LintWorld, area: string): ModelWorld {
  return {
    childrenOf: (key) => childrenIn(world, key),
    area,
    registry: world.registry,
    pageKinds: world.pageKinds,
    dictionaries: world.dictionaries,
    entity: (key) => world.entities.get(key)?.entity,
    entityKeys: () => world.entities.keys(),
    buttons: () => world.buttons ?? [],
    settings: world.settings,
    faulty: (key) => world.faulty?.get(key),
  };
}

/**
 * Everything wrong with all entities together, by file. Names, expressions, cycles of fields and references come from
 * `buildModel`, what was built before is taken again where nothing it read has changed; identity, flow, limits, indexes, texts and examples are checked here. Files must have passed
 * `parseEntity`.
 */
export function lintWorld(world: LintWorld): readonly Problem[] {
  return traceProblems(analyseWorld(world).problems, world.entities.values());
}

/**
 * The same with the models, which exist however much is wrong; problems stand by the pointers of the resolved entities.
 * @param only keys of the entities that are analysed each for itself. Default all; the others only stand beside them.
 */
export function analyseWorld(
  world: LintWorld,
  only?: ReadonlySet<string>,
): {
  readonly models: ReadonlyMap<string, EntityModel>;
  readonly problems: readonly Problem[];
} {
  const built = new Map<LintedEntity, BuiltModel>();
  const all = [...world.entities.values()].map((placed) => lintedOf(placed, world, built));
  // All are built beforehand but where only some are analysed: those ask for few others.
  if (only === undefined) for (const linted of all) linted.model;
  const models = lazyModels(new Map(all.map((linted) => [linted.entity.entity, () => linted.model])));
  const subjects = only === undefined ? all : all.filter(({ entity }) => only.has(entity.entity));
  for (const linted of subjects) {
    linted.sink.problems.push(...ownProblems(linted, world));
    const modelOf = (key: string) => models.get(key);
    lintForeign(linted, modelOf);
    lintAggregates(linted, modelOf);
    lintBounds(linted, modelOf);
    lintFlow(linted, world);
    lintAwaits(linted, modelOf);
    lintLive(linted);
    lintOutgoing(linted, modelOf);
    lintReferences(linted, world, problemsOf(linted));
  }
  lintUniqueness(all, subjects);
  lintEffectCycles(all, world);
  lintRollups(all, only);
  for (const linted of subjects) lintExamples(linted, world, !hasErrors(problemsOf(linted)));
  const texts = [...lintTexts(all, world), ...lintTitles(all, world)];
  const rows = world.rows === undefined ? [] : lintShippedRows(world.rows, all, world, only);
  const found = all.flatMap((linted) => [...problemsOf(linted), ...linted.sink.problems]);
  return { models, problems: [...found, ...texts, ...rows] };

  function problemsOf(linted: LintedEntity): readonly Problem[] {
    return built.get(linted)?.problems ?? [];
  }
}

/** What is wrong with an entity itself, with no more of the others than their files. */
const ownProblems = remembering(
  ({ model }: LintedEntity): EntityModel => model,
  ({ area, entity, resolution, model, foreign, sink }, world): readonly Problem[] => {
    const linted = { area, entity, resolution, model, foreign, sink: createProblemSink(sink.file) };
    lintShared(linted, modelWorldOf(world, area));
    lintIdentity(linted);
    lintAsked(linted);
    lintFields(linted, world);
    lintRules(linted, world);
    lintMessages(linted, world);
    lintLabels(linted);
    lintTogether(linted);
    lintSitePlace(linted);
    lintTurns(linted);
    lintRelated(linted, world);
    lintTreePlace(linted, world);
    lintRunning(linted);
    lintOverrides(linted, world);
    lintStatistics(linted, world);
    lintTransfer(linted);
    lintOptional(linted);
    return linted.sink.problems;
  },
);

/** The models alone, each built when it is asked for. */
export function modelsOf(world: LintWorld): ReadonlyMap<string, EntityModel> {
  const built = new Map<LintedEntity, BuiltModel>();
  const all = [...world.entities.values()].map((placed) => lintedOf(placed, world, built));
  return lazyModels(new Map(all.map((linted) => [linted.entity.entity, () => linted.model])));
}

/** An entity to be analysed, whose model is built when it is asked for, and then stands in `built`. */
function lintedOf(
  { area, entity, resolution }: WorldEntity,
  world: LintWorld,
  built: Map<LintedEntity, BuiltModel>,
): LintedEntity {
  const linted: LintedEntity = {
    area,
    entity,
    resolution,
    sink: createProblemSink(entityFile(area, entity.entity)),
    get model() {
      let found = built.get(linted);
      if (found === undefined) {
        found = buildRemembered(entity, modelWorldOf(world, area));
        built.set(linted, found);
      }
      return found.model;
    },
    get foreign() {
      return linted.model.asking;
    },
  };
  return linted;
}
