import type { Form } from '../../core/dialect/entity.generated.ts';
import { drawnBy } from '../../core/field-type.ts';
import type { EntityModel, FieldModel, SectionModel } from '../../core/model/entity-model.ts';
import type { FieldNode, FormSchema, SectionNode } from './form-schema.ts';

type LayoutName = NonNullable<Form['layout']>;

/** What draws the sections together, and what each of them. */
const LAYOUTS: Readonly<Record<LayoutName, readonly [layout: string, section: string]>> = {
  sections: ['FormSections', 'Section'],
  tabs: ['FormTab', 'FormTab.TabPane'],
  steps: ['FormStep', 'FormStep.StepPane'],
  collapse: ['FormCollapse', 'FormCollapse.CollapsePanel'],
};

/**
 * The Formily schema of an entity's form, which the runtime draws: a void node for the layout, in it one for each
 * section, in it one for each field that this person may see. A section that keeps no field is left out. `x-component`
 * and `x-decorator` are names of the runtime's map of components. No rules and no reactions stand in it: checking and
 * linkage are the core's.
 */
export function compileFormSchema(model: EntityModel, isHidden: (field: string) => boolean = () => false): FormSchema {
  const shown = model.sections
    .map((section) => ({ ...section, fields: section.fields.filter((key) => isDrawn(model, key) && !isHidden(key)) }))
    .filter(({ fields }) => fields.length > 0);
  // One section alone has nothing to stand beside.
  const [layout, section] = LAYOUTS[shown.length > 1 ? (model.source.form?.layout ?? 'sections') : 'sections'];
  return {
    type: 'object',
    properties: {
      layout: {
        type: 'void',
        'x-component': layout,
        properties: Object.fromEntries(shown.map((one) => [one.key, sectionNode(model, one, section)])),
      },
    },
  };
}

/** Whether a field is drawn as itself: the platform's own are not, nor the second end of a range. */
function isDrawn(model: EntityModel, key: string): boolean {
  const field = model.field.get(key);
  return field !== undefined && !field.base && field.property.endOf === undefined;
}

function sectionNode(model: EntityModel, section: SectionModel, component: string): SectionNode {
  const { key, title, columns, folded } = section;
  const fields = section.fields.flatMap((name): FieldNode[] => {
    const field = model.field.get(name);
    if (field === undefined) return [];
    // The end of a range stands beside its start, wherever the file names it.
    const end = field.property.end === undefined ? undefined : model.field.get(field.property.end);
    // What the system computes is told beside the value in effect.
    const computed = field.override === undefined ? undefined : model.field.get(field.override.computed);
    const behind = end ?? computed;
    return behind === undefined
      ? [fieldNode(field)]
      : [fieldNode(field), { ...fieldNode(behind), 'x-display': 'hidden' }];
  });
  return {
    name: key,
    type: 'void',
    title,
    'x-component': component,
    'x-component-props': { columns, folded },
    properties: Object.fromEntries(fields.map((field) => [field.name, field])),
  };
}

function fieldNode({ key, title, type, property }: FieldModel): FieldNode {
  const { component, props } = drawnBy(type, property);
  return {
    name: key,
    type: property.type,
    title,
    ...(property.hint === undefined ? {} : { description: property.hint }),
    'x-decorator': 'FieldItem',
    'x-decorator-props': {
      span: property.span ?? (type.isWide?.(property) === true ? 'full' : type.span),
      ...(property.end === undefined ? {} : { end: property.end }),
    },
    'x-component': component,
    'x-component-props': props,
  };
}
