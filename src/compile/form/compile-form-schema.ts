import type { ISchema } from '@formily/json-schema';
import type { EntityModel, FieldModel, SectionModel } from '../../core/model/entity-model.ts';

/**
 * The Formily schema of an entity's form: a void node for each section, in it one node for each field. `x-component` is
 * the field type's name. No rules and no reactions stand in it: checking and linkage are the core's. It is made for the
 * moment and never stored.
 */
export function compileFormSchema(model: EntityModel): ISchema {
  const sections = model.sections.map((section, index): [string, ISchema] => [
    `section_${section.key}`,
    sectionSchema(model, section, index),
  ]);
  return { type: 'object', properties: Object.fromEntries(sections) };
}

function sectionSchema(model: EntityModel, section: SectionModel, index: number): ISchema {
  const fields = section.fields.flatMap((key, place): [string, ISchema][] => {
    const field = model.field.get(key);
    if (field === undefined) return [];
    const own: [string, ISchema] = [key, fieldSchema(field, place)];
    // The end of a date range has its own value beside the start's, which draws both.
    const end = field.property.end === undefined ? undefined : model.field.get(field.property.end);
    return end === undefined ? [own] : [own, [end.key, { ...fieldSchema(end, place), 'x-display': 'hidden' }]];
  });
  return {
    type: 'void',
    title: section.title,
    'x-index': index,
    'x-component': 'Section',
    properties: Object.fromEntries(fields),
  };
}

function fieldSchema(field: FieldModel, index: number): ISchema {
  const { property } = field;
  return {
    type: property.type,
    title: field.title,
    ...(property.hint === undefined ? {} : { description: property.hint }),
    'x-index': index,
    'x-decorator': 'FieldItem',
    'x-component': property.field,
    ...(field.computed ? { 'x-read-only': true } : {}),
  };
}
