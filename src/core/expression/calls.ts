import { FUNCTIONS, isFunctionName } from './functions.ts';
import { type CallNode, type ExpressionNode, nodePartsOf } from './node.ts';

const callsOf = new WeakMap<ExpressionNode, readonly CallNode[]>();

/** Every call of an expression, those inside row expressions too, the outer before the inner. */
export function callsWithin(node: ExpressionNode): readonly CallNode[] {
  let calls = callsOf.get(node);
  if (calls === undefined) {
    const inner = nodePartsOf(node).flatMap(callsWithin);
    calls = node.kind === 'call' ? [node, ...inner] : inner;
    callsOf.set(node, calls);
  }
  return calls;
}

/** Whether an expression counts days of work, so that it needs the plant's calendar. */
export function asksCalendar(node: ExpressionNode): boolean {
  return callsWithin(node).some(({ name }) => isFunctionName(name) && FUNCTIONS[name].calendar === true);
}

/** Codes of the dictionaries that an expression names itself, as `rank` and `keys` do. */
export function namedDictionaries(node: ExpressionNode): readonly string[] {
  return callsWithin(node).flatMap(({ name, arguments: given }) => {
    const taken = isFunctionName(name) ? FUNCTIONS[name].parameters : [];
    return given.flatMap((argument, index) =>
      taken[index]?.accepts === 'dictionary' && argument.kind === 'literal' ? [String(argument.value)] : [],
    );
  });
}
