import { FUNCTIONS, isFunctionName } from './functions.ts';
import type { ExpressionNode } from './node.ts';

/**
 * The tree with bare names of the record replaced by trees. What stands as a row's condition within a call is left: bare
 * names are the row's there. The same tree where it has none of the names.
 */
export function substituteNames(
  node: ExpressionNode,
  meant: (name: string) => ExpressionNode | undefined,
): ExpressionNode {
  const within = (child: ExpressionNode): ExpressionNode => substituteNames(child, meant);
  switch (node.kind) {
    case 'name':
      return meant(node.name) ?? node;
    case 'unary':
      return { ...node, operand: within(node.operand) };
    case 'binary':
      return { ...node, left: within(node.left), right: within(node.right) };
    case 'conditional':
      return { ...node, test: within(node.test), whenTrue: within(node.whenTrue), whenFalse: within(node.whenFalse) };
    case 'list':
      return { ...node, items: node.items.map(within) };
    case 'call': {
      const parameters = isFunctionName(node.name) ? FUNCTIONS[node.name].parameters : [];
      return {
        ...node,
        arguments: node.arguments.map((argument, index) => {
          const parameter = parameters[index];
          return parameter?.perRow === true || parameter?.accepts === 'entity' ? argument : within(argument);
        }),
      };
    }
    default:
      return node;
  }
}
