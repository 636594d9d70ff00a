import { createContext, useContext } from 'react';
import type { DesignNames } from '../../src/core/wire/design.ts';

const NamesContext = createContext<DesignNames | undefined>(undefined);

/** Gives what expressions may name outside of the entity to all editors below. */
export const NamesProvider = NamesContext.Provider;

/** What expressions may name outside of the entity; undefined until the server has said it. */
export const useNames = (): DesignNames | undefined => useContext(NamesContext);
