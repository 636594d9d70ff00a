import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

/** A row or column of the grid. */
export interface GridLine {
  readonly key: string;
  readonly title: ReactNode;
  /** What it is called where it is told with others. */
  readonly name: string;
  /** Heading above the first of its rows. */
  readonly group?: string;
}

/** What a cell shows. */
export interface GridCell {
  readonly value: string;
  /** A sign or two. */
  readonly short: string;
  /** The same in words. */
  readonly label: string;
  /** Whether it follows from what is said of others. */
  readonly quiet: boolean;
  /** Whether more is to be said of it. */
  readonly marked: boolean;
  readonly changed: boolean;
  readonly disabled: boolean;
}

/** A cell by its row and column. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

interface Selection {
  readonly from: GridPlace;
  readonly to: GridPlace;
}

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The cells of a selection. */
export function gridPlaces({ from, to }: Selection): readonly GridPlace[] {
  const found: GridPlace[] = [];
  for (let row = Math.min(from.row, to.row); row <= Math.max(from.row, to.row); row += 1) {
    for (let column = Math.min(from.column, to.column); column <= Math.max(from.column, to.column); column += 1) {
      found.push({ row, column });
    }
  }
  return found;
}

/**
 * A grid of small values: cells are chosen by arrows, by dragging, by row or column; a key or a press sets all that are
 * chosen at once, Ctrl+D and Ctrl+R copy the first of each column or row to the others.
 */
export function Grid({
  label,
  corner,
  rows,
  columns,
  cellOf,
  keys,
  cycle,
  selection,
  onSelect,
  onSet,
  onFill,
}: {
  label: string;
  corner: string;
  rows: readonly GridLine[];
  columns: readonly GridLine[];
  cellOf(place: GridPlace): GridCell;
  /** Values by the key that sets them, in lower case; null takes away what was said. */
  keys: Readonly<Record<string, string | null>>;
  /** The value that follows another when the space bar is pressed. */
  cycle(value: string): string;
  selection: Selection;
  onSelect(selection: Selection): void;
  onSet(places: readonly GridPlace[], value: string | null): void;
  /** Copies to each place the value of another. */
  onFill(copies: readonly { readonly to: GridPlace; readonly from: GridPlace }[]): void;
}) {
  const table = useRef<HTMLTableElement>(null);
  const [dragging, setDragging] = useState(false);
  const { from, to } = selection;
  useEffect(() => {
    if (!dragging) return;
    const end = () => setDragging(false);
    window.addEventListener('pointerup', end);
    return () => window.removeEventListener('pointerup', end);
  }, [dragging]);
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most - 1, value));
  const focus = ({ row, column }: GridPlace) =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus();
  const isIn = ({ row, column }: GridPlace) =>
    row >= Math.min(from.row, to.row) &&
    row <= Math.max(from.row, to.row) &&
    column >= Math.min(from.column, to.column) &&
    column <= Math.max(from.column, to.column);
  const fill = (down: boolean) => {
    const first = { row: Math.min(from.row, to.row), column: Math.min(from.column, to.column) };
    onFill(
      gridPlaces(selection).flatMap((place) => {
        const source = down ? { ...place, row: first.row } : { ...place, column: first.column };
        return source.row === place.row && source.column === place.column ? [] : [{ to: place, from: source }];
      }),
    );
  };
  const press = (event: KeyboardEvent) => {
    const step = MOVES[event.key];
    const key = event.key.toLowerCase();
    if (step !== undefined && !event.altKey) {
      const next = { row: clamp(to.row + step[0], rows.length), column: clamp(to.column + step[1], columns.length) };
      onSelect({ from: event.shiftKey ? from : next, to: next });
      focus(next);
    } else if (event.ctrlKey || event.metaKey) {
      if (key !== 'd' && key !== 'r' && key !== 'a') return;
      if (key === 'a') {
        onSelect({ from: { row: 0, column: 0 }, to: { row: rows.length - 1, column: columns.length - 1 } });
      } else fill(key === 'd');
    } else if (event.altKey) return;
    else if (event.key === ' ' || event.key === 'Enter') onSet(gridPlaces(selection), cycle(cellOf(to).value));
    else if (Object.hasOwn(keys, key)) onSet(gridPlaces(selection), keys[key] ?? null);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked by arrows is a grid.
    <table ref={table} role="grid" aria-label={label} aria-multiselectable className="anlan-ds-grid" onKeyDown={press}>
      <thead>
        <tr>
          <th scope="col">{corner}</th>
          {columns.map((column, index) => (
            <th key={column.key} scope="col">
              <button
                type="button"
                tabIndex={-1}
                onClick={() => {
                  onSelect({ from: { row: 0, column: index }, to: { row: rows.length - 1, column: index } });
                  focus({ row: rows.length - 1, column: index });
                }}
              >
                {column.title}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((line, row) => (
          <Row
            key={line.key}
            line={line}
            width={columns.length + 1}
            heading={line.group !== rows[row - 1]?.group ? line.group : undefined}
            onChoose={() => {
              onSelect({ from: { row, column: 0 }, to: { row, column: columns.length - 1 } });
              focus({ row, column: columns.length - 1 });
            }}
          >
            {columns.map((column, index) => {
              const place = { row, column: index };
              const cell = cellOf(place);
              return (
                <td
                  key={column.key}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is chosen and set.
                  role="gridcell"
                  tabIndex={to.row === row && to.column === index ? 0 : -1}
                  data-cell={`${row} ${index}`}
                  data-value={cell.value}
                  data-quiet={cell.quiet}
                  data-changed={cell.changed}
                  data-disabled={cell.disabled}
                  aria-selected={isIn(place)}
                  aria-label={`${line.name} ${column.name} ${cell.label}`}
                  onPointerDown={(event) => {
                    onSelect({ from: event.shiftKey ? from : place, to: place });
                    setDragging(event.pointerType === 'mouse');
                  }}
                  onPointerEnter={() => dragging && onSelect({ from, to: place })}
                >
                  {cell.short}
                  {cell.marked ? <sup aria-hidden>*</sup> : null}
                </td>
              );
            })}
          </Row>
        ))}
      </tbody>
    </table>
  );
}

function Row({
  line,
  width,
  heading,
  onChoose,
  children,
}: {
  line: GridLine;
  width: number;
  heading: string | undefined;
  onChoose(): void;
  children: ReactNode;
}) {
  return (
    <>
      {heading === undefined ? null : (
        <tr className="anlan-ds-grid-group">
          <th scope="rowgroup" colSpan={width}>
            <span>{heading}</span>
          </th>
        </tr>
      )}
      <tr>
        <th scope="row">
          <button type="button" tabIndex={-1} onClick={onChoose}>
            {line.title}
          </button>
        </th>
        {children}
      </tr>
    </>
  );
}
