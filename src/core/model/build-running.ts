import type { Entity, Property } from '../dialect/entity.generated.ts';
import type { ExpressionScope } from '../expression/index.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import type { ModelExpression } from './entity-model.ts';

/**
 * What computes a running total: the sum over the records of the entity that have the same values in `by` and come up to
 * this one in `order`. Undefined where what is added up has a problem, which is then reported.
 */
export function buildRunning(
  { entity }: Entity,
  compiler: ExpressionCompiler,
  {
    of: { running },
    scope,
    path: field,
  }: {
    readonly of: Property;
    readonly scope: ExpressionScope;
    readonly path: readonly (string | number)[];
  },
): ModelExpression | undefined {
  if (running === undefined) return undefined;
  const path = [...field, 'running'];
  const sum = compiler.compile(running.sum, [...path, 'sum'], scope, 'number');
  if (sum === undefined) return undefined;
  if (sum.live) {
    const message = '累计读了其他记录、当前时间或当前用户，只能累计记录自己存储的值';
    compiler.sink.error([...path, 'sum'], message, '只用本记录存储的字段');
    return undefined;
  }
  // A name that nothing bears is told with all other names.
  const names = [...(running.by ?? []), running.order];
  if (names.some((name) => scope.resolve(name) === undefined)) return undefined;
  const { order } = running;
  const same = (running.by ?? []).map((key) => `${key} == parent.${key}`);
  const before = `(${order} < parent.${order} or ${order} == parent.${order} and id <= parent.id)`;
  return compiler.compile(
    `total('${entity}', ${running.sum}, ${[...same, before].join(' and ')})`,
    path,
    scope,
    'number',
  );
}
