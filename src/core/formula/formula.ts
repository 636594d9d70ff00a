import type { Entity } from '../dialect/entity.generated.ts';
import {
  checkExpression,
  Decimal,
  type ExpressionNode,
  type ExpressionScope,
  type ExpressionUser,
  evaluateExpression,
  nodePartsOf,
  parseExpression,
  plainValue,
  printExpression,
  substituteNames,
  type ValueType,
} from '../expression/index.ts';
import { say } from '../text/say.ts';

const NOBODY: ExpressionUser = {
  userId: '',
  account: '',
  realName: '',
  deptId: null,
  deptIds: [],
  roles: [],
  tenantId: '',
};

/** Nodes of a formula: what a person can still read. */
const MOST_NODES = 60;

/** A figure as formulas see it. */
interface FormulaName {
  readonly key: string;
  readonly title: string;
  readonly type: ValueType;
}

/** What formulas of a field may say: the figures of a set, by name. */
export interface FormulaModel {
  readonly gives: ValueType;
  /** Key of the set of figures. */
  readonly set: string;
  /** By present and by former key: a formula goes on saying the name that it was written with. */
  readonly names: ReadonlyMap<string, FormulaName>;
}

type FigureSet = NonNullable<Entity['figures']>[string];

/** Formulas over a set of figures. */
export function formulaModel(set: string, figures: FigureSet | undefined, gives: ValueType): FormulaModel {
  const entries = Object.entries(figures?.names ?? {});
  const named = entries.map(([key, { title, gives: type = 'number' }]): FormulaName => ({ key, title, type }));
  const former = entries.flatMap(([key, { id }], at) => {
    const name = named[at];
    return id === undefined || id === key || name === undefined ? [] : [[id, name] as const];
  });
  return { gives, set, names: new Map([...former, ...named.map((name) => [name.key, name] as const)]) };
}

/** What is wrong with the text of a formula; undefined for one that can be evaluated. */
export function formulaFault(formula: FormulaModel, text: string): string | undefined {
  const parsed = parseExpression(text);
  if ('problems' in parsed) return parsed.problems[0]?.message;
  const size = sizeOf(parsed.node);
  if (size > MOST_NODES) return say('公式最多{most}项，现有{size}项', { most: MOST_NODES, size });
  const divisor = zeroDivisor(parsed.node, (node) => node.kind === 'literal' && Number(node.value) === 0);
  if (divisor !== undefined) return say('除数“{divisor}”为零', { divisor: printExpression(divisor) });
  const checked = checkExpression(parsed.node, formulaScope(formula), formula.gives);
  if (checked.problems.length > 0) return checked.problems[0]?.message;
  return checked.live || checked.serverOnly ? say('公式只能用指标、运算和不随时间变化的函数') : undefined;
}

/** A formula's value over the figures, or why it has none. */
export function evaluateFormula(
  formula: FormulaModel,
  text: string,
  figures: Readonly<Record<string, unknown>>,
): { readonly value: unknown } | { readonly fault: string } {
  const fault = formulaFault(formula, text);
  const parsed = parseExpression(text);
  if (fault !== undefined || 'problems' in parsed) return { fault: fault ?? '' };
  const named = (name: string) => figures[formula.names.get(name)?.key ?? name] ?? null;
  const evaluate = (node: ExpressionNode) => evaluateExpression(node, { now: '', me: NOBODY, names: named });
  const missing = [...namesIn(parsed.node)].find((name) => named(name) === null);
  if (missing !== undefined)
    return { fault: say('指标“{name}”没有值', { name: formula.names.get(missing)?.title ?? missing }) };
  const divisor = zeroDivisor(parsed.node, (node) => {
    const value = evaluate(node);
    return value instanceof Decimal && value.toNumber() === 0;
  });
  const value = plainValue(evaluate(parsed.node));
  if (value === null && divisor !== undefined)
    return { fault: say('除数“{divisor}”为零', { divisor: printExpression(titled(formula, divisor)) }) };
  return value === null ? { fault: say('算不出值') } : { value };
}

/** A formula as people read it: figures by their titles. The text itself where it cannot be read as one. */
export function formulaInWords(formula: FormulaModel, text: string): string {
  const parsed = parseExpression(text);
  return 'problems' in parsed ? text : printExpression(titled(formula, parsed.node));
}

/** Names that are figures, and nothing else. */
function formulaScope({ names }: FormulaModel): ExpressionScope {
  return {
    resolve(name) {
      const figure = names.get(name);
      return figure === undefined ? undefined : { type: figure.type, title: figure.title };
    },
    member: () => undefined,
    rows: () => undefined,
    setting: () => undefined,
    lookupEntity: () => undefined,
    dictionary: () => false,
    candidates: (of) => (of === 'names' ? [...new Set([...names.values()].map(({ key }) => key))] : []),
  };
}

function sizeOf(node: ExpressionNode): number {
  return 1 + nodePartsOf(node).reduce((size, part) => size + sizeOf(part), 0);
}

function namesIn(node: ExpressionNode): ReadonlySet<string> {
  if (node.kind === 'name') return new Set([node.name]);
  return new Set(nodePartsOf(node).flatMap((part) => [...namesIn(part)]));
}

/** The first divisor that is zero. */
function zeroDivisor(node: ExpressionNode, isZero: (divisor: ExpressionNode) => boolean): ExpressionNode | undefined {
  if (node.kind === 'binary' && (node.operator === '/' || node.operator === '%') && isZero(node.right))
    return node.right;
  for (const part of nodePartsOf(node)) {
    const found = zeroDivisor(part, isZero);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The same with figures called by their titles, as people know them. */
function titled({ names }: FormulaModel, node: ExpressionNode): ExpressionNode {
  return substituteNames(node, (name) => {
    const figure = names.get(name);
    return figure === undefined ? undefined : { kind: 'name', name: figure.title };
  });
}
