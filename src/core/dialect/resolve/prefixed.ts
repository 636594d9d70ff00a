import { besideOf } from '../../model/override-properties.ts';
import { referencesTo, renameIn } from '../../overlay/rename.ts';
import type { Entity } from '../entity.generated.ts';
import { jsonPointer } from '../problem.ts';
import { type Names, walk } from '../walk/walk.ts';
import { plain, type Sourced, type SourcedMap, withEntries } from './sourced.ts';

/** Kinds of things that there is but one set of, however often a block is used: nothing else could name them. */
const COMMON: ReadonlySet<string> = new Set(['entity', 'page', 'state', 'operation', 'option']);

/** Which kinds a key of another name may mean. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  button: ['transition', 'action'],
  operation: ['transition'],
  step: ['transition'],
  namedActor: ['define'],
};

/** `level` of a use `"as": "after"` is `afterLevel`. */
const withPrefix = (prefix: string, key: string): string => `${prefix}${key.charAt(0).toUpperCase()}${key.slice(1)}`;

/**
 * A block's part with a prefix before the keys of all that it defines, and before them wherever it names them: fields,
 * sections, transitions, actions, measures, defined names. States and pages keep their keys.
 */
export function prefixed(part: SourcedMap, prefix: string): SourcedMap {
  const json = plain(part) as Readonly<Record<string, unknown>>;
  const own = definedKeys(json);
  const isOwn = (kind: string, key: string): boolean =>
    (MEANT[kind] ?? [kind]).some((meant) => own.get(meant)?.has(key) === true);
  const keys = new Set<string>();
  const texts = new Map<string, string>();
  walk(json, {
    defines({ path }, key, kind) {
      if (isOwn(kind, key) && isOfEntity(path)) keys.add(jsonPointer(...path));
    },
    key({ path, isKey }, name, kind, names) {
      const [first = name, ...rest] = kind === 'step' ? name.split('.') : [name];
      if (!isOwn(kind, first) || names.over === 'row' || names.over === 'parent') return;
      if (isKey) keys.add(jsonPointer(...path));
      else
        texts.set(
          jsonPointer(...path),
          textAt(json, path).replace(name, [withPrefix(prefix, first), ...rest].join('.')),
        );
    },
    expression({ path }, source, names) {
      const renamed = renameIn(source, references(own, prefix, names));
      if (renamed !== source) texts.set(jsonPointer(...path), renamed);
    },
  });
  const made = rewritten(part, '');
  return made.kind === 'map' ? made : part;

  function rewritten(node: Sourced, pointer: string): Sourced {
    if (node.kind === 'leaf') {
      const text = texts.get(pointer);
      return text === undefined ? node : { ...node, value: text };
    }
    const within = (item: Sourced, step: string | number): Sourced => rewritten(item, `${pointer}${jsonPointer(step)}`);
    if (node.kind === 'list') return { ...node, items: node.items.map(within) };
    return withEntries(
      node,
      [...node.entries].map(([key, item]) => [
        keys.has(`${pointer}${jsonPointer(key)}`) ? withPrefix(prefix, key) : key,
        within(item, key),
      ]),
    );
  }
}

/** Keys of the things that a part defines itself, by kind; what stands within a thing is that thing's. */
function definedKeys(json: object): ReadonlyMap<string, ReadonlySet<string>> {
  const own = new Map<string, Set<string>>();
  walk(json, {
    defines({ path }, key, kind, { over }) {
      if (COMMON.has(kind) || over !== 'self' || !isOfEntity(path)) return;
      own.set(kind, (own.get(kind) ?? new Set<string>()).add(key));
    },
  });
  const { properties = {} } = (json as Partial<Entity>).record ?? {};
  for (const name of besideOf(properties).keys()) own.get('field')?.add(name);
  return own;
}

/** Whether a key is that of a thing of the entity itself: those below a thing stand deeper. */
const isOfEntity = (path: readonly unknown[]): boolean => path.length <= 3;

function references(
  own: ReadonlyMap<string, ReadonlySet<string>>,
  prefix: string,
  names: Names,
): Readonly<Record<string, string>> {
  const keys = [...(own.get('field') ?? []), ...(own.get('define') ?? [])];
  return Object.assign(
    {},
    ...keys.map((key) => referencesTo(key, withPrefix(prefix, key), '', names, names.over === 'self')),
  );
}

function textAt(json: unknown, path: readonly (string | number)[]): string {
  return String(path.reduce<unknown>((value, step) => Reflect.get(Object(value), step), json));
}
