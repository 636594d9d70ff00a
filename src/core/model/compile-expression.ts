import { suggestion } from '../dialect/nearest.ts';
import type { ProblemSink } from '../dialect/problem.ts';
import {
  checkExpression,
  type ExpressionNode,
  type ExpressionScope,
  parseExpression,
  type ValueType,
} from '../expression/index.ts';
import type { ModelExpression } from './entity-model.ts';

/** Reads and checks the expressions of one entity, and remembers which functions they call. */
export interface ExpressionCompiler {
  readonly sink: ProblemSink;
  readonly functions: ReadonlySet<string>;
  /** Undefined where there is no source or where it has a problem, which is then reported. */
  compile(
    source: string | undefined,
    path: readonly (string | number)[],
    scope: ExpressionScope,
    expected?: ValueType,
  ): ModelExpression | undefined;
}

/** Children of a node, for walks. */
function childNodes(node: ExpressionNode): readonly ExpressionNode[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'member':
      return [node.object];
    case 'unary':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'conditional':
      return [node.test, node.whenTrue, node.whenFalse];
    case 'call':
      return node.arguments;
    case 'list':
      return node.items;
  }
}

function collectFunctions(node: ExpressionNode, into: Set<string>): void {
  if (node.kind === 'call') into.add(node.name);
  for (const child of childNodes(node)) collectFunctions(child, into);
}

/** A compiler that reports into `sink`. */
export function createExpressionCompiler(sink: ProblemSink): ExpressionCompiler {
  const functions = new Set<string>();
  return {
    sink,
    functions,
    compile(source, path, scope, expected) {
      if (source === undefined) return undefined;
      const fix = '按 docs/dialect.md 的“表达式”一节改写';
      const parsed = parseExpression(source);
      if ('problems' in parsed) {
        for (const problem of parsed.problems) sink.error(path, `表达式“${source}”：${problem.message}`, fix);
        return undefined;
      }
      collectFunctions(parsed.node, functions);
      const checked = checkExpression(parsed.node, scope, expected);
      if (checked.problems.length > 0) {
        for (const problem of checked.problems) sink.error(path, `表达式“${source}”：${problem.message}`, fix);
        return undefined;
      }
      return {
        source,
        node: parsed.node,
        type: checked.type,
        references: [...checked.references],
        live: checked.live,
        serverOnly: checked.serverOnly,
      };
    },
  };
}

/** Reports a name that nothing bears, with the nearest one that exists. */
export function reportUnknown(
  sink: ProblemSink,
  path: readonly (string | number)[],
  what: string,
  name: string,
  candidates: Iterable<string>,
): void {
  sink.error(path, `没有名为“${name}”的${what}${suggestion(name, candidates)}`, `改为已有的${what}，或先加上它`);
}
