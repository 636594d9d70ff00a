import type { Entity } from '../dialect/entity.generated.ts';
import { createProblemSink, type Problem } from '../dialect/problem.ts';
import { buildEffects } from '../effects/build-effects.ts';
import { buildActionConditions } from './build-actions.ts';
import { buildAnonymous } from './build-anonymous.ts';
import { buildParent, childrenOf } from './build-child.ts';
import { buildCompanion } from './build-companion.ts';
import { buildFields, buildRules } from './build-fields.ts';
import { buildFigures } from './build-figures.ts';
import { buildStates, buildTransitions } from './build-flow.ts';
import { buildOperations } from './build-operations.ts';
import { checkOverrides } from './build-override.ts';
import { buildForm, buildPages, buildSections, checkDetail } from './build-pages.ts';
import { buildPrint } from './build-print.ts';
import { buildPublic } from './build-public.ts';
import { buildPublished } from './build-published.ts';
import { buildReadings } from './build-readings.ts';
import { buildSeries } from './build-series.ts';
import { buildGuards } from './build-set.ts';
import { buildSchedule } from './build-timers.ts';
import { buildUnique } from './build-unique.ts';
import { checkRest } from './check-rest.ts';
import { createExpressionCompiler, type OnExpression } from './compile-expression.ts';
import type { EntityModel } from './entity-model.ts';
import { namingField } from './entity-scope.ts';
import { entityFile, type ModelWorld } from './model-world.ts';
import { withOverrides } from './override-properties.ts';

/** What building an entity gives. */
export interface BuiltModel {
  readonly model: EntityModel;
  readonly problems: Problem[];
}

/**
 * The normal form of an entity, with all defaults filled in and all expressions read and checked. Never throws: what is
 * wrong is reported and left out, so that the rest can still be shown. A model with a problem of severity `error` must
 * not be published.
 *
 * `computeOrder` names the computed fields, and the sub-tables with computed columns, each after all that its value
 * reads. A live field has no column; one of a cycle has neither `compute` nor `cases`.
 * @param onExpression told every expression that is read on the way.
 */
export function buildModel(given: Entity, world: ModelWorld, onExpression?: OnExpression): BuiltModel {
  const entity = withOverrides(given);
  const sink = createProblemSink(entityFile(world.area, entity.entity));
  const compiler = createExpressionCompiler(sink, onExpression);
  const built = buildFields(world, entity, compiler);
  const { states, initialState } = buildStates(world, entity, built, compiler);
  const sections = buildSections(entity, built, compiler);
  checkDetail(entity, built, compiler);
  const formRules = buildRules(compiler, entity.form?.rules, ['form', 'rules'], built.scopes.change, '');
  const pages = buildPages(world, entity, built, compiler);
  const transitions = buildTransitions(world, entity, built, compiler);
  const operations = buildOperations(world, entity, built, compiler);
  const removeGuards = buildGuards(compiler, entity.remove, ['remove'], built.scopes.value);
  const retire =
    entity.retire === undefined
      ? undefined
      : {
          when: compiler.compile(entity.retire.when, ['retire', 'when'], built.scopes.value, 'boolean'),
          transition: entity.retire.fire,
        };
  const parent = buildParent(world, entity, built, compiler);
  const effects = buildEffects(
    { world, entity, built, compiler, records: { ...built.scopes.records, old: built.scopes.names } },
    entity.effects,
    ['effects'],
  );
  const schedule = buildSchedule(world, entity, built, compiler);
  const figures = buildFigures(world, entity, compiler);
  const series = buildSeries(world, entity, built, compiler);
  checkOverrides(world, given, built, compiler);
  checkRest(world, entity, built, compiler);

  const model: EntityModel = {
    key: entity.entity,
    id: entity.id ?? entity.entity,
    area: world.area,
    title: entity.title,
    scope: entity.scope ?? 'tenant',
    small: entity.small === true,
    readOnly: entity.readOnly === true || parent?.writtenOnly === true,
    appendOnly: entity.appendOnly === true,
    locked: entity.locked === true,
    companion: buildCompanion(world, entity, built, compiler),
    label: namingField(entity),
    labelDetail: (entity.labelDetail ?? []).filter((key) => built.field.has(key)),
    tree: entity.tree,
    service: entity.api.service,
    base: entity.api.base,
    operations,
    owners: ownersOf(entity),
    fields: built.fields,
    field: built.field,
    computeOrder: built.computeOrder,
    sections,
    form: buildForm(entity),
    detail: entity.detail,
    formRules,
    pages,
    actions: entity.actions ?? {},
    actionConditions: buildActionConditions(entity, built, compiler),
    states,
    initialState,
    transitions,
    removeGuards,
    retire,
    anonymous: buildAnonymous({ entity, built, compiler }),
    parent,
    children: childrenOf(world, entity),
    ...openOf(entity, built, compiler),
    ...buildReadings(entity, built, compiler),
    effects,
    schedule,
    figures,
    series,
    print: buildPrint(world, entity, built, sections, compiler),
    permissions: entity.permissions ?? {},
    unique: buildUnique(entity, built, compiler),
    indexes: Object.entries(entity.indexes ?? {}).map(([key, index]) => ({ key, fields: index.fields })),
    asking: compiler.foreign,
    source: given,
  };
  return { model, problems: sink.problems };
}

/** What people without login send and read. */
function openOf(...given: Parameters<typeof buildPublic>): Pick<EntityModel, 'intake' | 'published'> {
  const intake = buildPublic(...given);
  const published = buildPublished(...given);
  return { ...(intake === undefined ? {} : { intake }), ...(published === undefined ? {} : { published }) };
}

/** Fields that name a record's people and departments; its maker is one of them unless the file says otherwise. */
function ownersOf({ owners = {} }: Entity): EntityModel['owners'] {
  const named = (owners.users ?? []).filter((key) => key !== CREATED_BY || owners.creator !== false);
  const users = owners.creator === false ? named : [...new Set([...named, CREATED_BY])];
  return { users, depts: owners.depts ?? ['createDept'] };
}

const CREATED_BY = 'createUser';
