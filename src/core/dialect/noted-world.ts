import { notedDictionaries } from '../model/noted-dictionaries.ts';
import { childrenIn, type LintWorld } from './lint-context.ts';

/** One question that was asked of a world, with the answer it got. */
interface Asked {
  readonly answer: unknown;
  readonly ask: Ask;
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

type Ask = (world: LintWorld) => unknown;

// Questions stand outside of what notes them: one that is kept holds nothing of the world that it was asked of first.
const severityOf =
  (code: string): Ask =>
  ({ dictionaries }) =>
    dictionaries.severity?.(code);
const childrenOf =
  (key: string): Ask =>
  (world) =>
    childrenIn(world, key).join(' ');

/** The world, noting in `asked` what it is asked. Translations are not in it. */
function notedWorld(world: LintWorld, asked: Map<string, Asked>): LintWorld {
  const note: Note = (words, ask) => {
    if (!asked.has(words)) asked.set(words, { answer: ask(world), ask });
  };
  note('surroundings', surroundingsOf);
  const { sources, locales, rows, dictionaries, ...rest } = world;
  return {
    ...rest,
    childrenOf(key) {
      note(`children ${key}`, childrenOf(key));
      return childrenIn(world, key);
    },
    entities: notedMap(world.entities, 'entities', note),
    ...(rows === undefined ? {} : { rows: notedMap(rows, 'rows', note) }),
    dictionaries: {
      ...notedDictionaries(world, note),
      severity(code) {
        note(`severity ${code}`, severityOf(code));
        return dictionaries.severity?.(code);
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

type Note = (words: string, ask: Ask) => void;
type Part = 'entities' | 'rows';

const allOf =
  (part: Part): Ask =>
  (world) =>
    world[part];
const keysOf =
  (part: Part): Ask =>
  (world) =>
    JSON.stringify([...(world[part]?.keys() ?? [])]);
const hasKey =
  (part: Part, key: string): Ask =>
  (world) =>
    world[part]?.has(key) === true;
const contentAt =
  (part: Part, key: string): Ask =>
  (world) =>
    contentOf(world[part]?.get(key));

/** A map of the world's, each of whose values is noted when it is asked for; who goes through all depends on all. */
function notedMap<T>(map: ReadonlyMap<string, T>, part: Part, note: Note): ReadonlyMap<string, T> {
  const all = (): ReadonlyMap<string, T> => {
    note(`all ${part}`, allOf(part));
    return map;
  };
  return {
    get size() {
      return all().size;
    },
    get(key) {
      note(`${part} ${key}`, contentAt(part, key));
      return map.get(key);
    },
    has(key) {
      note(`has ${part} ${key}`, hasKey(part, key));
      return map.has(key);
    },
    keys() {
      note(`keys ${part}`, keysOf(part));
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
