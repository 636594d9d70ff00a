import { asksCalendar, namedDictionaries } from '../../src/core/expression/index.ts';
import type { EntityModel, FieldModel, ModelExpression, ParentModel } from '../../src/core/model/entity-model.ts';

function expressionsOf(field: FieldModel): readonly (ModelExpression | undefined)[] {
  return [
    field.compute,
    field.defaultFrom,
    field.visible,
    field.requiredWhen,
    field.disabledWhen,
    field.fixedWhen,
    ...(field.cases ?? []).map((branch) => branch.when),
    ...field.rules.map((rule) => rule.when),
    ...(field.columns ?? []).flatMap(expressionsOf),
  ];
}

/** Expressions of an entity's form that a browser decides too. */
function formExpressions(model: EntityModel): readonly ModelExpression[] {
  const expressions = [
    ...model.fields.flatMap(expressionsOf),
    ...model.sections.map((section) => section.visible),
    ...model.formRules.map((rule) => rule.when),
  ];
  // What only the server decides, such as `exists`, is not shipped.
  return expressions.flatMap((expression) => (expression === undefined || expression.serverOnly ? [] : [expression]));
}

const surroundings = new WeakMap<EntityModel, Surroundings>();

interface Surroundings {
  readonly dictionaries: readonly string[];
  readonly calendar: boolean;
}

/** What an entity's formulas ask besides records: dictionaries that they name, and the plant's calendar. */
export function askedBy(model: EntityModel): Surroundings {
  let found = surroundings.get(model);
  if (found === undefined) {
    const nodes = formExpressions(model).map(({ node }) => node);
    found = { dictionaries: nodes.flatMap(namedDictionaries), calendar: nodes.some(asksCalendar) };
    surroundings.set(model, found);
  }
  return found;
}

/** What of a library a form needs to make the rows that it begins with. */
function seedColumns({ where, map = {} }: NonNullable<ParentModel['seed']>): Set<string> {
  const names = [where, ...Object.values(map)].flatMap((expression) => expression?.references ?? []);
  return new Set(['id', ...names.filter((name) => !/[.@]|^(parent|outer)$/.test(name))]);
}

const known = new WeakMap<EntityModel, ReadonlyMap<string, ReadonlySet<string>>>();

/** Entities that the expressions of an entity's form read by `lookup`, each with the columns that they read of it. */
export function lookedUpBy(model: EntityModel): ReadonlyMap<string, ReadonlySet<string>> {
  const found = known.get(model);
  if (found !== undefined) return found;
  const columns = new Map<string, Set<string>>();
  const { seed } = model.parent ?? {};
  if (seed?.entered !== undefined) columns.set(seed.from, seedColumns(seed));
  for (const expression of formExpressions(model)) {
    for (const reference of expression.references) {
      const [, entity, column] = /^@([^.]+)\.([^.]+)/.exec(reference) ?? [];
      if (entity === undefined || column === undefined) continue;
      const read = columns.get(entity);
      if (read === undefined) columns.set(entity, new Set([column]));
      else read.add(column);
    }
  }
  known.set(model, columns);
  return columns;
}
