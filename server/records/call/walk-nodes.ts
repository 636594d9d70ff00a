import {
  type CallNode,
  type ExpressionNode,
  FUNCTIONS,
  isFunctionName,
  nodePartsOf,
} from '../../../src/core/expression/index.ts';

/** Parts of a node that are read over the record itself: what a function asks of each row is left out. */
function partsOf(node: ExpressionNode): readonly ExpressionNode[] {
  if (node.kind !== 'call' || !isFunctionName(node.name)) return nodePartsOf(node);
  const { parameters } = FUNCTIONS[node.name];
  return node.arguments.filter((_, index) => parameters[index]?.perRow !== true);
}

const callsOf = new WeakMap<ExpressionNode, readonly CallNode[]>();

/** Calls of functions in an expression, those over rows of sub-tables left out. */
export function callsIn(node: ExpressionNode): readonly CallNode[] {
  let calls = callsOf.get(node);
  if (calls === undefined) {
    const inner = partsOf(node).flatMap(callsIn);
    calls = node.kind === 'call' ? [node, ...inner] : inner;
    callsOf.set(node, calls);
  }
  return calls;
}

const mentions = new WeakMap<ExpressionNode, ReadonlySet<string>>();

/** Every name that an expression mentions, whatever it is a name of: `parent.taskKind` gives `parent` and `taskKind`. */
function namesIn(node: ExpressionNode): ReadonlySet<string> {
  let names = mentions.get(node);
  if (names === undefined) {
    const own = node.kind === 'name' ? [node.name] : node.kind === 'member' ? [node.key] : [];
    names = new Set([...own, ...nodePartsOf(node).flatMap((part) => [...namesIn(part)])]);
    mentions.set(node, names);
  }
  return names;
}

/** Every name that any of several expressions mentions. */
export const namesInAll = (nodes: readonly ExpressionNode[]): ReadonlySet<string> =>
  new Set(nodes.flatMap((node) => [...namesIn(node)]));
