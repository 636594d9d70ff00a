import { type CallNode, type ExpressionNode, type MemberNode, type NameNode, withParts } from './node.ts';
import type { ScopeEntry } from './scope.ts';
import { isListType } from './value-type.ts';

/** The function that gives what people read for a choice or a reference. */
export const LABEL_OF = 'labelOf';

/**
 * What `labelOf(field)` stands for, or a Chinese sentence that says why it stands for nothing: of a reference, the label
 * of the other record; of a choice, a call that also names whose titles are meant, which the field's value does not say.
 */
export function labelMeant(node: CallNode, entry: ScopeEntry | undefined): ExpressionNode | string {
  const [field] = node.arguments;
  if (entry === undefined || (field?.kind !== 'name' && field?.kind !== 'member')) return NO_FIELD;
  if (entry.titles !== undefined) {
    return { ...node, arguments: [field, { kind: 'literal', value: entry.titles }] };
  }
  if (entry.label !== undefined) {
    const label = entry.label
      .split('.')
      .reduce<NameNode | MemberNode>((object, key) => ({ kind: 'member', object, key }), field);
    // A label that is no text is written as one.
    return { kind: 'call', name: 'text', arguments: [label] };
  }
  return isListType(entry.type)
    ? 'labelOf(…) 要有选项的字段；多选的引用没有一个名称，请逐条用 valuesOf(…) 读取'
    : 'labelOf(…) 要有选项（options、dict）的字段，或单选的引用';
}

const NO_FIELD = 'labelOf(…) 里要直接写出一个字段';

/** The tree with some of its nodes replaced; the same one where none is. */
export function withMeanings(
  node: ExpressionNode,
  meanings: ReadonlyMap<ExpressionNode, ExpressionNode>,
): ExpressionNode {
  if (meanings.size === 0) return node;
  const found = meanings.get(node);
  if (found !== undefined) return found;
  return withParts(node, (part) => withMeanings(part, meanings));
}
