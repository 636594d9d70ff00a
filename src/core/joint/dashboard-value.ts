import { REWRITE_EXPRESSION } from '../dialect/problem.ts';
import { checkExpression, createScope, type ExpressionNode, parseExpression, withParts } from '../expression/index.ts';
import type { FigureRef } from './dashboard.ts';
import type { PlacedJointPage } from './joint-kind.ts';

/** Function that only these expressions have: `figure('dangerList.open')`. */
const FIGURE = 'figure';

interface ReadValue {
  readonly node: ExpressionNode;
  readonly figures: readonly FigureRef[];
}

/** Reads an expression over figures; what is wrong is reported at its place. */
export function readValue(
  placed: PlacedJointPage,
  source: string,
  at: readonly string[],
  figureOf: (name: string) => FigureRef | undefined,
): ReadValue | undefined {
  const parsed = parseExpression(source);
  if ('problems' in parsed) {
    for (const { message } of parsed.problems) placed.fault(at, `表达式“${source}”：${message}`, REWRITE_EXPRESSION);
    return undefined;
  }
  const figures: FigureRef[] = [];
  let broken = false;
  const named = (node: ExpressionNode): ExpressionNode => {
    if (node.kind !== 'call' || node.name !== FIGURE) return withParts(node, named);
    const [name] = node.arguments;
    const found = name?.kind === 'literal' && typeof name.value === 'string' ? figureOf(name.value) : undefined;
    if (found === undefined) {
      if (name?.kind !== 'literal') placed.fault(at, 'figure 里要写“页面.指标”', "如 figure('dangerList.open')");
      broken = true;
      return node;
    }
    figures.push(found);
    return { kind: 'name', name: `f${figures.length - 1}` };
  };
  const node = named(parsed.node);
  if (broken) return undefined;
  if (figures.length === 0) {
    placed.fault(at, '表达式没有用到任何指标', "写上 figure('页面.指标')");
    return undefined;
  }
  const names = Object.fromEntries(figures.map((_, index) => [`f${index}`, 'number' as const]));
  // Settings are the company's, the same whichever of the pages is asked.
  const member = placed.anyPage(figures[0]?.page ?? '', at);
  const scope = createScope({ names });
  const checked = checkExpression(
    node,
    member === undefined ? scope : { ...scope, setting: placed.settingsOf(member) },
    'number',
  );
  for (const { message } of checked.problems) placed.fault(at, `表达式“${source}”：${message}`, REWRITE_EXPRESSION);
  if (checked.problems.length > 0) return undefined;
  return { node: checked.node, figures };
}
