import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readWorld } from '../../scripts/metadata/read-world.ts';
import { diffEntities } from '../../src/core/dialect/diff-entities.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { LintWorld } from '../../src/core/dialect/lint-context.ts';
import { lintEntity } from '../../src/core/dialect/lint-entity.ts';
import { modelWorldOf } from '../../src/core/dialect/lint-world.ts';
import { jsonPointer } from '../../src/core/dialect/problem.ts';
import { resolveEntity } from '../../src/core/dialect/resolve/resolve-entity.ts';
import { entityPlace, type Marks, type Place } from '../../src/core/dialect/walk/place.ts';
import { type Names, type Path, type Spot, walk } from '../../src/core/dialect/walk/walk.ts';
import { buildModel } from '../../src/core/model/build-model.ts';
import { cloneJson, type Draft } from '../../src/core/overlay/draft.ts';
import { renameField } from '../../src/core/overlay/rename.ts';
import { entityTexts } from '../../src/core/text/text-ids.ts';

/** A marked place of the dialect with a file in which it stands. */
interface Found {
  readonly way: string;
  readonly entity: Entity;
  readonly at: Spot;
  readonly text: string;
  /** Whose names are meant, of keys and expressions. */
  readonly names?: Names;
}

const { world: read, shared } = readWorld('schemas');
const { locales: _, ...rest } = read;
const world: LintWorld = { ...rest, examples: false };

/** What no shipped file says. */
const SELDOM = JSON.parse(readFileSync('tests/fixtures/seldom-said.json', 'utf8')) as Entity;

const EXAMPLES = 'schemas/examples';
const entities: readonly Entity[] = [
  ...[...world.entities.values()].map(({ entity }) => entity),
  ...readdirSync(EXAMPLES)
    .filter((file) => file.endsWith('.entity.json'))
    .map((file) => {
      const written: unknown = JSON.parse(readFileSync(`${EXAMPLES}/${file}`, 'utf8'));
      return resolveEntity(written, file, shared).value as Entity;
    }),
  SELDOM,
];

/** The way to each marked place of the meta-schema, by its marks. */
function markedPlaces(): ReadonlyMap<Marks, string> {
  const ways = new Map<Marks, string>();
  const seen = new Set<Place>();
  const visit = (place: Place | undefined, way: string): void => {
    // What only authors write is gone before anything looks at it; resolving it is tested by itself.
    if (place === undefined || seen.has(place) || place.marks.authored === true) return;
    seen.add(place);
    const { text, expression, names, defines } = place.marks;
    if ((text ?? expression ?? names ?? defines) !== undefined) ways.set(place.marks, way);
    for (const [name, child] of place.properties) visit(child, `${way}/${name}`);
    for (const child of place.branches) visit(child, way);
    visit(place.keys, `${way}/(key)`);
    visit(place.entries, `${way}/*`);
    visit(place.items, `${way}/0`);
  };
  visit(entityPlace(), '');
  return ways;
}

const ways = markedPlaces();
const found = new Map<Marks, Found>();
for (const entity of entities) {
  const note = (at: Spot, text: string, names?: Names): void => {
    const way = ways.get(at.marks);
    if (way === undefined || found.has(at.marks)) return;
    found.set(at.marks, { way, entity, at, text, ...(names === undefined ? {} : { names }) });
  };
  walk(entity, {
    text: (at, text) => note(at, text),
    expression: (at, source, names) => note(at, source, names),
    key: (at, name, _, names) => note(at, name, names),
    defines: (at, key, _, names) => note(at, key, names),
  });
}
const places = [...found.values()];
const of = (mark: 'text' | 'expression' | 'names' | 'defines') =>
  places.filter(({ at }) => at.marks[mark] !== undefined);

function holder(entity: Entity, path: Path): Draft {
  return path.slice(0, -1).reduce<Draft>((value, step) => value[step] as Draft, entity as unknown as Draft);
}

/** The entity with something else at a place, where the text or key was. */
function changed({ entity, at: { path, isKey }, text }: Found, other: string): Entity {
  const copy = cloneJson(entity);
  const map = holder(copy, path);
  const last = path.at(-1) ?? '';
  if (!isKey) map[last] = String(map[last]).replace(text, () => other);
  else {
    map[other] = map[last];
    delete map[last];
  }
  return copy;
}

const models = [...world.entities.values()].map(
  ({ area, entity }) => buildModel(entity, modelWorldOf(world, area)).model,
);

/** Pointers of all that is wrong with an entity. */
function faults(entity: Entity): ReadonlySet<string> {
  const area = world.entities.get(entity.entity)?.area ?? 'examples';
  return new Set(lintEntity({ area, entity }, world, models).problems.map(({ pointer }) => pointer));
}

const MISSPELT = 'nothingOfTheKind';

/** The examples and what is seldom said: together they hold every keyword, and comparing them is quick. */
const isSmall = (entity: Entity): boolean => !world.entities.has(entity.entity);

/** Paths of all texts, numbers and switches of a file; a permanent id is none, since it says which thing is meant. */
function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, child]) =>
    key === '$schema' || (key === 'id' && typeof child === 'string')
      ? []
      : leavesOf(child, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

const other = (value: unknown): unknown =>
  typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${String(value)}x`;

describe('every place that the meta-schema marks', () => {
  it('stands in a file: one that ships, an example, or what is seldom said', () => {
    expect([...ways].filter(([marks]) => !found.has(marks)).map(([, way]) => way)).toEqual([]);
  });

  it('is one of the texts where it is a text', () => {
    const missing = of('text').filter(
      ({ entity, at, text }) =>
        at.marks.text !== 'words' &&
        !entityTexts(entity).some(({ path, text: own }) => own === text && path.join() === at.path.join()),
    );
    expect(missing.map(({ way }) => way)).toEqual([]);
  });

  it('is told where two versions differ there', () => {
    const same = places.filter((place) => diffEntities(place.entity, changed(place, MISSPELT)).length === 0);
    expect(same.map(({ way }) => way)).toEqual([]);
  });

  it('is, like every place without a mark, told where two versions differ there', () => {
    const leaves = entities.filter(isSmall).flatMap((entity) => leavesOf(entity).map((path) => ({ entity, path })));
    expect(leaves.length).toBeGreaterThan(1000);
    const same = leaves.filter(({ entity, path }) => {
      const copy = cloneJson(entity);
      const map = holder(copy, path);
      const last = path.at(-1) ?? '';
      map[last] = other(map[last]);
      return diffEntities(entity, copy).length === 0;
    });
    expect([...new Set(same.map(({ path }) => path.join('/')))]).toEqual([]);
  });

  it('is linted where it is a name or an expression', () => {
    const silent = [...of('names'), ...of('expression')].filter((place) => {
      const { path, isKey } = place.at;
      const pointer = jsonPointer(...(isKey ? [...path.slice(0, -1), MISSPELT] : path));
      return !faults(changed(place, MISSPELT)).has(pointer);
    });
    expect(silent.map(({ way }) => way)).toEqual([]);
  });

  it('that is a condition refuses what neither holds nor does not', () => {
    const conditions = of('expression').filter(({ at }) => at.marks.editor === 'condition');
    expect(conditions.length).toBeGreaterThan(20);
    const silent = conditions.filter((place) => {
      const pointer = jsonPointer(...place.at.path);
      return !faults(changed(place, '1 + 1')).has(pointer);
    });
    expect(silent.map(({ way }) => way)).toEqual([]);
  });

  it('that is no condition is not asked whether it holds', () => {
    const values = of('expression').filter(({ at }) => at.marks.editor !== 'condition');
    const asked = values.filter((place) => {
      const pointer = jsonPointer(...place.at.path);
      const refused = ['1 + 1', "'x'", 'now()', 'days(1)'].map((source) => faults(changed(place, source)).has(pointer));
      return refused.every(Boolean) && !faults(changed(place, '1 == 1')).has(pointer);
    });
    expect(asked.map(({ way }) => way)).toEqual([]);
  });

  it('follows the field that it names', () => {
    const left = of('names').filter(({ entity, at, text, names }) => {
      if (at.marks.names !== 'field' || names?.over !== 'self' || !Object.hasOwn(entity.record.properties, text))
        return false;
      const copy = cloneJson(entity);
      renameField(copy as unknown as Draft, text, MISSPELT);
      const path = at.path.map((step, index) =>
        step === text && (at.path[index - 1] === 'properties' || (at.isKey && index === at.path.length - 1))
          ? MISSPELT
          : step,
      );
      const map = holder(copy, path);
      return at.isKey ? !Object.hasOwn(map, MISSPELT) : !String(map[path.at(-1) ?? '']).includes(MISSPELT);
    });
    expect(left.map(({ way }) => way)).toEqual([]);
  });

  it('follows the field that its expression reads, where that is one of the record', () => {
    const left = of('expression').filter((place) => {
      const over = place.names?.over ?? 'self';
      const field = Object.keys(place.entity.record.properties).find((key) => !place.at.path.includes(key));
      if (field === undefined) return false;
      const source = over === 'self' ? field : `record.${field}`;
      const copy = changed(place, source);
      renameField(copy as unknown as Draft, field, MISSPELT);
      const now = holder(copy, place.at.path)[place.at.path.at(-1) ?? ''];
      const isOwn = over === 'self' || over === 'target' || over === 'row';
      return now !== (isOwn ? source.replace(field, MISSPELT) : source);
    });
    expect(left.map(({ way }) => way)).toEqual([]);
  });
});
