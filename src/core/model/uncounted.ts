import type { EntityModel, FieldModel } from './entity-model.ts';
import type { RollupGraph } from './rollup-graph.ts';

/** What each write stamps on a record. */
export const STAMPS: ReadonlySet<string> = new Set(['version', 'updateUser', 'updateTime']);

const deciding = new WeakMap<RollupGraph, Map<string, ReadonlySet<string> | 'all'>>();

/**
 * Whether a save that changes no other fields than these leaves all roll-ups as they are that are brought up to date at
 * once: neither what they read follows from one of the fields, nor does anything act after the save that could change it.
 */
export function isUncounted(model: EntityModel, keys: readonly string[], graph: RollupGraph): boolean {
  const known = deciding.get(graph) ?? new Map<string, ReadonlySet<string> | 'all'>();
  deciding.set(graph, known);
  const fields = known.get(model.key) ?? decidingFields(model, graph);
  known.set(model.key, fields);
  return fields !== 'all' && !keys.some((key) => fields.has(key));
}

/** Fields from which something follows that is counted; `all` where that cannot be said. */
function decidingFields(model: EntityModel, graph: RollupGraph): ReadonlySet<string> | 'all' {
  const acts = model.effects.length > 0 || Object.values(model.transitions).some(({ auto }) => auto);
  if (acts) return 'all';
  const above = graph.ways(model.key).flatMap(({ ways }) => ways.flatMap(([{ reads }]) => [...reads]));
  const own = graph.into(model.key).flatMap(({ parentReads }) => [...parentReads]);
  const found = new Set([...above, ...own]);
  // A set gives what is added to it while it is walked.
  for (const key of found) {
    const field = model.field.get(key);
    if (STAMPS.has(key) || (field !== undefined && isMadeAnew(field))) return 'all';
    for (const name of field === undefined ? [] : namesBehind(model, field)) found.add(name);
  }
  return found;
}

/** Whether each save works a field out anew: it may have come to another value by itself. */
function isMadeAnew({ computed, rollup, override, columns = [] }: FieldModel): boolean {
  const anew = computed && rollup === undefined;
  return anew || override !== undefined || columns.some((column) => column.computed || column.visible !== undefined);
}

/** Fields on which it depends whether a field keeps what was entered. */
function namesBehind(model: EntityModel, { key, visible }: FieldModel): readonly string[] {
  const sections = model.sections.filter(({ fields }) => fields.includes(key));
  const shown = [visible, ...sections.map((section) => section.visible)];
  return shown.flatMap((expression) => expression?.references ?? []).map((name) => name.split('.')[0] ?? name);
}
