import { quoteIdentifier } from '../../core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';

/** The ends of a range of two fields, as columns of an alias; one without an end lasts for ever. */
export interface Period {
  readonly start: string;
  readonly end: string;
  /** How long it lasts: what an index holds, so that the longest is found at once. */
  readonly length: string;
  /** Type of both ends. */
  readonly type: 'date' | 'timestamptz';
}

/** The period that begins with a field; undefined for a field that begins none, or one of another kind. */
export function periodOf(model: EntityModel, field: FieldModel, alias?: string): Period | undefined {
  const last = model.field.get(field.property.end ?? '');
  const type = field.column?.kind;
  if (last === undefined || last.column?.kind !== type || (type !== 'date' && type !== 'timestamptz')) return undefined;
  const column = (id: string) => `${alias === undefined ? '' : `${alias}.`}${quoteIdentifier(id)}`;
  const start = column(field.id);
  const end = `coalesce(${column(last.id)}, 'infinity'::${type})`;
  // Days that never end have a difference only as moments.
  const length = type === 'date' ? `(${end}::timestamp - ${start}::timestamp)` : `(${end} - ${start})`;
  return { start, end, length, type };
}
