import { buildModel } from '../model/build-model.ts';
import type { EntityModel } from '../model/entity-model.ts';
import { entityFile } from '../model/model-world.ts';
import { lintAggregates } from './lint-aggregates.ts';
import { lintAsked } from './lint-asked.ts';
import { lintAwaits } from './lint-awaits.ts';
import { lintBounds } from './lint-bounds.ts';
import type { LintedEntity, LintWorld, WorldEntity } from './lint-context.ts';
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
import { lintTogether } from './lint-together.ts';
import { lintTransfer } from './lint-transfer.ts';
import { lintTreePlace } from './lint-tree-place.ts';
import { lintTurns } from './lint-turns.ts';
import { modelWorldOf } from './lint-world.ts';
import { createProblemSink, hasErrors, type Problem } from './problem.ts';
import { traceProblems } from './resolve/trace.ts';

/** What linting one entity gives: its problems and, however many there are, its model. */
interface LintedSubject {
  readonly model: EntityModel;
  readonly problems: readonly Problem[];
}

/** The model of another entity; made again where it rolls up the subject's records, whose fields may be new. */
function countedAnew(other: EntityModel, subject: string, world: LintWorld): EntityModel {
  const counts = Object.values(other.source.record.properties).some(({ rollup }) => rollup?.of === subject);
  return counts ? buildModel(other.source, modelWorldOf(world, other.area)).model : other;
}

/**
 * Everything wrong with one entity beside others whose models exist already (one of the same key gives way to it): as
 * `lintWorld`, but nothing is told about the others, and they are built again only where they count its records. Its text must have passed
 * `parseEntity`.
 */
export function lintEntity(subject: WorldEntity, world: LintWorld, others: Iterable<EntityModel>): LintedSubject {
  const { area, entity, resolution } = subject;
  const own: LintWorld = { ...world, entities: new Map([...world.entities, [entity.entity, subject]]) };
  const { model, problems } = buildModel(entity, modelWorldOf(own, area));
  const sink = createProblemSink(entityFile(area, entity.entity));
  const linted: LintedEntity = { area, entity, resolution, model, sink, foreign: model.asking };
  const beside = new Map([...others].map((other) => [other.key, countedAnew(other, entity.entity, own)]));
  lintShared(linted, modelWorldOf(own, area));
  const modelOf = (key: string) => (key === entity.entity ? model : beside.get(key));
  lintForeign(linted, modelOf);
  lintAggregates(linted, modelOf);
  lintBounds(linted, modelOf);
  lintAsked(linted);
  lintIdentity(linted);
  lintFields(linted, own);
  lintRules(linted, own);
  lintMessages(linted, own);
  lintLabels(linted);
  lintFlow(linted, own);
  lintTogether(linted);
  lintSitePlace(linted);
  lintTurns(linted);
  lintAwaits(linted, modelOf);
  lintLive(linted);
  lintOutgoing(linted, modelOf);
  lintRelated(linted, own);
  lintTreePlace(linted, own);
  lintRunning(linted);
  lintOverrides(linted, own);
  lintStatistics(linted, own);
  lintTransfer(linted);
  lintOptional(linted);
  lintReferences(linted, own, problems);
  const all: LintedEntity[] = [...beside.values()]
    .filter(({ key }) => key !== entity.entity)
    .map((other) => ({
      area: other.area,
      entity: other.source,
      model: other,
      sink: createProblemSink(entityFile(other.area, other.key)),
      foreign: [],
    }));
  // Last, so that what two of them claim is told of this one.
  all.push(linted);
  lintUniqueness(all, [linted]);
  lintEffectCycles(all, own);
  lintRollups(all);
  lintExamples(linted, own, !hasErrors(problems));
  return { model, problems: traceProblems([...problems, ...linted.sink.problems], [subject]) };
}
