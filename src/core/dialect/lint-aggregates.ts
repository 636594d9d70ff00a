import { rowsCondition } from '../expression/evaluate-rows.ts';
import { type CallNode, type ExpressionNode, entityRead, memberPath, nodePartsOf } from '../expression/index.ts';
import type { EntityModel } from '../model/entity-model.ts';
import type { LintedEntity } from './lint-context.ts';

/** Records outside the rows, however far. */
const OUTSIDE: readonly string[] = [
  'parent',
  'outer',
  'record',
  'row',
  'old',
  'me',
  'created',
  'occasion',
  'node',
  'vote',
  'over',
];

/**
 * An aggregate over another entity is read again for each record that asks: unless the entity is small or a tree, its
 * condition has to name, by equality with something outside, a field by which the database finds its rows.
 */
export function lintAggregates(
  { foreign, sink }: LintedEntity,
  modelOf: (key: string) => EntityModel | undefined,
): void {
  for (const { path, expression } of foreign) {
    for (const call of aggregatesIn(expression.node)) {
      const target = modelOf(entityRead(call) ?? '');
      // A tree is short enough to be shown whole where somebody chooses from it.
      if (target === undefined || target.small || target.tree !== undefined) continue;
      const terms = termsOf(rowsCondition(call));
      if (terms.some((term) => isSelective(term, target))) continue;
      const found = indexedKeys(target);
      const shown = found.length === 0 ? '' : `，有索引的有 ${found.slice(0, 6).join('、')}`;
      sink.error(
        path,
        `“${target.title}”（${target.key}）不是小表，${call.name}('${target.key}', …) 的条件要有一项让数据库按索引查找：一个有索引的字段等于外面的值${shown}`,
        `在条件里用 and 加上一项，如 ${found.find((key) => key !== 'id') ?? 'id'} == parent.x；或给所比较的字段写 "index": true；记录很少的实体可写 "small": true`,
      );
    }
  }
}

/** Aggregates that name an entity in quotes, wherever they stand. */
function aggregatesIn(node: ExpressionNode): readonly CallNode[] {
  const inner = nodePartsOf(node).flatMap(aggregatesIn);
  const isOne = node.kind === 'call' && node.arguments[0]?.kind === 'literal' && isAggregate(node);
  return isOne ? [node, ...inner] : inner;
}

/** Whether a call is one of the functions that read sub-tables and other entities alike. */
function isAggregate(call: CallNode): boolean {
  return entityRead(call) !== undefined && !['lookup', 'exists', 'total', 'first', 'within'].includes(call.name);
}

/** What has to hold all together. */
function termsOf(node: ExpressionNode | undefined): readonly ExpressionNode[] {
  if (node === undefined) return [];
  if (node.kind === 'binary' && node.operator === 'and') return [...termsOf(node.left), ...termsOf(node.right)];
  return [node];
}

/** Whether a term lets few rows through, and an index finds them: `field == parent.x`, `includes(parent.list, field)`. */
function isSelective(term: ExpressionNode, target: EntityModel): boolean {
  if (term.kind === 'binary' && term.operator === '==') {
    return isPair(term.left, term.right, target) || isPair(term.right, term.left, target);
  }
  if (term.kind === 'binary' && term.operator === 'in') return isPair(term.left, term.right, target);
  if (term.kind !== 'call' || term.name !== 'includes') return false;
  const [list, item] = term.arguments;
  return list !== undefined && item !== undefined && isPair(item, list, target);
}

function isPair(own: ExpressionNode, other: ExpressionNode, target: EntityModel): boolean {
  return own.kind === 'name' && indexedKeys(target).includes(own.name) && isOutside(other, target);
}

/** Whether an expression reads something outside, and nothing of the row. */
function isOutside(node: ExpressionNode, target: EntityModel): boolean {
  if (isListFromOutside(node)) return true;
  // A record that a series or a set of figures is over bears a name of its own, which no field of the row has.
  const isAround = (name: string) => OUTSIDE.includes(name) || !target.fields.some(({ key }) => key === name);
  const paths = pathsIn(node);
  return paths.length > 0 && paths.every(([first = '', ...rest]) => rest.length > 0 && isAround(first));
}

/**
 * Whether it is a list of another entity's values that the row has no part in: `valuesOf('event', id, unit ==
 * parent.parent.id)`. It is read once, and the row found by it; how it is found itself is asked of it as of all others.
 */
function isListFromOutside(node: ExpressionNode): boolean {
  if (node.kind !== 'call' || node.name !== 'valuesOf' || node.arguments[0]?.kind !== 'literal') return false;
  const outside = pathsIn(node).filter(([first = '']) => OUTSIDE.includes(first));
  return outside.length > 0 && outside.every(([first, next]) => first !== 'parent' || next === 'parent');
}

function pathsIn(node: ExpressionNode): readonly (readonly string[])[] {
  if (node.kind === 'name' || node.kind === 'member') return [memberPath(node)];
  return nodePartsOf(node).flatMap(pathsIn);
}

const known = new WeakMap<EntityModel, readonly string[]>();

/** Fields by whose value an index finds records. */
function indexedKeys(model: EntityModel): readonly string[] {
  let keys = known.get(model);
  if (keys === undefined) {
    const filtered = new Set(Object.values(model.pages).flatMap((page) => page.filters));
    const owned = new Set([...model.owners.users, ...model.owners.depts]);
    // An index over lower case finds no text as it stands.
    const leading = [...model.unique.filter(({ ignoreCase }) => !ignoreCase), ...model.indexes].map(
      ({ fields: [first] }) => first,
    );
    const found = model.fields.filter(({ key, property, filter, column }) => {
      if (column === undefined || column.kind === 'jsonb' || column.kind.endsWith('[]')) return false;
      const isFiltered = filtered.has(key) && property.index !== false;
      const isMarked = (isFiltered || property.index === true || owned.has(key)) && filter !== 'contains';
      return isMarked || property.ref !== undefined || model.tree?.parent === key || leading.includes(key);
    });
    keys = ['id', ...found.map(({ key }) => key).filter((key) => key !== 'id')];
    known.set(model, keys);
  }
  return keys;
}
