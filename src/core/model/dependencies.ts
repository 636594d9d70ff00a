import type { Entity, Property } from '../dialect/entity.generated.ts';
import { collectReferences, parseExpression } from '../expression/index.ts';

/**
 * Names that an expression reads by themselves: fields of the record, or the row's columns inside a sub-table, where
 * `parent.x` is the record's. What stands behind a name (`deptId.name`, `chemicals.beta`) is read through the first one.
 */
function readNames(source: string): { readonly own: ReadonlySet<string>; readonly parent: ReadonlySet<string> } {
  const own = new Set<string>();
  const parent = new Set<string>();
  const parsed = parseExpression(source);
  for (const reference of 'node' in parsed ? collectReferences(parsed.node) : []) {
    const [first = '', second] = reference.split('.');
    if (first === 'parent' && second !== undefined) parent.add(second);
    else if (!first.startsWith('@')) own.add(first);
  }
  return { own, parent };
}

/** Sources of a field that decide its value or whether it has one. */
function decidingSources(property: Property): readonly string[] {
  return [property.compute, property.visible, ...(property.cases ?? []).map((branch) => branch.when)].filter(
    (source) => source !== undefined,
  );
}

/** Whether a field's value is computed. */
export function isComputed(property: Property): boolean {
  return property.compute !== undefined || property.cases !== undefined || property.by === 'rules';
}

/** Whether a sub-table has a computed column. */
export function hasComputedColumns(property: Property): boolean {
  return Object.values(property.items?.properties ?? {}).some(isComputed);
}

/** Order in which names can be decided, each after what it reads; `cycles` are the groups that read each other. */
interface Ordering {
  readonly order: readonly string[];
  readonly cycles: readonly (readonly string[])[];
}

/** Topological order that keeps the given order where nothing else decides. */
export function orderByDependency(
  names: readonly string[],
  dependencies: (name: string) => Iterable<string>,
): Ordering {
  const known = new Set(names);
  const state = new Map<string, 'open' | 'done'>();
  const order: string[] = [];
  const cycles: string[][] = [];
  const path: string[] = [];
  const visit = (name: string): void => {
    if (state.get(name) === 'done') return;
    if (state.get(name) === 'open') {
      cycles.push(path.slice(path.indexOf(name)));
      return;
    }
    state.set(name, 'open');
    path.push(name);
    for (const next of dependencies(name)) if (known.has(next)) visit(next);
    path.pop();
    state.set(name, 'done');
    order.push(name);
  };
  for (const name of names) visit(name);
  return { order, cycles };
}

/** Conditions of sections by the fields that stand in them. */
function sectionConditions(entity: Entity): ReadonlyMap<string, string> {
  const conditions = new Map<string, string>();
  for (const section of Object.values(entity.form?.sections ?? {})) {
    if (section.visible !== undefined) for (const field of section.fields) conditions.set(field, section.visible);
  }
  return conditions;
}

/** What decides a field where it stands: what it says itself, its section, and for the end of a range what its start follows. */
function placedSources(
  key: string,
  properties: Readonly<Record<string, Property>>,
  sections: ReadonlyMap<string, string>,
): readonly string[] {
  const property = properties[key];
  const start = property?.endOf ?? '';
  const conditions = [sections.get(key), properties[start]?.visible, sections.get(start)];
  return [...(property === undefined ? [] : decidingSources(property)), ...conditions].filter(
    (source) => source !== undefined,
  );
}

/**
 * Groups of fields whose defaults would follow each other without end, through computed fields and what shows or hides
 * them too. Cycles without a default are `orderEntityFields`'.
 */
export function defaultCycles(entity: Entity): readonly (readonly string[])[] {
  const properties = entity.record.properties;
  if (!Object.values(properties).some((property) => property.defaultFrom !== undefined)) return [];
  const conditions = sectionConditions(entity);
  const { cycles } = orderByDependency(Object.keys(properties), (key) => {
    const property = properties[key];
    if (property === undefined) return [];
    const sources = [...placedSources(key, properties, conditions)];
    if (property.defaultFrom !== undefined) sources.push(property.defaultFrom);
    return sources.flatMap((source) => [...readNames(source).own]);
  });
  return cycles.filter((cycle) => cycle.some((key) => properties[key]?.defaultFrom !== undefined));
}

/** Order of an entity's fields by what their value and visibility read; a sub-table is decided with its columns. */
export function orderEntityFields(entity: Entity): Ordering {
  const properties = entity.record.properties;
  const sectionOf = sectionConditions(entity);
  return orderByDependency(Object.keys(properties), (key) => {
    const property = properties[key];
    if (property === undefined) return [];
    const sources = placedSources(key, properties, sectionOf);
    const columns = Object.values(property.items?.properties ?? {}).flatMap(decidingSources);
    return [
      ...sources.flatMap((source) => [...readNames(source).own]),
      ...columns.flatMap((source) => [...readNames(source).parent]),
    ];
  });
}

/** Order of a sub-table's columns, each after the columns it reads. */
export function orderColumns(columns: Readonly<Record<string, Property>>): Ordering {
  return orderByDependency(Object.keys(columns), (key) => {
    const property = columns[key];
    return property === undefined ? [] : decidingSources(property).flatMap((source) => [...readNames(source).own]);
  });
}
