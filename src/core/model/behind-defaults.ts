import { FUNCTIONS } from '../expression/functions.ts';
import { callsWithin, collectReferences, type ExpressionNode, parseExpression } from '../expression/index.ts';
import type { FieldModel } from './entity-model.ts';

/** Fields whose default or result only the server knows, since it reads other records; and what they read. */
interface BehindDefaults {
  readonly fields: readonly FieldModel[];
  /** Keys of the fields of the record that those read. */
  readonly inputs: readonly string[];
}

const known = new WeakMap<readonly FieldModel[], BehindDefaults>();

/**
 * Defaults of a new record that follow from what it refers to (the department of its area) or from records of another
 * entity (what last year's plan has left), and results over those (what a plan has left for a category). Found by what
 * the file says, since the browser has no model of them.
 */
export function behindDefaults(all: readonly FieldModel[]): BehindDefaults {
  const found = known.get(all);
  if (found !== undefined) return found;
  const byKey = new Map(all.map((field) => [field.key, field]));
  const isBehind = ([first = '', ...rest]: readonly string[]) =>
    rest.length > 0 && byKey.get(first)?.target !== undefined;
  const behind = all
    .filter(({ base }) => !base)
    .flatMap((field) => {
      const nodes = nodesOf(field);
      const paths = nodes.flatMap(collectReferences).map((name) => name.split('.'));
      const isServers = (!field.computed && paths.some(isBehind)) || nodes.some(readsOthers);
      return isServers ? [{ field, paths }] : [];
    });
  // What a condition over other records compares with is this record's.
  const read = behind.flatMap(({ paths }) => paths.map(([first = '', next]) => (first === 'parent' ? next : first)));
  const made = {
    fields: behind.map(({ field }) => field),
    inputs: [...new Set(read)].filter((key): key is string => {
      const field = byKey.get(key ?? '');
      return field?.base === false && !field.computed;
    }),
  };
  known.set(all, made);
  return made;
}

/** What gives a field its value before the record exists. */
function nodesOf({ computed, property: { defaultFrom, compute, cases } }: FieldModel): readonly ExpressionNode[] {
  const sources = computed ? [compute, ...(cases ?? []).map(({ when }) => when)] : [defaultFrom];
  return sources.flatMap((source) => {
    const parsed = source === undefined ? undefined : parseExpression(source);
    return parsed !== undefined && 'node' in parsed ? [parsed.node] : [];
  });
}

/** Whether an expression reads records of an entity that it names. */
function readsOthers(node: ExpressionNode): boolean {
  return callsWithin(node).some(({ name, arguments: [first] }) => {
    if (first?.kind !== 'literal' || typeof first.value !== 'string' || !Object.hasOwn(FUNCTIONS, name)) return false;
    const { aggregate, serverOnly } = FUNCTIONS[name as keyof typeof FUNCTIONS];
    return aggregate === true || serverOnly === true;
  });
}
