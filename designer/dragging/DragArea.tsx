import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { createDragging, DraggingProvider, useDragging } from './dragging.ts';
import './dragging.css';

/** What stands within can be dragged about. */
export function DragArea({ children }: { children: ReactNode }) {
  const [dragging] = useState(createDragging);
  useEffect(() => dragging.attach(), [dragging]);
  return (
    <DraggingProvider value={dragging}>
      {children}
      <DragMarks />
    </DraggingProvider>
  );
}

/** The ghost of what is dragged, and the line where it would come. */
function DragMarks() {
  const dragging = useDragging();
  const shown = useSyncExternalStore(dragging.subscribe, dragging.shown);
  if (shown === undefined) return null;
  const { title, at, line } = shown;
  return (
    <>
      <div
        className="anlan-ds-ghost"
        data-refused={line === undefined}
        style={{ transform: `translate(${at.x + 12}px, ${at.y + 8}px)` }}
      >
        {title}
      </div>
      {line === undefined ? null : (
        <div
          className="anlan-ds-line"
          data-testid="drop-line"
          style={{
            transform: `translate(${line.left - 1.5}px, ${line.top - 1.5}px)`,
            width: line.right - line.left + 3,
            height: line.bottom - line.top + 3,
          }}
        />
      )}
    </>
  );
}
