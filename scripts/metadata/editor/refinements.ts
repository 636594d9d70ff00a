import type { Entity } from '../../../src/core/dialect/entity.generated.ts';
import type { LintWorld } from '../../../src/core/dialect/lint-context.ts';
import { knownNames } from '../../../src/core/dialect/walk/known-names.ts';
import { type Names, type Path, type Spot, walk } from '../../../src/core/dialect/walk/walk.ts';
import { onlyNames, type Schema } from './only-names.ts';

/**
 * What holds only where the file says whose names are meant: columns of a sub-table, fields of an entity that is named
 * beside. Each holds as long as that word stands beside it, so that an edit of it is not refused by names of before.
 */
export function refinements(entity: Entity, world: LintWorld): readonly Schema[] {
  const found = new Map<string, Schema>();
  walk(entity, {
    key(spot, _, kind, names) {
      const schema = refinement(entity, world, { spot, kind, names });
      if (schema !== undefined) found.set(JSON.stringify(schema), schema);
    },
  });
  return [...found.values()];
}

interface Told {
  readonly spot: Spot;
  readonly kind: string;
  readonly names: Names;
}

function refinement(entity: Entity, world: LintWorld, { spot, kind, names }: Told): Schema | undefined {
  if (names.over !== 'row' && names.over !== 'target') return undefined;
  const known = knownNames(kind, names, entity, world);
  if (known === undefined) return undefined;
  const said = onlyNames([...known, ...(spot.marks.besides ?? [])], kind === 'field' ? '.' : undefined);
  if (names.over === 'row') {
    // A list on the way holds others besides, which have rows of their own.
    return spot.path.slice(0, -1).some((step) => typeof step === 'number')
      ? undefined
      : along(spot.path, spot.isKey, said);
  }
  const owner = ownerOf(entity, spot.path, names.entity);
  if (owner === undefined) return undefined;
  const below = along(spot.path.slice(owner.depth), spot.isKey, said);
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
  return along(spot.path.slice(0, owner.depth), false, { if: owner.condition, then: below });
}

/** The schema of a file in which a place is so; places of a list are all meant. */
function along(path: Path, isKey: boolean, said: Schema): Schema {
  const [step, ...rest] = path;
  if (step === undefined) return said;
  if (isKey && rest.length === 0) return { propertyNames: said };
  const below = along(rest, isKey, said);
  return typeof step === 'number' ? { items: below } : { properties: { [step]: below } };
}

/** The innermost thing around a place that names an entity by one of its words, and the condition that it does. */
function ownerOf(
  entity: Entity,
  path: Path,
  named: string | undefined,
): { readonly depth: number; readonly condition: Schema } | undefined {
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const holder = valueAt(entity, path.slice(0, depth));
    if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) continue;
    for (const [word, value] of Object.entries(holder)) {
      if (value === named) return { depth, condition: says(word, { const: named }) };
      const inner: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'entity') : undefined;
      if (inner === named) return { depth, condition: says(word, says('entity', { const: named })) };
    }
  }
  return undefined;
}

const says = (word: string, schema: Schema): Schema => ({ properties: { [word]: schema }, required: [word] });

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (held, step) => (typeof held === 'object' && held !== null ? Reflect.get(held, step) : undefined),
    value,
  );
}
