import type { AskedField, EntityModel, FieldModel } from './entity-model.ts';

/** A field as a transition asks for it: under the name that it has there. */
export function askedField(model: EntityModel, { field, title }: AskedField): FieldModel | undefined {
  const known = model.field.get(field);
  return known === undefined || title === undefined ? known : { ...known, title };
}
