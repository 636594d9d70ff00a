import {
  type ExpressionNode,
  parseExpression,
  printExpression,
  RESERVED_NAMES,
  substituteNames,
} from '../../expression/index.ts';
import { isReservedKey } from '../../model/base-fields.ts';
import { suggestion } from '../nearest.ts';
import { jsonPointer, REWRITE_EXPRESSION } from '../problem.ts';
import { walk } from '../walk/walk.ts';
import type { ReuseSink } from './reuse-sink.ts';
import { changedAt, nodeAt, type Origin, plain, type Sourced, type SourcedList, type SourcedMap } from './sourced.ts';

/** A condition that an entity names, with all others that it reads put in. */
export interface NamedCondition {
  readonly name: string;
  readonly node: ExpressionNode;
  readonly from: Origin;
}

/** What became of the names of `define`. */
interface UsedDefinitions {
  readonly root: SourcedMap;
  readonly conditions: readonly NamedCondition[];
  /** Names that stood in an expression, by what stands there now; those that they read in turn too. */
  readonly uses: ReadonlyMap<Sourced, readonly string[]>;
  /** Where names stand that nothing uses. */
  readonly unused: readonly (Origin & { readonly name: string })[];
}

/** Names that stand for a record or for everybody, and are no definition's. */
const TAKEN: ReadonlySet<string> = new Set([
  ...RESERVED_NAMES,
  ...['me', 'old', 'row', 'parent', 'record', 'outer', 'creator', 'system', 'everyone'],
]);

/**
 * Puts the conditions, people and places that an entity names where their names stand: conditions as trees, so that
 * `a and late` holds what `late` says as a whole.
 */
export function withDefinitions(root: SourcedMap, sink: ReuseSink): UsedDefinitions {
  const named = namesIn(root);
  if (named.size === 0)
    return { root: withPeople(root, new Map(), sink, new Set()), conditions: [], uses: new Map(), unused: [] };
  for (const [name, { from }] of named) reportTaken(name, from, root, sink);
  const seen = new Set<string>();
  const conditions = conditionsOf(named, sink, seen);
  const { root: conditioned, uses } = withConditions(withPlaces(root, named, seen), conditions, { sink, seen });
  return {
    root: withPeople(conditioned, peopleOf(namesIn(conditioned), sink, seen), sink, seen),
    conditions: [...conditions].map(([name, { node, from }]) => ({ name, node, from })),
    uses,
    unused: [...named].flatMap(([name, { from }]) => (seen.has(name) ? [] : [{ ...from, name }])),
  };
}

function namesIn(root: SourcedMap): ReadonlyMap<string, Sourced> {
  const define = root.entries.get('define');
  return define?.kind === 'map' ? define.entries : new Map();
}

/** The tree with places put in where a step or a vote names one instead of a condition. */
function withPlaces(root: SourcedMap, named: ReadonlyMap<string, Sourced>, seen: Set<string>): SourcedMap {
  const changes = new Map<string, (node: Sourced) => Sourced>();
  walk(plain(root) as object, {
    expression({ path }, source) {
      const place = named.get(source.trim());
      if (path.at(-1) !== 'place' || place?.kind !== 'map') return;
      seen.add(source.trim());
      changes.set(jsonPointer(...path), () => place);
    },
  });
  const made = changedAt(root, changes);
  return made.kind === 'map' ? made : root;
}

function withConditions(
  root: SourcedMap,
  conditions: ReadonlyMap<string, Condition>,
  { sink, seen }: { readonly sink: ReuseSink; readonly seen: Set<string> },
): Pick<UsedDefinitions, 'root' | 'uses'> {
  const uses = new Map<Sourced, readonly string[]>();
  const changes = new Map<string, (node: Sourced) => Sourced>();
  walk(plain(root) as object, {
    expression({ path }, source, { over }) {
      // A condition of `define` itself has its names put in already.
      if (over !== 'self' || (path[0] === 'define' && path.length === 2)) return;
      const put = withNames(source, conditions);
      if (put.names.size === 0) return;
      for (const name of put.names) seen.add(name);
      const node = nodeAt(root, path);
      if (put.text === undefined) {
        if (node !== undefined) sink.error(node.from, TOO_LARGE, SPLIT);
        return;
      }
      const { text } = put;
      changes.set(jsonPointer(...path), ({ from }) => {
        const leaf: Sourced = { kind: 'leaf', from, value: text };
        uses.set(leaf, [...put.names]);
        return leaf;
      });
    },
  });
  const made = changedAt(root, changes);
  return { root: made.kind === 'map' ? made : root, uses };
}

function withPeople(
  root: SourcedMap,
  people: ReadonlyMap<string, SourcedList>,
  sink: ReuseSink,
  seen: Set<string>,
): SourcedMap {
  const changes = new Map<string, (node: Sourced) => Sourced>();
  walk(plain(root) as object, {
    key({ path }, name, kind) {
      if (kind !== 'namedActor' || path[0] === 'define') return;
      const node = nodeAt(root, path);
      if (people.has(name)) seen.add(name);
      else if (node !== undefined) sink.error(node.from, unknownPeople(name, people.keys()), PEOPLE_FIX);
      changes.set(jsonPointer(...path.slice(0, -1)), (list) => spread(list, people));
    },
  });
  const made = changedAt(root, changes);
  return made.kind === 'map' ? made : root;
}

const PEOPLE_FIX = '改为 define 里的人员，或 creator、system、everyone，或写明 role 等';

function unknownPeople(name: string, known: Iterable<string>): string {
  return `define 里没有名为“${name}”的人员${suggestion(name, [...known, 'creator', 'system', 'everyone'])}`;
}

function reportTaken(name: string, from: Origin, root: SourcedMap, sink: ReuseSink): void {
  const isField = nodeAt(root, ['record', 'properties', name]) !== undefined;
  if (isField || isReservedKey(name)) {
    sink.error(from, `“${name}”已是字段的键，不能再是 define 里的名称`, '换一个名称');
  } else if (TAKEN.has(name)) sink.error(from, `“${name}”在表达式或人员里另有含义`, '换一个名称');
}

/** An expression with names replaced by trees; without text where that would be too large. */
function withNames(
  source: string,
  conditions: ReadonlyMap<string, Condition>,
): { readonly text?: string; readonly names: ReadonlySet<string> } {
  const names = new Set<string>();
  const parsed = parseExpression(source);
  if ('problems' in parsed) return { names };
  let size = sizeOf(parsed.node);
  const whole = substituteNames(parsed.node, (name) => {
    const condition = conditions.get(name);
    for (const read of condition === undefined ? [] : [name, ...condition.reads]) names.add(read);
    size += condition?.size ?? 0;
    return condition?.node;
  });
  return size > MOST_NODES ? { names } : { text: printExpression(whole), names };
}

/** Nodes of a tree that was read from text, which bounds them. */
function sizeOf(node: ExpressionNode): number {
  return JSON.stringify(node).split('"kind"').length - 1;
}

/** Most names, operators and values of an expression with its conditions put in: each of them may stand in it often. */
const MOST_NODES = 2_000;

const TOO_LARGE = `把 define 里的条件放进来以后超过 ${MOST_NODES} 个名称、运算符和值`;
const SPLIT = '少用几次，或拆成几个计算字段';

/** A condition on the way through those that it reads. */
interface Condition extends NamedCondition {
  /** Names that its own text reads, and those read there. */
  readonly reads: ReadonlySet<string>;
  /** Nodes of its tree. */
  readonly size: number;
}

function conditionsOf(
  named: ReadonlyMap<string, Sourced>,
  sink: ReuseSink,
  seen: Set<string>,
): ReadonlyMap<string, Condition> {
  const done = new Map<string, Condition>();
  const open: string[] = [];
  const resolve = (name: string): Condition | undefined => {
    const known = done.get(name);
    const node = named.get(name);
    if (known !== undefined || node?.kind !== 'leaf' || typeof node.value !== 'string') return known;
    if (open.includes(name)) {
      reportCircle([...open.slice(open.indexOf(name)), name], node.from, sink);
      return undefined;
    }
    const parsed = parseExpression(node.value);
    if ('problems' in parsed) {
      for (const { message } of parsed.problems)
        sink.error(node.from, `表达式“${node.value}”：${message}`, REWRITE_EXPRESSION);
      return undefined;
    }
    open.push(name);
    const reads = new Set<string>();
    let size = sizeOf(parsed.node);
    const whole = substituteNames(parsed.node, (inner) => {
      if (!named.has(inner)) return undefined;
      seen.add(inner);
      const found = resolve(inner);
      for (const read of [inner, ...(found?.reads ?? [])]) reads.add(read);
      size += found?.size ?? 0;
      return found?.node;
    });
    open.pop();
    if (size > MOST_NODES) {
      sink.error(node.from, TOO_LARGE, SPLIT);
      return undefined;
    }
    const made = { name, node: whole, from: node.from, reads, size };
    done.set(name, made);
    return made;
  };
  for (const name of named.keys()) resolve(name);
  return done;
}

function peopleOf(
  named: ReadonlyMap<string, Sourced>,
  sink: ReuseSink,
  seen: Set<string>,
): ReadonlyMap<string, SourcedList> {
  const done = new Map<string, SourcedList>();
  const open: string[] = [];
  const resolve = (name: string): SourcedList | undefined => {
    const node = named.get(name);
    const known = done.get(name);
    if (known !== undefined || node?.kind !== 'list') return known;
    if (open.includes(name)) {
      reportCircle([...open.slice(open.indexOf(name)), name], node.from, sink);
      return undefined;
    }
    open.push(name);
    const items = node.items.flatMap((item): readonly Sourced[] => {
      const inner = item.kind === 'leaf' ? String(item.value) : '';
      if (named.get(inner)?.kind !== 'list') {
        if (item.kind === 'leaf' && !TAKEN.has(inner)) {
          sink.error(item.from, unknownPeople(inner, named.keys()), PEOPLE_FIX);
        }
        return [item];
      }
      seen.add(inner);
      return resolve(inner)?.items ?? [];
    });
    open.pop();
    // Each person once: a list that names another twice would double with each step.
    const made = { ...node, items: [...new Set(items)] };
    done.set(name, made);
    return made;
  };
  for (const name of named.keys()) resolve(name);
  return done;
}

function reportCircle(names: readonly string[], from: Origin, sink: ReuseSink): void {
  sink.error(from, `define 里的名称互相引用，成了一圈：${names.join(' → ')}`, '去掉其中一处引用');
}

/** A list of people with the names among them replaced by those who are meant. */
function spread(node: Sourced, people: ReadonlyMap<string, SourcedList>): Sourced {
  if (node.kind !== 'list') return node;
  return {
    ...node,
    items: node.items.flatMap(
      (item) => (item.kind === 'leaf' ? people.get(String(item.value))?.items : undefined) ?? [item],
    ),
  };
}
