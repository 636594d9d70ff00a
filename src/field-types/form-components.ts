import { type ComponentType, createContext, useContext } from 'react';
import type { EditProps } from './field-view.ts';

/** What draws a field in a form, of ours or of Formily's making. */
export interface FieldComponent {
  readonly component: ComponentType<EditProps>;
  /** Who made it: what Formily made looks for its field in the surroundings (`useField`). */
  readonly by: 'formily' | 'anlan';
}

/** The component of a name that `x-component` of a schema says. */
export type FindComponent = (name: string) => FieldComponent;

const FormComponentsContext = createContext<FindComponent | undefined>(undefined);

export const FormComponentsProvider = FormComponentsContext.Provider;

/** The components of the form around; cells of a table are drawn by the same as its fields. */
export function useFormComponents(): FindComponent {
  const find = useContext(FormComponentsContext);
  if (find === undefined) throw new Error('FormComponentsProvider is missing above a table that is filled in');
  return find;
}
