import { quoteIdentifier } from '../../core/expression/index.ts';
import type { FieldModel } from '../../core/model/entity-model.ts';

const AXES = ['lng', 'lat'] as const;

/** Degrees of a point along an axis, as its index and its queries must both write it. */
export function degreesSql(field: FieldModel, axis: (typeof AXES)[number], alias?: string): string {
  const column = `${alias === undefined ? '' : `${alias}.`}${quoteIdentifier(field.id)}`;
  return `((${column} -> '${axis}')::double precision)`;
}

/** Whether a field is a point that its file wants found by where it lies. */
export function isIndexedPlace({ type, property }: FieldModel): boolean {
  return type.type === 'geo' && property.shape !== 'polygon' && property.index === true;
}

/** What the two indexes of a point hold, by axis. */
export function placeIndexTerms(field: FieldModel): readonly (readonly [axis: string, term: string])[] {
  return AXES.map((axis) => [axis, degreesSql(field, axis)]);
}
