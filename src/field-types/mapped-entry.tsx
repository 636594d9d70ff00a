import type { ComponentType } from 'react';
import { drawnBy, type FieldTypeDefinition, type FieldTypeRegistry } from '../core/field-type.ts';
import { fieldTypes } from './definitions.ts';
import type { EditProps } from './field-view.ts';
import { useFormComponents } from './form-components.ts';

function definitionOf(type: string): FieldTypeDefinition {
  const { [type]: definition = fieldTypes.input } = fieldTypes as FieldTypeRegistry;
  return definition;
}

const entries = new Map<string, ComponentType<EditProps>>();

/** The entry of a field type that brings none: what the map of the form around has under its component's name. */
export function mappedEntry(type: string): ComponentType<EditProps> {
  const known = entries.get(type);
  if (known !== undefined) return known;
  function MappedEntry(edit: EditProps) {
    const { component, props } = drawnBy(definitionOf(type), edit.field.property);
    const Entry = useFormComponents()(component).component;
    return <Entry props={props} {...edit} />;
  }
  entries.set(type, MappedEntry);
  return MappedEntry;
}
