import {
  type ExpressionNode,
  parseExpression,
  printExpression,
  RESERVED_NAMES,
  substituteNames,
} from '../../expression/index.ts';
import { isReservedKey } from '../../model/base-fields.ts';
import { suggestion } from '../nearest.ts';
import { jsonPointer } from '../problem.ts';
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
 * Puts the conditions and people that an entity names where their names stand: conditions as trees, so that `a and late`
 * holds what `late` says as a whole.
 */
export function withDefinitions(root: SourcedMap, sink: ReuseSink): UsedDefinitions {
  const named = namesIn(root);
  if (named.size === 0)
    return { root: withPeople(root, new Map(), sink, new Set()), conditions: [], uses: new Map(), unused: [] };
  for (const [name, { from }] of named) reportTaken(name, from, root, sink);
  const seen = new Set<string>();
  const conditions = conditionsOf(named, sink, seen);
  const { root: conditioned, uses } = withConditions(root, conditions, seen);
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

function withConditions(
  root: SourcedMap,
  conditions: ReadonlyMap<string, Condition>,
  seen: Set<string>,
): Pick<UsedDefinitions, 'root' | 'uses'> {
  const uses = new Map<Sourced, readonly string[]>();
  const changes = new Map<string, (node: Sourced) => Sourced>();
  walk(plain(root) as object, {
    expression({ path }, source, { over }) {
      // A condition of `define` itself has its names put in already.
      if (over !== 'self' || (path[0] === 'define' && path.length === 2)) return;
      const found: string[] = [];
      const text = substituted(source, (name) => {
        const condition = conditions.get(name);
        if (condition !== undefined) found.push(name, ...condition.reads);
        return condition?.node;
      });
      if (found.length === 0) return;
      for (const name of found) seen.add(name);
      changes.set(jsonPointer(...path), ({ from }) => {
        const leaf: Sourced = { kind: 'leaf', from, value: text };
        uses.set(leaf, [...new Set(found)]);
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

/** An expression with names replaced by trees, as text; the text of a tree alone is printed too. */
function substituted(source: string, meant: (name: string) => ExpressionNode | undefined): string {
  const parsed = parseExpression(source);
  return 'problems' in parsed ? source : printExpression(substituteNames(parsed.node, meant));
}

/** A condition on the way through those that it reads. */
interface Condition extends NamedCondition {
  /** Names that its own text reads, and those read there. */
  readonly reads: readonly string[];
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
      for (const { message } of parsed.problems) sink.error(node.from, `表达式“${node.value}”：${message}`, FIX);
      return undefined;
    }
    open.push(name);
    const reads: string[] = [];
    const whole = substituteNames(parsed.node, (inner) => {
      if (!named.has(inner)) return undefined;
      seen.add(inner);
      const found = resolve(inner);
      reads.push(inner, ...(found?.reads ?? []));
      return found?.node;
    });
    open.pop();
    const made = { name, node: whole, from: node.from, reads };
    done.set(name, made);
    return made;
  };
  for (const name of named.keys()) resolve(name);
  return done;
}

const FIX = '按 docs/dialect.md 的“表达式”一节改写';

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
    const made = { ...node, items };
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
