import { describe, expect, it } from 'vitest';
import { parseExpression } from './parse.ts';
import { printExpression } from './print.ts';
import { collectReferences, renameReferences } from './references.ts';

function read(source: string) {
  const parsed = parseExpression(source);
  if ('problems' in parsed) throw new Error(parsed.problems[0]?.message);
  return parsed.node;
}

const renamed = (source: string, map: Readonly<Record<string, string>>) =>
  printExpression(renameReferences(read(source), map));

describe('names inside aggregates', () => {
  const nested =
    "sum('plan', rate * count('receipt', plan == parent.id and amount > parent.parent.limit and kind == outer.kind))";

  it('are those of the rows, of what stands outside, and of the record', () => {
    expect(collectReferences(read(nested))).toEqual([
      '@plan.id',
      '@plan.rate',
      '@receipt.id',
      '@receipt.plan',
      '@receipt.amount',
      'limit',
      '@receipt.kind',
      'kind',
    ]);
  });

  it('follow the field of whose record they are, and no other of that name', () => {
    expect(renamed(nested, { kind: 'sort' })).toBe(nested.replace('outer.kind', 'outer.sort'));
    expect(renamed(nested, { '@receipt.kind': 'sort' })).toBe(nested.replace('kind == outer', 'sort == outer'));
    expect(renamed(nested, { limit: 'bound' })).toBe(nested.replace('parent.parent.limit', 'parent.parent.bound'));
    expect(renamed(nested, { '@plan.rate': 'share' })).toBe(nested.replace('rate', 'share'));
  });

  it('of the record that a place calls outer follow that one', () => {
    const where = "plan == outer.id and count('receipt', amount > outer.limit) > 0";
    expect(renamed(where, { 'outer.limit': 'bound', limit: 'other' })).toBe(where.replace('limit', 'bound'));
  });

  it('of the referring record are told as outside aggregates', () => {
    const where = "any('receipt', plan == parent.id and kind == record.kind)";
    expect(collectReferences(read(where))).toContain('record.kind');
    expect(renamed(where, { 'record.kind': 'sort' })).toBe(where.replace('record.kind', 'record.sort'));
  });

  it('of sub-tables within rows bear both names', () => {
    expect(collectReferences(read("count('plan', any(lines, price > 1))"))).toEqual([
      '@plan.id',
      '@plan.lines',
      '@plan.lines.price',
    ]);
  });
});
