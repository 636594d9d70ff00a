import { entityRead, FUNCTIONS, isFunctionName } from './functions.ts';
import type { CallNode, ExpressionNode, MemberNode, NameNode } from './node.ts';
import { memberPath, withParts } from './node.ts';

/**
 * Whose names a bare name is: the record's own (`''`), a sub-table's (`chemicals.`) or another entity's (`@gasLimit.`).
 * Each reference is written with its prefix: `amount`, `deptId.name`, `old.level`, `chemicals.beta`, `@gasLimit.kind`.
 */
interface Place {
  readonly prefix: string;
  readonly outer?: Place;
}

/** Names that stand for a record wherever they are used. */
const RECORDS: readonly string[] = ['me', 'old', 'row'];

/** Records that some places know besides, seen from inside rows too; fields cannot bear these names. */
const PLACED: readonly string[] = ['record', 'created'];

/** The new last name of a reference. `echo` marks the second look at `old.x` and `row.x`, as plain `x`. */
type Rename = (reference: string, echo: boolean) => string | undefined;

/**
 * Everything an expression reads, each once, in the order of first use, written as `renameReferences` takes them.
 * `deptId.name` reads `deptId` too.
 */
export function collectReferences(node: ExpressionNode): string[] {
  const found = new Set<string>();
  rewrite(node, { prefix: '' }, (reference, echo) => {
    if (!echo) found.add(reference);
    return undefined;
  });
  return [...found];
}

/**
 * The expression with names replaced. `map` goes from a reference as `collectReferences` writes it to the new last name:
 * `{amount: 'total', 'deptId.name': 'title', 'chemicals.beta': 'factor', '@gasLimit.kind': 'gas'}`. Renaming a field
 * renames it under `old` and `row` too, unless the map names those themselves.
 */
export function renameReferences(node: ExpressionNode, map: Readonly<Record<string, string>>): ExpressionNode {
  return rewrite(node, { prefix: '' }, (reference) => (Object.hasOwn(map, reference) ? map[reference] : undefined));
}

function rewrite(node: ExpressionNode, place: Place, rename: Rename): ExpressionNode {
  switch (node.kind) {
    case 'name':
    case 'member':
      return rewritePath(node, place, rename);
    case 'call':
      return rewriteCall(node, place, rename);
    default:
      return withParts(node, (part) => rewrite(part, place, rename));
  }
}

function rewriteCall(node: CallNode, place: Place, rename: Rename): ExpressionNode {
  const parameters = isFunctionName(node.name) ? FUNCTIONS[node.name].parameters : [];
  const inner = placeOf(node, place);
  const entity = entityRead(node);
  // What only counts records reads them too.
  if (entity !== undefined && parameters[0]?.accepts === 'rows') rename(`@${entity}.id`, false);
  const list = node.arguments.map((argument, index) => {
    const parameter = parameters[index];
    if (parameter?.accepts === 'entity') return argument;
    return rewrite(argument, parameter?.perRow === true ? inner : place, rename);
  });
  return { ...node, arguments: list };
}

/** Where the row expressions of a call stand. */
function placeOf(node: CallNode, outer: Place): Place {
  const first = node.arguments[0];
  if (first?.kind === 'call') return placeOf(first, outer);
  if (!isFunctionName(node.name) || FUNCTIONS[node.name].aggregate !== true) return outer;
  const entity = entityRead(node);
  if (entity !== undefined) return { prefix: `@${entity}.`, outer };
  return { prefix: first?.kind === 'name' ? `${outer.prefix}${first.name}.` : outer.prefix, outer };
}

function rewritePath(node: NameNode | MemberNode, place: Place, rename: Rename): NameNode | MemberNode {
  return join(rewrittenPath(memberPath(node), place, rename));
}

/** `parent` is the place outside, once more with each repetition; `outer` the outermost, unless a map names `outer` itself. */
function rewrittenPath(path: readonly string[], place: Place, rename: Rename): readonly string[] {
  const [first = '', ...rest] = path;
  if (place.outer !== undefined && rest.length > 0) {
    if (first === 'parent') return ['parent', ...rewrittenPath(rest, place.outer, rename)];
    if (first === 'outer') {
      const inside = (reference: string, echo: boolean) =>
        rename(`outer.${reference}`, true) ?? rename(reference, echo);
      return ['outer', ...rewrittenPath(rest, outermost(place.outer), inside)];
    }
  }
  const isOutside = RECORDS.includes(first) || (PLACED.includes(first) && rest.length > 0);
  return renamed(path, isOutside ? '' : place.prefix, rename);
}

function outermost(place: Place): Place {
  return place.outer === undefined ? place : outermost(place.outer);
}

/** The path with every step renamed; a record's own name (`old`) is no step. */
function renamed(path: readonly string[], prefix: string, rename: Rename): readonly string[] {
  const isRecord = RECORDS.includes(path[0] ?? '') && path.length > 1;
  const isSide = isRecord && path[0] !== 'me';
  return path.map((name, index) => {
    if (index === 0 && isRecord) return name;
    const steps = path.slice(0, index + 1);
    const echo = isSide ? rename(steps.slice(1).join('.'), true) : undefined;
    return rename(`${prefix}${steps.join('.')}`, false) ?? echo ?? name;
  });
}

function join(path: readonly string[]): NameNode | MemberNode {
  const [first = '', ...rest] = path;
  return rest.reduce<NameNode | MemberNode>((object, key) => ({ kind: 'member', object, key }), {
    kind: 'name',
    name: first,
  });
}
