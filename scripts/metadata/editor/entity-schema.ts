import metaSchema from '../../../schemas/meta/entity.schema.json' with { type: 'json' };
import type { Entity } from '../../../src/core/dialect/entity.generated.ts';
import type { LintWorld } from '../../../src/core/dialect/lint-context.ts';
import { knownNames } from '../../../src/core/dialect/walk/known-names.ts';
import type { Over } from '../../../src/core/dialect/walk/place.ts';
import { COMMON_KEYWORDS } from '../../../src/core/field-type.ts';
import { partial } from '../authored-schema.ts';
import { onlyNames, type Schema } from './only-names.ts';
import { refinements } from './refinements.ts';

/** What is asked for names while one entity's schema is made. */
interface Making {
  readonly entity: Entity;
  readonly world: LintWorld;
  /** Names that files may write besides those of the resolved entity: groups of roles, people that `define` names. */
  readonly besides: Readonly<Record<string, readonly string[]>>;
  /** Definitions that are needed, by the name that they have here. */
  readonly wanted: Map<string, { readonly source: Schema; readonly over: Over; readonly besides: readonly string[] }>;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const definitions = metaSchema.$defs as Readonly<Record<string, Schema>>;

/**
 * The meta-schema as it holds for one entity: where a key names something, only what there is may stand, as lint says by
 * the same list of names; a field has the keywords of its type. An editor that has it completes and refuses names.
 * @param written how its file is written: groups of roles that it may name by `@`, people that it has named, and whether it
 *   shares parts, of which it says only what is its own.
 */
export function entitySchema(
  entity: Entity,
  world: LintWorld,
  written: { readonly groups: readonly string[]; readonly people: readonly string[]; readonly shares: boolean },
): Schema {
  const { groups, people, shares } = written;
  const besides = { role: groups.map((group) => `@${group}`), namedActor: people };
  const making: Making = { entity, world, besides, wanted: new Map() };
  const { $defs: _, $id: __, $schema, ...root } = metaSchema as Schema;
  const turned = turn(root, 'self', making);
  const made = new Map<string, Schema>();
  // Turning one definition may ask for others.
  for (const [name, { source, over, besides }] of making.wanted) {
    if (!made.has(name)) made.set(name, turn(source, over, making, besides));
  }
  const refined = refinements(entity, world);
  const whole: Schema = { ...turned, $defs: Object.fromEntries(made) };
  const form = shares ? (partial(whole) as Schema) : whole;
  return { $schema, ...form, required: whole.required, ...(refined.length === 0 ? {} : { allOf: refined }) };
}

/** A schema as it holds over some names; the marks, which only the dialect reads, are left out. */
function turn(source: Schema, outer: Over, making: Making, besides: readonly string[] = []): Schema {
  const name = typeof source.$ref === 'string' ? source.$ref.replace('#/$defs/', '') : undefined;
  const referred = name === undefined ? undefined : definitions[name];
  const over = (source['x-over'] ?? referred?.['x-over'] ?? outer) as Over;
  const own = [...besides, ...textsOf(source['x-besides'])];
  const parts = Object.entries(source).flatMap(([word, value]): [string, unknown][] => {
    if (word.startsWith('x-')) return [];
    if (word === '$ref' && name !== undefined && referred !== undefined) {
      return [[word, `#/$defs/${want(name, referred, over, own, making)}`]];
    }
    return [[word, turnPart(word, value, over, making)]];
  });
  const named = { ...Object.fromEntries(parts), ...namesAt(source, over, own, making) };
  return source === definitions.property ? { ...named, allOf: keywordsByType(making.world) } : named;
}

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Words of JSON Schema that hold a schema, a map of them or a list of them. */
const HOLDING = new Set(['additionalProperties', 'propertyNames', 'items', 'not', 'if', 'then', 'else', 'contains']);
const MAPPING = new Set(['properties', 'patternProperties']);
const LISTING = new Set(['oneOf', 'anyOf', 'allOf']);

function turnPart(word: string, value: unknown, over: Over, making: Making): unknown {
  const each = (part: unknown): unknown => (isSchema(part) ? turn(part, over, making) : part);
  if (HOLDING.has(word)) return each(value);
  if (LISTING.has(word) && Array.isArray(value)) return value.map(each);
  if (!MAPPING.has(word) || !isSchema(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, each(part)]));
}

/** The name under which a definition stands here; it is made once for each set of names. */
function want(name: string, source: Schema, over: Over, besides: readonly string[], { wanted }: Making): string {
  const full = [name, ...(over === 'self' ? [] : [over]), ...besides].join('-');
  if (!wanted.has(full)) wanted.set(full, { source, over, besides });
  return full;
}

/** What limits a place to the names that there are; nothing where the file alone does not tell them. */
function namesAt(source: Schema, over: Over, besides: readonly string[], making: Making): Schema {
  const kind = typeof source['x-names'] === 'string' ? source['x-names'] : undefined;
  if (kind !== undefined) {
    const known = namesOf(kind, over, making);
    if (known === undefined) return {};
    const decorated = kind === 'field' && typeof source.pattern === 'string' ? source.pattern : undefined;
    return { allOf: [onlyNames([...known, ...besides], decorated)] };
  }
  const keys = typeof source['x-keys'] === 'string' ? namesOf(source['x-keys'], over, making) : undefined;
  return keys === undefined ? {} : { propertyNames: onlyNames(keys) };
}

function namesOf(kind: string, over: Over, { entity, world, besides }: Making): readonly string[] | undefined {
  if (over === 'row' || over === 'target' || over === 'proposal') {
    // What the file names there is looked at place by place; what stands nowhere but in the world is the same everywhere.
    const known = knownNames(kind, { over: 'value' }, entity, world);
    return known === undefined ? undefined : [...known, ...(besides[kind] ?? [])];
  }
  const names = over === 'parent' ? ({ over, entity: entity.parent?.entity } as const) : ({ over } as const);
  const known = knownNames(kind, names, entity, world);
  return known === undefined ? undefined : [...known, ...(besides[kind] ?? [])];
}

/** A field has the keywords of its type and no others, and the JSON types that it takes. */
function keywordsByType({ registry }: LintWorld): readonly Schema[] {
  return Object.values(registry).map(({ type, keywords, jsonTypes }) => ({
    if: { properties: { field: { const: type } }, required: ['field'] },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
    then: {
      properties: { type: { enum: jsonTypes } },
      propertyNames: { enum: [...new Set([...COMMON_KEYWORDS, ...keywords])] },
    },
  }));
}
