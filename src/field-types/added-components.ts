import type { ComponentType, ElementType } from 'react';
import type { EditProps } from './field-view.ts';

/** A component from outside: the entry of a field type's own view, or one of Formily's making. */
type AddedComponent =
  | { readonly by: 'view'; readonly component: ComponentType<EditProps> }
  | { readonly by: 'formily'; readonly component: ElementType };

const components = new Map<string, AddedComponent>();

/** Gives a name of `x-component` to a component from outside, in place of an earlier one. */
export function registerComponent(name: string, component: AddedComponent): void {
  components.set(name, component);
}

/** The component from outside of a name. */
export function addedComponent(name: string): AddedComponent | undefined {
  return components.get(name);
}
