import type { ExpressionNode, ExpressionScope, ScopeEntry } from '../../src/core/expression/index.ts';
import type { RowOperator } from './condition-tree.ts';

function recordOf(entry: ScopeEntry | undefined): string | undefined {
  if (entry === undefined) return undefined;
  return typeof entry.type === 'object' && 'record' in entry.type ? entry.type.record : entry.record;
}

const isRows = ({ type }: ScopeEntry): boolean => typeof type === 'object' && 'rows' in type;

/** Fields that a row may be about: those of the record, and behind its references and beside it one step further. */
export function fieldOptions(scope: ExpressionScope): readonly { readonly value: string; readonly label: string }[] {
  const own: { value: string; label: string }[] = [];
  const further: { value: string; label: string }[] = [];
  for (const key of scope.candidates('names')) {
    const entry = scope.resolve(key);
    if (entry === undefined || isRows(entry)) continue;
    const title = entry.title ?? key;
    const record = recordOf(entry);
    if (typeof entry.type === 'string') own.push({ value: key, label: title });
    else if ('list' in entry.type) own.push({ value: key, label: title });
    if (record === undefined) continue;
    for (const below of scope.candidates({ record })) {
      const found = scope.member(record, below);
      if (found === undefined || typeof found.type !== 'string') continue;
      further.push({ value: `${key}.${below}`, label: `${title} › ${found.title ?? below}` });
    }
  }
  return [...own, ...further];
}

const WITHOUT_VALUE: readonly RowOperator[] = ['empty', 'filled', 'true', 'false'];

/** Whether an operator holds a field against a value. */
export const hasValue = (operator: RowOperator): boolean => !WITHOUT_VALUE.includes(operator);

/** How a field may be held; the first is the one that is wanted most. */
export function operatorsOf(entry: ScopeEntry | undefined): readonly RowOperator[] {
  const type = entry?.type;
  if (typeof type === 'object') return 'list' in type ? ['includes', 'empty', 'filled'] : ['empty', 'filled'];
  switch (type) {
    case 'boolean':
      return ['true', 'false', 'empty', 'filled'];
    case 'number':
    case 'date':
    case 'dateTime':
    case 'time':
      return ['==', '!=', '<', '<=', '>', '>=', 'empty', 'filled'];
    case 'text':
      return entry?.choices === undefined
        ? ['==', '!=', 'contains', 'in', 'not in', 'empty', 'filled']
        : ['==', '!=', 'in', 'not in', 'empty', 'filled'];
    default:
      return ['filled', 'empty'];
  }
}

/** What a field is held against before somebody has chosen. */
export function firstValue(operator: RowOperator, entry: ScopeEntry | undefined): ExpressionNode {
  const literal = literalFor(entry);
  return operator === 'in' || operator === 'not in' ? { kind: 'list', items: [literal] } : literal;
}

function literalFor(entry: ScopeEntry | undefined): ExpressionNode {
  const [choice] = entry?.choices ?? [];
  if (choice !== undefined) return { kind: 'literal', value: choice };
  switch (entry?.type) {
    case 'number':
      return { kind: 'literal', value: 0 };
    case 'date':
      return { kind: 'call', name: 'today', arguments: [] };
    case 'dateTime':
      return { kind: 'call', name: 'now', arguments: [] };
    case 'time':
      return { kind: 'literal', value: '08:00:00' };
    default:
      return { kind: 'literal', value: '' };
  }
}
