import type { Entity, Property } from '../dialect/entity.generated.ts';
import { type ExpressionNode, memberPath, parseExpression } from '../expression/index.ts';
import { childNodes } from './compile-expression.ts';

/**
 * Fields of the record that an expression reads by bare name. `isRows` says which names are rows: what an aggregate or
 * look-up says after its first argument is about the rows, where only `parent.x` is the record's.
 */
export function readFields(node: ExpressionNode, isRows: (name: string) => boolean, inRows = false): Set<string> {
  const found = new Set<string>();
  const walk = (current: ExpressionNode, rows: boolean): void => {
    if (current.kind === 'name') {
      if (!rows) found.add(current.name);
      return;
    }
    if (current.kind === 'member') {
      const [first, second] = memberPath(current);
      if (first === 'parent' && rows && second !== undefined) found.add(second);
      else if (first !== undefined && !rows) found.add(first);
      return;
    }
    if (current.kind === 'call') {
      const [first, ...rest] = current.arguments;
      const overEntity = current.name === 'lookup' || current.name === 'exists';
      if (first?.kind === 'name' && (overEntity || (!rows && isRows(first.name)))) {
        if (!overEntity) found.add(first.name);
        for (const argument of rest) walk(argument, true);
        return;
      }
    }
    for (const child of childNodes(current)) walk(child, rows);
  };
  walk(node, inRows);
  return found;
}

/** Sources of a field that decide its value or whether it has one. */
export function decidingSources(property: Property): readonly string[] {
  return [property.compute, property.visible, ...(property.cases ?? []).map((branch) => branch.when)].filter(
    (source) => source !== undefined,
  );
}

/** Whether a field's value is computed. */
export function isComputed(property: Property): boolean {
  return property.compute !== undefined || property.cases !== undefined;
}

/** Whether a sub-table has a computed column. */
export function hasComputedColumns(property: Property): boolean {
  return Object.values(property.items?.properties ?? {}).some(isComputed);
}

/** Order in which names can be decided, each after what it reads; `cycles` are the groups that read each other. */
export interface Ordering {
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

function sourcesRead(sources: readonly string[], isRows: (name: string) => boolean, inRows = false): Set<string> {
  const read = new Set<string>();
  for (const source of sources) {
    const parsed = parseExpression(source);
    if ('node' in parsed) for (const name of readFields(parsed.node, isRows, inRows)) read.add(name);
  }
  return read;
}

/** Order of an entity's fields by what their value and visibility read; a sub-table is decided with its columns. */
export function orderEntityFields(entity: Entity): Ordering {
  const properties = entity.record.properties;
  const isRows = (name: string) => Object.hasOwn(properties, name) && properties[name]?.items?.properties !== undefined;
  const sectionOf = new Map<string, string>();
  for (const section of Object.values(entity.form?.sections ?? {})) {
    if (section.visible !== undefined) for (const field of section.fields) sectionOf.set(field, section.visible);
  }
  return orderByDependency(Object.keys(properties), (key) => {
    const property = properties[key];
    if (property === undefined) return [];
    const section = sectionOf.get(key);
    const read = sourcesRead([...decidingSources(property), ...(section === undefined ? [] : [section])], isRows);
    for (const column of Object.values(property.items?.properties ?? {})) {
      for (const name of sourcesRead(decidingSources(column), isRows, true)) read.add(name);
    }
    return read;
  });
}

/** Order of a sub-table's columns, each after the columns it reads. */
export function orderColumns(columns: Readonly<Record<string, Property>>): Ordering {
  return orderByDependency(Object.keys(columns), (key) => {
    const property = columns[key];
    return property === undefined ? [] : sourcesRead(decidingSources(property), () => false);
  });
}
