import type { Dimension } from '../../../src/compile/sql/statistics-query.ts';
import type { Measure } from '../../../src/core/dialect/entity.generated.ts';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { collectReferences } from '../../../src/core/expression/index.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import type { EntityCall } from '../call/ports.ts';
import { isLabelOpen } from '../read/reference-labels.ts';
import { isAskedWhereRead } from './readable-fields.ts';

export type Measures = Readonly<Record<string, Measure>>;

/** Measures that SQL counts for the wanted ones: themselves, or what their ratio is made of. */
export function countedFor(wanted: readonly string[], measures: Measures): string[] {
  const keys = wanted.flatMap((key) => {
    const measure = measures[key];
    if (measure?.kind === 'ratio') return [measure.numerator, measure.denominator];
    return measure?.kind === 'share' ? [measure.numerator] : [key];
  });
  return [...new Set(keys.filter((key) => key !== undefined))];
}

/** Whether the person may see what a block is grouped by. */
export function areDimensionsOpen(call: EntityCall, by: readonly string[] = []): boolean {
  return by.every((text) => {
    const field = call.model.field.get(text.split(':')[0] ?? '');
    return field === undefined || call.internal || (isAskedWhereRead(call, field) && isLabelOpen(call, field));
  });
}

/** Whether the person may see all fields that a measure, or what a ratio is made of, is counted over. */
export function isMeasureOpen(call: EntityCall, key: string, measures: Measures): boolean {
  if (call.internal) return true;
  return countedFor([key], measures).every((counted) => {
    const measure = measures[counted];
    const names = [measure?.of, measure?.where].flatMap((source) =>
      source === undefined ? [] : collectReferences(expressionNode(source)),
    );
    return [...names, ...(measure?.date === undefined ? [] : [measure.date])].every((name) => {
      const field = call.model.field.get(name.split('.')[0] ?? name);
      if (field === undefined || call.fieldRights.isAskable(field)) return true;
      // What stands behind a reference is read without asking whether the reference is.
      return !name.includes('.') && isAskedWhereRead(call, field);
    });
  });
}

/** The dimension that a block's `by` names: `level`, `findingTime:month`. */
export function dimensionOf(call: EntityCall, text: string): Dimension {
  const [key = '', part] = text.split(':');
  const field = call.model.field.get(key);
  if (field === undefined) throw new AnlanError('unknownFilter', { field: key });
  return { field, part: part as Dimension['part'] };
}

/** Whether a figure is a number of rows that a list can show. */
export function countsRows(key: string, measures: Measures, dimensions: readonly Dimension[]): boolean {
  return measures[key]?.kind === 'count' && dimensions.every(({ field }) => field.column?.kind.endsWith('[]') !== true);
}
