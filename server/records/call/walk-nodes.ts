import { type ExpressionNode, nodePartsOf } from '../../../src/core/expression/index.ts';

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
