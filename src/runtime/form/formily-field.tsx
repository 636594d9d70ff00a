import { createForm, type FieldDataSource, type GeneralField, isVoidField } from '@formily/core';
import { FieldContext, useField } from '@formily/react';
import { type ComponentType, createElement, type ElementType, type ReactNode, useMemo } from 'react';
import { isEmptyValue } from '../../core/validation/record-environment.ts';
import { selectableOptions } from '../../field-types/choice-view.tsx';
import type { EditProps } from '../../field-types/field-view.ts';

/** What a component of Formily's is given besides what is the same for all: its value and what it reports. */
export type UseProps = (edit: EditProps) => object;

/** What stands around a component of Formily's where it is not all that draws the field. */
export type EntryFrame = ComponentType<EditProps & { readonly children: ReactNode }>;

/** The value as it is stored, and reported as Formily's own fields take it: an event's value, a value, none for empty. */
export function plainProps({ value, onChange }: EditProps): object {
  return { value: value ?? undefined, onChange: (reported: unknown) => onChange(plainValue(reported)) };
}

/** The same for what stands in a frame: the frame has the id and hears when the field is left. */
export function innerProps(edit: EditProps): object {
  return { ...plainProps(edit), id: undefined, onBlur: undefined, 'aria-label': edit.field.title };
}

function plainValue(reported: unknown): unknown {
  const isEvent = typeof reported === 'object' && reported !== null && 'target' in reported;
  const value = isEvent ? (reported.target as { readonly value?: unknown }).value : reported;
  // A component that takes a list from its field by itself takes the null of an empty one for an entry.
  const plain = Array.isArray(value) ? value.filter((entry) => entry !== null && entry !== undefined) : value;
  return isEmptyValue(plain) ? null : plain;
}

/**
 * A component of Formily's as the form's map holds it: it finds its field as in every Formily form (`useField`), with the
 * field's choices as `dataSource`, and gets what the schema says (`x-component-props`), the state of the field, and what
 * `useProps` makes of its value.
 */
export function formily(component: ElementType, useProps: UseProps = plainProps, Around?: EntryFrame) {
  return function FormilyField(edit: EditProps) {
    const { id, field, disabled, invalid, describedBy, onBlur, props } = edit;
    const around = useField<GeneralField | undefined>();
    // A cell of a table has no model of its own: its table has.
    const alone = around === undefined || isVoidField(around) || around.props.name !== field.key;
    const model = useMemo(
      () => (alone ? createForm().createField({ name: field.key }) : around),
      [alone, around, field.key],
    );
    const own = useProps(edit);
    // Formily gives the component the data source of the model for its options.
    if (field.choices !== undefined) {
      model.dataSource =
        (own as { readonly options?: FieldDataSource }).options ?? selectableOptions(field, edit.value);
    }
    const drawn = createElement(component, {
      id,
      disabled,
      onBlur,
      'aria-invalid': invalid,
      'aria-describedby': describedBy,
      ...props,
      ...own,
    });
    const framed = Around === undefined ? drawn : <Around {...edit}>{drawn}</Around>;
    return alone ? <FieldContext.Provider value={model}>{framed}</FieldContext.Provider> : framed;
  };
}
