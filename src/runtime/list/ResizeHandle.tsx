import { useCallback, useMemo, useRef, useState } from 'react';
import type { ColumnPlan } from '../../compile/columns/compile-columns.ts';
import { columnWidth } from './list-columns.ts';
import { useListText } from './text.ts';
import type { ListColumns } from './useListColumns.ts';

interface ColumnResize {
  /** Pixels of a column, while it is dragged those under the pointer. */
  readonly widthOf: (column: ColumnPlan) => number;
  /** Whether it is being dragged. */
  readonly isDragged: (column: ColumnPlan) => boolean;
  readonly onDrag: (key: string, width: number) => void;
  readonly onDrop: (key: string, width: number) => void;
}

/** Widths of columns while one is dragged; what is dropped is kept. */
export function useColumnResize(columns: ListColumns): ColumnResize {
  const [dragged, setDragged] = useState<{ readonly key: string; readonly width: number }>();
  const latest = useRef(columns);
  latest.current = columns;
  const onDrag = useCallback((key: string, width: number) => setDragged({ key, width }), []);
  const onDrop = useCallback((key: string, width: number) => {
    setDragged(undefined);
    const { arranged, arrange } = latest.current;
    arrange(arranged.map((one) => (one.plan.key === key ? { ...one, plan: { ...one.plan, width } } : one)));
  }, []);
  return useMemo(
    () => ({
      widthOf: (column) => (dragged?.key === column.key ? dragged.width : column.width),
      isDragged: (column) => dragged?.key === column.key,
      onDrag,
      onDrop,
    }),
    [dragged, onDrag, onDrop],
  );
}

/** The edge of a column's head by which it is drawn wider; widths by keyboard are set where columns are arranged. */
export function ResizeHandle({
  column,
  onDrag,
  onDrop,
}: { readonly column: ColumnPlan } & Pick<ColumnResize, 'onDrag' | 'onDrop'>) {
  const text = useListText();
  const start = useRef<{ readonly x: number; readonly width: number; moved: boolean } | undefined>(undefined);
  const widthAt = (x: number): number => {
    const { current } = start;
    return current === undefined ? column.width : columnWidth(current.width + x - current.x);
  };
  return (
    <span
      className="anlan-resize"
      aria-hidden
      title={text('columns.resize')}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        // As wide as it is drawn: where there is room, columns are wider than they ask to be.
        const drawn = event.currentTarget.closest('th')?.offsetWidth ?? column.width;
        start.current = { x: event.clientX, width: drawn, moved: false };
      }}
      onPointerMove={(event) => {
        if (start.current === undefined) return;
        start.current.moved = true;
        onDrag(column.key, widthAt(event.clientX));
      }}
      onPointerUp={(event) => {
        if (start.current === undefined) return;
        const width = widthAt(event.clientX);
        const { moved } = start.current;
        start.current = undefined;
        // A press alone sets nothing.
        if (moved) onDrop(column.key, width);
      }}
    />
  );
}
