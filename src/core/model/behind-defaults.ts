import { collectReferences, parseExpression } from '../expression/index.ts';
import type { FieldModel } from './entity-model.ts';

/** Fields whose default only the server knows, since it reads what stands behind a reference; and what they read. */
interface BehindDefaults {
  readonly fields: readonly FieldModel[];
  /** Keys of the fields of the record that those defaults read. */
  readonly inputs: readonly string[];
}

const known = new WeakMap<readonly FieldModel[], BehindDefaults>();

/**
 * Defaults of a new record that follow from what it refers to: the department of its area. Found by what the file says,
 * since the browser has no model of what stands behind a reference.
 */
export function behindDefaults(all: readonly FieldModel[]): BehindDefaults {
  const found = known.get(all);
  if (found !== undefined) return found;
  const byKey = new Map(all.map((field) => [field.key, field]));
  const isBehind = ([first = '', ...rest]: readonly string[]) =>
    rest.length > 0 && byKey.get(first)?.target !== undefined;
  const behind = all
    .filter(({ base, computed }) => !base && !computed)
    .map((field) => ({ field, paths: readPaths(field) }))
    .filter(({ paths }) => paths.some(isBehind));
  const read = behind.flatMap(({ paths }) => paths.map(([first = '']) => first));
  const made = {
    fields: behind.map(({ field }) => field),
    inputs: [...new Set(read)].filter((key) => byKey.get(key)?.base === false),
  };
  known.set(all, made);
  return made;
}

/** Names that a field's default reads, each as the steps of its path. */
function readPaths({ property }: FieldModel): readonly (readonly string[])[] {
  if (property.defaultFrom === undefined) return [];
  const parsed = parseExpression(property.defaultFrom);
  return 'node' in parsed ? collectReferences(parsed.node).map((name) => name.split('.')) : [];
}
