import type { ProblemSink } from '../dialect/problem.ts';
import type { Path } from '../dialect/walk/walk.ts';
import { collectReferences } from '../expression/index.ts';
import type { FieldModel } from './entity-model.ts';

/** Slots of a column that the server evaluates for each row. */
const SLOTS = ['visible', 'requiredWhen', 'disabledWhen', 'fixedWhen', 'defaultFrom'] as const;

/**
 * Refuses what a column's own expressions read behind a reference of their row: the server reads nothing there, and a field
 * of the record with the same key would answer instead.
 * @param targets keys of the columns that are references.
 */
export function refuseBehindColumns(
  sink: ProblemSink,
  field: FieldModel,
  targets: ReadonlySet<string>,
  path: Path,
): void {
  const slots = SLOTS.map((slot) => ({ at: [...path, slot], expression: field[slot] }));
  const rules = field.rules.map(({ when }, index) => ({ at: [...path, 'rules', index, 'when'], expression: when }));
  for (const { at, expression } of [...slots, ...rules]) {
    if (expression === undefined) continue;
    const [behind] = collectReferences(expression.node).filter((name) => {
      const [first = '', ...rest] = name.split('.');
      return rest.length > 0 && targets.has(first);
    });
    if (behind === undefined) continue;
    sink.error(at, `子表列的表达式不能读本行引用的记录：“${behind}”`, '改用本行的列或主表的字段，需要的值先存为一列');
  }
}
