import type { FieldModel } from '../../core/model/entity-model.ts';
import { CREATOR } from '../../core/model/names-of-people.ts';
import { say } from '../../core/text/say.ts';
import type { ViewField } from '../../field-types/field-view.ts';
import { keysOf } from '../../field-types/text-field.tsx';
import type { EntityPageModel } from '../model/page-model.ts';

/** Why people who stand elsewhere in the record cannot be chosen for a field, as its `distinct` says; undefined without one. */
export function personMisfit(
  { model }: EntityPageModel,
  { title, property }: FieldModel,
  values: () => Readonly<Record<string, unknown>>,
): ViewField['misfit'] {
  const { distinct } = property;
  if (distinct === undefined) return undefined;
  return (id) => {
    const holder = distinct.find((name) => keysOf(values()[name === CREATOR ? 'createUser' : name]).includes(id));
    if (holder === undefined) return undefined;
    const others = holder === CREATOR ? say('创建人') : (model.field.get(holder)?.title ?? holder);
    return say('{field}不能是{others}', { field: title, others });
  };
}
