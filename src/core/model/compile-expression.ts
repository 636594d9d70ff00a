import { suggestion } from '../dialect/nearest.ts';
import { type ProblemSink, REWRITE_EXPRESSION } from '../dialect/problem.ts';
import { checkExpression, type ExpressionScope, parseExpression, type ValueType } from '../expression/index.ts';
import type { ModelExpression, PlacedExpression } from './entity-model.ts';
import { type ExpressionSize, sizeOfExpression, sizeProblem } from './expression-size.ts';
import type { ModelWorld } from './model-world.ts';

/** Reads and checks the expressions of one entity. */
export interface ExpressionCompiler {
  readonly sink: ProblemSink;
  /** Those compiled so far that look into other entities, with their places. */
  readonly foreign: readonly PlacedExpression[];
  /** Sizes of the live fields that were built so far, by key; whoever builds one notes it. */
  readonly liveSizes: Map<string, ExpressionSize>;
  /** Undefined where there is no source or where it has a problem, which is then reported. */
  compile(
    source: string | undefined,
    path: readonly (string | number)[],
    scope: ExpressionScope,
    expected?: ValueType,
  ): ModelExpression | undefined;
}

/** Told each expression before it is read: where it stands, by which names it is read, and the type that its place wants. */
export type OnExpression = (
  path: readonly (string | number)[],
  scope: ExpressionScope,
  expected: ValueType | undefined,
) => void;

/** A compiler that reports into `sink`. */
export function createExpressionCompiler(sink: ProblemSink, onExpression?: OnExpression): ExpressionCompiler {
  const foreign: PlacedExpression[] = [];
  const liveSizes = new Map<string, ExpressionSize>();
  return {
    sink,
    foreign,
    liveSizes,
    compile(source, path, scope, expected) {
      if (source === undefined) return undefined;
      onExpression?.(path, scope, expected);
      const parsed = parseExpression(source);
      if ('problems' in parsed) {
        for (const problem of parsed.problems)
          sink.error(path, `表达式“${source}”：${problem.message}`, REWRITE_EXPRESSION);
        return undefined;
      }
      const checked = checkExpression(parsed.node, scope, expected);
      if (checked.problems.length > 0) {
        for (const problem of checked.problems)
          sink.error(path, `表达式“${source}”：${problem.message}`, REWRITE_EXPRESSION);
        return undefined;
      }
      const tooLarge = sizeProblem(sizeOfExpression(parsed.node, liveSizes));
      if (tooLarge !== undefined) {
        sink.error(path, tooLarge, '少读几次，或把读到的字段改成不随时间和用户变化的，让它存下来');
        return undefined;
      }
      const expression: ModelExpression = {
        source,
        node: checked.node,
        type: checked.type,
        references: [...checked.references],
        live: checked.live,
        serverOnly: checked.serverOnly,
      };
      if (expression.references.some((name) => name.startsWith('@'))) foreign.push({ path, expression });
      return expression;
    },
  };
}

/** The same compiler for parts that are built as if they stood elsewhere; `move` says where they stand. */
export function movedCompiler(
  compiler: ExpressionCompiler,
  move: (path: readonly (string | number)[]) => readonly (string | number)[],
): ExpressionCompiler {
  const { sink } = compiler;
  return {
    ...compiler,
    sink: {
      ...sink,
      error: (path, message, fix) => sink.error(move(path), message, fix),
      warning: (path, message, fix) => sink.warning(move(path), message, fix),
    },
    compile: (source, path, scope, expected) => compiler.compile(source, move(path), scope, expected),
  };
}

/** What is said of an entity that is there and has faults of its own, and what mends it. */
export function faultyEntity(key: string, at: string): { readonly message: string; readonly fix: string } {
  return { message: `实体“${key}”自己有错，暂时不能引用`, fix: `先改好 ${at}` };
}

/** Reports an entity that is not there, or one that cannot be read for its own faults. */
export function reportUnknownEntity(
  sink: ProblemSink,
  path: readonly (string | number)[],
  key: string,
  world: Pick<ModelWorld, 'faulty' | 'entityKeys'>,
): void {
  const at = world.faulty?.(key);
  if (at === undefined) reportUnknown(sink, path, '实体', key, world.entityKeys?.() ?? []);
  else sink.error(path, faultyEntity(key, at).message, faultyEntity(key, at).fix);
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
