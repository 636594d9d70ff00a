import './edge-frame.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface EdgeFrameProps {
  /** Class of the part that scrolls. */
  readonly className: string;
  /** What is scrolled, for those who reach it by key. */
  readonly title: string;
  readonly children: ReactNode;
}

interface Hidden {
  /** Whether something lies beyond the left edge. */
  readonly before: boolean;
  readonly after: boolean;
}

/** Pixels by which rounding may leave a frame short of its end. */
const ROUNDING = 1;

/**
 * A part that scrolls sideways, with a shadow at each edge beyond which something lies. It carries `data-before` and
 * `data-after`, so that what is pinned inside can cast the left shadow; only one that scrolls is reached by key.
 */
export function EdgeFrame({ className, title, children }: EdgeFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<Hidden>({ before: false, after: false });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const look = () => {
      const before = element.scrollLeft > ROUNDING;
      const after = element.scrollWidth - element.clientWidth - element.scrollLeft > ROUNDING;
      setHidden((known) => (known.before === before && known.after === after ? known : { before, after }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(look);
    observer?.observe(element);
    if (element.firstElementChild !== null) observer?.observe(element.firstElementChild);
    return () => {
      element.removeEventListener('scroll', look);
      observer?.disconnect();
    };
  }, []);
  const scrolls = hidden.before || hidden.after;
  return (
    <div className="anlan-edges" data-before={hidden.before || undefined} data-after={hidden.after || undefined}>
      <div ref={frame} className={className} {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}>
        {children}
      </div>
    </div>
  );
}
