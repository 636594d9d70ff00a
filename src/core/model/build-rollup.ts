import type { Entity, Property } from '../dialect/entity.generated.ts';
import {
  checkExpression,
  type ExpressionNode,
  type ExpressionScope,
  printExpression,
  type ValueType,
} from '../expression/index.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import type { ModelExpression, RollupFunction, RollupModel } from './entity-model.ts';
import { entityNames, isMultiple, nameScope, targetOf } from './entity-scope.ts';
import type { ModelWorld } from './model-world.ts';

type Path = readonly (string | number)[];

/** Words of which one says how a roll-up counts. */
const ROLLUP_FUNCTIONS = [
  'sum',
  'count',
  'avg',
  'minOf',
  'maxOf',
  'newest',
] as const satisfies readonly RollupFunction[];

interface Rolled {
  readonly of: Property;
  readonly valueType: ValueType;
  /** Place of the field in its file. */
  readonly path: Path;
}

/**
 * Builds the roll-up of a field and reports what is wrong with it by itself. Undefined where it cannot be used, and in a
 * browser, which knows no other entities: the value is then what the server sends.
 */
export function buildRollup(
  world: ModelWorld,
  entity: Entity,
  compiler: ExpressionCompiler,
  { of: { rollup }, valueType, path: field }: Rolled,
): RollupModel | undefined {
  if (rollup === undefined) return undefined;
  const { sink } = compiler;
  const path = [...field, 'rollup'];
  const given = ROLLUP_FUNCTIONS.filter((name) => rollup[name] !== undefined);
  const [how, second] = given;
  if (how === undefined || second !== undefined) {
    const words = ROLLUP_FUNCTIONS.join('、');
    sink.error(
      path,
      how === undefined ? '汇总没有写怎样计算' : `汇总只能有一种算法，现有 ${given.join('、')}`,
      `写 ${words} 之一`,
    );
    return undefined;
  }
  if ((how === 'newest') !== (rollup.order !== undefined)) {
    const message =
      how === 'newest' ? 'newest 要用 order 说明哪一条最新' : `${how} 不用 order，它只说明 newest 取哪一条`;
    sink.error(
      [...path, how === 'newest' ? how : 'order'],
      message,
      how === 'newest' ? '写上 order，如日期字段' : '删去',
    );
  }
  if ((how === 'sum' || how === 'count' || how === 'avg') && valueType !== 'number') {
    sink.error([...path, how], `${how} 得出数值，而字段的 type 不是 number 或 integer`, '改 type，或换一种算法');
    return undefined;
  }
  const source = world.entity(rollup.of);
  if (source === undefined) return undefined;
  checkBy(compiler, entity, source, rollup.by, path);
  checkScopes(compiler, entity, source, path);
  const scope = nameScope(world, entityNames(world, source), { parent: entityNames(world, entity) });
  const expression = (name: 'where' | 'order' | RollupFunction, expected?: ValueType): ModelExpression | undefined => {
    const text = rollup[name];
    return typeof text === 'string' ? compiler.compile(text, [...path, name], scope, expected) : undefined;
  };
  const built = {
    how,
    of: rollup.of,
    by: rollup.by,
    value: expression(how, how === 'sum' || how === 'avg' ? 'number' : valueType),
    order: expression('order'),
    where: expression('where', 'boolean'),
    later: rollup.when === 'later',
    daily: rollup.refresh === 'day',
  };
  const parts = [[how, built.value] as const, ['order', built.order] as const, ['where', built.where] as const];
  const clocked = parts.map(([name, part]) => checkReach(compiler, part, scope, [...path, name])).includes(true);
  checkRefresh(compiler, clocked, built.daily, path);
  const complete =
    (how === 'count' || built.value !== undefined) && (rollup.where === undefined || built.where !== undefined);
  return complete ? built : undefined;
}

function checkBy({ sink }: ExpressionCompiler, entity: Entity, source: Entity, by: string, path: Path): void {
  const property = Object.hasOwn(source.record.properties, by) ? source.record.properties[by] : undefined;
  // A key that nothing bears is told with all other names.
  if (property === undefined) return;
  // A record and its companion have one id.
  const meant = [entity.entity, ...(entity.companion === undefined ? [] : [entity.companion])];
  if (!isMultiple(property) && meant.includes(targetOf(property) ?? '')) return;
  const fields = Object.entries(source.record.properties).flatMap(([key, other]) =>
    !isMultiple(other) && meant.includes(targetOf(other) ?? '') ? [key] : [],
  );
  const fix =
    fields.length > 0 ? `改为 ${fields.join('、')}` : `在“${source.title}”上加一个引用“${entity.title}”的字段`;
  sink.error([...path, 'by'], `“${source.title}”的“${property.title}”（${by}）不是对“${entity.title}”的单个引用`, fix);
}

/** A company's records cannot change what belongs to all of them. */
function checkScopes({ sink }: ExpressionCompiler, entity: Entity, source: Entity, path: Path): void {
  for (const one of [entity, source]) {
    if ((one.scope ?? 'tenant') === 'tenant') continue;
    sink.error(
      [...path, 'of'],
      `“${one.title}”的记录由平台和各企业共用，不能汇总`,
      '两个实体都须是企业自己的数据（scope 为 tenant）',
    );
    return;
  }
}

/**
 * Reports what an expression reads that no write of the records tells of.
 * @returns whether it reads the clock.
 */
function checkReach(
  { sink }: ExpressionCompiler,
  expression: ModelExpression | undefined,
  scope: ExpressionScope,
  path: Path,
): boolean {
  if (expression?.live !== true) return false;
  const timeless = withoutClock(expression.node);
  if (checkExpression(timeless, scope).live) {
    const behind = expression.references.find(
      (name) => name.startsWith('@') || (name.includes('.') && !/^parent\.[^.]+$/.test(name)),
    );
    const what = behind === undefined ? '其他记录或当前用户' : `“${behind}”`;
    sink.error(
      path,
      `汇总读了${what}，它变化时被汇总的记录没有保存，结果就会过时`,
      '只用被汇总记录自己存储的字段（必要时在那里先存下来），和本记录的 parent.字段',
    );
  }
  return printExpression(timeless) !== printExpression(expression.node);
}

function checkRefresh({ sink }: ExpressionCompiler, clocked: boolean, daily: boolean, path: Path): void {
  if (clocked && !daily) {
    sink.error(
      path,
      '汇总读了当前时间，而时间过去时没有记录被保存，结果就会过时',
      '写上 "refresh": "day"，每天重新汇总',
    );
  } else if (!clocked && daily) {
    sink.warning([...path, 'refresh'], '汇总不读当前时间，不需要每天重新计算', '删去 refresh');
  }
}

/** The expression with a value in place of each reading of the clock. */
function withoutClock(node: ExpressionNode): ExpressionNode {
  switch (node.kind) {
    case 'literal':
    case 'name':
    case 'member':
      return node;
    case 'unary':
      return { ...node, operand: withoutClock(node.operand) };
    case 'binary':
      return { ...node, left: withoutClock(node.left), right: withoutClock(node.right) };
    case 'conditional':
      return {
        ...node,
        test: withoutClock(node.test),
        whenTrue: withoutClock(node.whenTrue),
        whenFalse: withoutClock(node.whenFalse),
      };
    case 'list':
      return { ...node, items: node.items.map(withoutClock) };
    case 'call':
      if (node.name === 'now' || node.name === 'today') return { kind: 'literal', value: null };
      return { ...node, arguments: node.arguments.map(withoutClock) };
  }
}
