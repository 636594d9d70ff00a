import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FormElement } from '../../compile/form/compile-form-plan.ts';

/** Height of a row of fields before it is mounted. */
const ROW_HEIGHT = 56;
/** Pixels before it comes into sight that a piece is mounted. */
const NEAR = 320;

interface LazyPieceProps {
  /** Mounted at once. */
  readonly eager: boolean;
  /** Columns at full width. */
  readonly columns: number;
  readonly elements: readonly FormElement[];
  readonly children: ReactNode;
}

/** Grid of fields that is mounted once it is scrolled near, and stays so. */
export function LazyPiece({ eager, columns, elements, children }: LazyPieceProps) {
  const [near, setNear] = useState(eager || typeof IntersectionObserver === 'undefined');
  const place = useRef<HTMLDivElement>(null);
  const mounted = near || eager;

  useEffect(() => {
    const element = place.current;
    if (mounted || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: `${NEAR}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [mounted]);

  const style = { '--anlan-columns': columns } as CSSProperties;
  if (mounted) {
    return (
      <div className="anlan-grid" data-columns={Math.min(columns, 3)} style={style}>
        {children}
      </div>
    );
  }
  const rows = elements.reduce((sum, element) => sum + (element.span === 'full' ? 2 : 1 / columns), 0);
  return <div ref={place} style={{ height: Math.ceil(rows) * ROW_HEIGHT }} aria-hidden="true" />;
}
