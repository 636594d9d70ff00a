import { createContext, useContext } from 'react';
import type { ExpressionUser } from '../core/expression/index.ts';
import type { FieldAccess, PageViewModel } from '../core/model/entity-model.ts';
import type { PageKindName } from '../core/model/page-kind.ts';
import type { EntityPageModel } from './model/page-model.ts';
import type { RecordData } from './model/record-view.ts';

/** What every part of a generated page knows. */
export interface EntityPageContext {
  readonly page: EntityPageModel;
  /** Path of the list, without a slash at its end. */
  readonly base: string;
  readonly me: ExpressionUser;
  /** Whether the person holds a button: `law_add`. */
  readonly can: (button: string) => boolean;
  /** Right of the person on a field of a record; of a new one where none is given. */
  readonly access: (field: string, record?: RecordData) => FieldAccess;
  /** Goes to a screen of the page, keeping the list's filters in the address. */
  readonly open: (screen: EntityScreen, options?: { readonly replace?: boolean; readonly state?: unknown }) => void;
  /** Grows whenever records were changed here; lists read again. */
  readonly changes: number;
  /** Says that records were changed. */
  readonly changed: () => void;
}

/** In which way a page shows its records now, and between which a person switches. */
interface ShownView {
  readonly view: PageViewModel;
  /** Names of all ways; one alone needs no switch. */
  readonly views: readonly { readonly view: PageKindName; readonly title: string }[];
}

const ShownViewContext = createContext<ShownView | undefined>(undefined);

export const ShownViewProvider = ShownViewContext.Provider;

/** The way in which the page around a part shows its records: the usual one where nobody could switch. */
export function useShownView(): ShownView {
  const { page } = useEntityPage();
  return useContext(ShownViewContext) ?? { view: page.page.views[0], views: [] };
}

/** Parameter of the address that says in which way a page shows its records. */
export const KIND_PARAMETER = '_kind';

/** Screens of a generated page. */
export type EntityScreen =
  | { readonly kind: 'list' }
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'view'; readonly id: string }
  | { readonly kind: 'unknown' };

const EntityContext = createContext<EntityPageContext | undefined>(undefined);

export const EntityContextProvider = EntityContext.Provider;

/** The page around a part of it. */
export function useEntityPage(): EntityPageContext {
  const context = useContext(EntityContext);
  if (context === undefined) throw new Error('EntityContextProvider is missing above a part of a generated page');
  return context;
}

/** Reads what follows the page's path in the address: '', `add`, `edit/7`, `view/7`. */
export function parseScreen(rest: string): EntityScreen {
  const [kind = '', id = '', ...more] = rest.replace(/^\/+|\/+$/g, '').split('/');
  if (kind === '') return { kind: 'list' };
  if (kind === 'add' && id === '') return { kind: 'add' };
  if ((kind === 'edit' || kind === 'view') && id !== '' && more.length === 0) {
    return { kind, id: decodeURIComponent(id) };
  }
  return { kind: 'unknown' };
}

/** Address of a record's page as it is passed on (QR codes, messages); undefined where the page has no place in the menu. */
export function recordLink(base: string, id: string): string | undefined {
  return base === '' ? undefined : new URL(screenPath(base, { kind: 'view', id }), window.location.origin).href;
}

/** Path of a screen under the page's path. */
export function screenPath(base: string, screen: EntityScreen): string {
  if (screen.kind === 'list' || screen.kind === 'unknown') return base;
  return screen.kind === 'add' ? `${base}/add` : `${base}/${screen.kind}/${encodeURIComponent(screen.id)}`;
}
