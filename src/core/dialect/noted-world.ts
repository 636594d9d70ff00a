import { childrenIn, type LintWorld } from './lint-context.ts';

/** One question that was asked of a world, with the answer it got. */
interface Asked {
  readonly answer: unknown;
  ask(world: LintWorld): unknown;
}

/** What was found out, and all that it rests on beside its subject. */
interface Kept<T> {
  readonly asked: readonly Asked[];
  readonly found: T;
}

/**
 * A finding about a subject that is given again while the world answers everything that was asked for it as before: files
 * are compared by identity, lists and settings by what they are. So a changed file costs what reads it.
 * @param keyOf what the finding belongs to; another one where the subject itself has changed.
 */
export function remembering<S, T>(
  keyOf: (subject: S) => object,
  findOut: (subject: S, world: LintWorld) => T,
): (subject: S, world: LintWorld) => T {
  const kept = new WeakMap<object, Kept<T>>();
  return (subject, world) => {
    const key = keyOf(subject);
    const known = kept.get(key);
    if (known?.asked.every(({ answer, ask }) => ask(world) === answer)) return known.found;
    const asked = new Map<string, Asked>();
    const found = findOut(subject, notedWorld(world, asked));
    kept.set(key, { asked: [...asked.values()], found });
    return found;
  };
}

/** The world, noting in `asked` what it is asked. Translations are not in it. */
function notedWorld(world: LintWorld, asked: Map<string, Asked>): LintWorld {
  const note = <T>(words: string, ask: (world: LintWorld) => T): T => {
    const answer = ask(world);
    if (!asked.has(words)) asked.set(words, { answer, ask });
    return answer;
  };
  note('surroundings', surroundingsOf);
  const { sources, locales, rows, ...rest } = world;
  return {
    ...rest,
    childrenOf(key) {
      note(`children ${key}`, (other) => childrenIn(other, key).join(' '));
      return childrenIn(world, key);
    },
    entities: notedMap(world.entities, 'entity', ({ entities }) => entities, note),
    ...(rows === undefined ? {} : { rows: notedMap(rows, 'rows', (other) => other.rows, note) }),
    dictionaries: {
      has: (code) => note(`has ${code}`, ({ dictionaries }) => dictionaries.has(code)),
      choices: (code) => note(`choices ${code}`, ({ dictionaries }) => dictionaries.choices(code)),
      severity: (code) => note(`severity ${code}`, ({ dictionaries }) => dictionaries.severity?.(code)),
      codes() {
        note('codes', ({ dictionaries }) => JSON.stringify([...(dictionaries.codes?.() ?? [])]));
        return world.dictionaries.codes?.() ?? [];
      },
    },
  };
}

const surroundings = new WeakMap<LintWorld, string>();

/** What changes seldom and is little, in one text. */
function surroundingsOf(world: LintWorld): string {
  const { settings, faulty = [], buttons = [], roles = [], rules = [], complete, examples } = world;
  const known =
    surroundings.get(world) ??
    JSON.stringify([[...settings], [...faulty], buttons, [...roles], [...rules], complete, examples]);
  surroundings.set(world, known);
  return known;
}

type Note = <T>(words: string, ask: (world: LintWorld) => T) => T;

/** A map of the world's, each of whose values is noted when it is asked for; who goes through all depends on all. */
function notedMap<T>(
  map: ReadonlyMap<string, T>,
  name: string,
  of: (world: LintWorld) => ReadonlyMap<string, unknown> | undefined,
  note: Note,
): ReadonlyMap<string, T> {
  const all = (): ReadonlyMap<string, T> => {
    note(`all ${name}`, of);
    return map;
  };
  return {
    get size() {
      return all().size;
    },
    get(key) {
      note(`${name} ${key}`, (other) => contentOf(of(other)?.get(key)));
      return map.get(key);
    },
    has: (key) => note(`has ${name} ${key}`, (other) => of(other)?.has(key) === true),
    keys() {
      note(`keys ${name}`, (other) => JSON.stringify([...(of(other)?.keys() ?? [])]));
      return map.keys();
    },
    values: () => all().values(),
    entries: () => all().entries(),
    [Symbol.iterator]: () => all()[Symbol.iterator](),
    forEach: (each) => all().forEach(each),
  };
}

/** What a placed file is known by: the file itself, since its place is made anew with each world. */
function contentOf(placed: unknown): unknown {
  if (typeof placed !== 'object' || placed === null) return placed;
  if ('entity' in placed) return placed.entity;
  return 'file' in placed ? placed.file : placed;
}
