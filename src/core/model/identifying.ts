import type { EntityModel } from './entity-model.ts';

/** Sets of fields by which one record is found: those that are unique among all, not only among some. */
export function identifying({ unique }: EntityModel): readonly (readonly string[])[] {
  return unique.flatMap(({ fields, where }) => (where === undefined ? [fields] : []));
}
