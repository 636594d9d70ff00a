/** A column as a person set it up; what is left out is as the page says. */
export interface ListColumnChoice {
  /** Field key. */
  readonly key: string;
  /** Pixels, 60 to 800. */
  readonly width?: number;
  readonly pin?: 'left' | 'right' | 'none';
  readonly hidden?: boolean;
}

/** What a saved view restores. */
export interface ListViewContent {
  /** Filters, search, order and groups as the address has them, without the page number. */
  readonly query: string;
  /** Columns in order; empty where they are the page's own. */
  readonly columns: readonly ListColumnChoice[];
}

/** A saved view of a list. */
export interface SavedListView {
  readonly id: string;
  readonly name: string;
  /** Whether all who may see the page have it. */
  readonly shared: boolean;
  /** Whether it is the caller's own. */
  readonly own: boolean;
  /** Name of the owner of somebody else's. */
  readonly owner?: string;
  readonly content: ListViewContent;
}

/** Characters of a name and of a query, columns of a view, views of a person on a page. */
export const LIST_VIEW_LIMITS = { name: 40, query: 4_000, columns: 200, views: 50 } as const;

/** Pixels that a column may be wide. */
export const COLUMN_WIDTHS = { least: 60, most: 800 } as const;

const PINS: ReadonlySet<unknown> = new Set(['left', 'right', 'none']);

/** Reads columns from what was stored or sent; undefined where they are none. */
export function parseColumnChoices(value: unknown): readonly ListColumnChoice[] | undefined {
  if (!Array.isArray(value) || value.length > LIST_VIEW_LIMITS.columns) return undefined;
  const columns = value.map(parseColumn);
  const keys = new Set(columns.map((column) => column?.key));
  return columns.every((column) => column !== undefined) && keys.size === columns.length ? columns : undefined;
}

function parseColumn(value: unknown): ListColumnChoice | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { key, width, pin, hidden } = value as Record<string, unknown>;
  const { least, most } = COLUMN_WIDTHS;
  if (typeof key !== 'string' || !/^[A-Za-z][A-Za-z0-9]{0,59}$/.test(key)) return undefined;
  if (width !== undefined && !(typeof width === 'number' && width >= least && width <= most)) return undefined;
  if (pin !== undefined && !PINS.has(pin)) return undefined;
  if (hidden !== undefined && typeof hidden !== 'boolean') return undefined;
  return {
    key,
    ...(width === undefined ? {} : { width: Math.round(width) }),
    ...(pin === undefined ? {} : { pin: pin as 'left' | 'right' | 'none' }),
    ...(hidden === undefined ? {} : { hidden }),
  };
}

/** Reads a view's content; undefined where it is none. Keys beyond the known ones are left out. */
export function parseListView(value: unknown): ListViewContent | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { query, columns } = value as Record<string, unknown>;
  const chosen = parseColumnChoices(columns);
  if (typeof query !== 'string' || query.length > LIST_VIEW_LIMITS.query || chosen === undefined) return undefined;
  return { query, columns: chosen };
}
