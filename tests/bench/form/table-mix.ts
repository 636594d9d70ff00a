/** Kinds of column in the bench's table. */
type TableColumnKind = 'input' | 'number' | 'amount' | 'select' | 'date' | 'checkbox' | 'calculate';

/** One column as both tables are made from it. */
export interface TableColumn {
  readonly key: string;
  readonly title: string;
  readonly kind: TableColumnKind;
  readonly required: boolean;
  /** Number columns of which it is the product. */
  readonly product?: readonly [string, string];
}

export const TABLE_ROWS = 50;

const KINDS: readonly TableColumnKind[] = [
  'input',
  'number',
  'number',
  'calculate',
  'input',
  'select',
  'date',
  'input',
  'number',
  'amount',
  'input',
  'select',
  'checkbox',
  'input',
  'number',
  'date',
  'select',
  'input',
  'calculate',
  'input',
];

/** 20 columns: 7 inputs, 4 numbers, an amount, 3 selects, 2 dates, a checkbox and 2 products; every fourth is required. */
export const TABLE_COLUMNS: readonly TableColumn[] = KINDS.map((kind, index) => ({
  key: `c${index}`,
  title: `第${index + 1}项`,
  kind,
  required: index % 4 === 0 && kind !== 'calculate' && kind !== 'checkbox',
  ...(kind === 'calculate' ? { product: index === 3 ? ['c1', 'c2'] : ['c8', 'c14'] } : {}),
}));

function cell(kind: TableColumnKind, row: number, column: number): unknown {
  switch (kind) {
    case 'input':
      return `内容${row + 1}-${column + 1}`;
    case 'number':
      return row + column + 0.5;
    case 'amount':
      return (row + 1) * 1000 + column;
    case 'select':
      return String(((row + column) % 4) + 1);
    case 'date':
      return `2026-0${(row % 9) + 1}-1${column % 10}`;
    case 'checkbox':
      return row % 2 === 0 ? ['1'] : null;
    case 'calculate':
      return null;
  }
}

/** Rows that are filled in. */
export function tableRows(): Record<string, unknown>[] {
  return Array.from({ length: TABLE_ROWS }, (_, row) =>
    Object.fromEntries(TABLE_COLUMNS.map(({ key, kind }, column) => [key, cell(kind, row, column)])),
  );
}
