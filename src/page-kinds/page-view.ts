import type { ComponentType } from 'react';

/** How a kind of page is shown. */
export interface PageView {
  /** What it is called where a person switches between several: 列表. */
  readonly title: () => string;
  /**
   * What stands at the page's address, and under its forms; `useEntityPage` gives it the page. It is loaded when it is
   * first shown (`lazyPart`), unless nearly every page needs it.
   */
  readonly Page: ComponentType;
}
