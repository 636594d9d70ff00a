import { type ComponentType, createContext } from 'react';
import type { FormEngine } from './form-engine.ts';

/** What stands beside a form is given. */
export interface BesideProps {
  readonly engine: FormEngine;
}

/** What hand-written screens put beside the forms of an entity: how the record will look, say; undefined for nothing. */
export const FormBesideContext = createContext<(entity: string) => ComponentType<BesideProps> | undefined>(
  () => undefined,
);
