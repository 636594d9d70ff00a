import { holdsWords } from '../../../src/compile/sql/name-order.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { compareNames } from '../../../src/core/text/name-order.ts';
import type { Row } from '../../records/call/record-row.ts';

/** Order of rows of a small entity that are read whole: that of its first page, then the older one first. */
export function wholeRowOrder(model: EntityModel): (left: Row, right: Row) => number {
  const [page] = Object.values(model.pages);
  const order = [...(page?.sort ?? []), { field: 'createTime', descending: false }, { field: 'id', descending: false }];
  const terms = order.map(({ field: key, descending }) => {
    const field = model.field.get(key);
    return { key, sign: descending ? -1 : 1, words: field !== undefined && holdsWords(field) };
  });
  return (left, right) => {
    for (const { key, sign, words } of terms) {
      const difference = compare(left[key] ?? null, right[key] ?? null, words);
      if (difference !== 0) return sign * difference;
    }
    return 0;
  };
}

/** Null counts as smallest, as in lists. */
function compare(left: unknown, right: unknown, words: boolean): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [one, other] = [String(left), String(right)];
  return words ? compareNames(one, other) : one < other ? -1 : 1;
}
