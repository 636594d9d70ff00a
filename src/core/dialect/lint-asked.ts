import { type ExpressionNode, entityRead, memberPath, nodePartsOf } from '../expression/index.ts';
import type { PlacedExpression } from '../model/entity-model.ts';
import type { Entity } from './entity.generated.ts';
import type { LintedEntity } from './lint-context.ts';

type Path = PlacedExpression['path'];

/** Records that are known only while an effect runs, after what its expressions ask was answered. */
const MADE_MEANWHILE: readonly string[] = ['created', 'occasion', 'over'];

/**
 * What only the database answers is asked once for a record. Where an expression is read for each row of a list, or names
 * what an effect makes meanwhile, there is nobody to ask: such places read small entities only.
 */
export function lintAsked({ entity, foreign, sink }: LintedEntity): void {
  for (const { path, expression } of foreign) {
    if (!expression.serverOnly) continue;
    if (isReadByRow(path)) {
      sink.error(
        path,
        '这里的表达式逐行计算，不能到数据库里查另一实体',
        '改读小表（small），或把结果先算在本记录的字段里',
      );
      continue;
    }
    const made = madeMeanwhile(entity, path);
    const named = namesInCalls(expression.node).find((name) => made.includes(name));
    if (named === undefined) continue;
    sink.error(
      path,
      `查另一实体时还没有“${named}”，它在效果执行时才有`,
      `不在聚合、exists 等里面用 ${named}.x，把结果先算在本记录的字段里`,
    );
  }
}

/** Columns of sub-tables, rows of libraries, rows of approval levels. */
function isReadByRow(path: Path): boolean {
  // What columns compute is told by whoever builds them.
  if (path[0] === 'record') return path.includes('items') && !path.includes('compute') && !path.includes('cases');
  if (path[0] === 'parent') return path[1] === 'seed';
  if (path[0] === 'schedule') return path.includes('from');
  return path[2] === 'approve' && path[3] === 'from' && path[4] === 'where';
}

function madeMeanwhile(entity: Entity, path: Path): readonly string[] {
  const values = path.indexOf('values');
  if (values < 0) return MADE_MEANWHILE;
  const effect = path.slice(0, values).reduce<unknown>(valueAt, entity);
  return valueAt(effect, 'from') === undefined ? MADE_MEANWHILE : [...MADE_MEANWHILE, 'row'];
}

function valueAt(holder: unknown, key: string | number): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined;
}

/** First names of the paths inside calls that read another entity. */
function namesInCalls(node: ExpressionNode, inside = false): readonly string[] {
  if (node.kind === 'member') return inside ? memberPath(node).slice(0, 1) : [];
  const within = inside || (node.kind === 'call' && entityRead(node) !== undefined);
  return nodePartsOf(node).flatMap((part) => namesInCalls(part, within));
}
