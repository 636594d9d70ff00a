import { type ReactNode, useEffect, useRef } from 'react';
import './exam.css';

/** The whole window for an exam: nothing of the product around it is seen or reached meanwhile. */
export function ExamFrame({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const around = frame.current === null ? [] : besides(frame.current);
    for (const element of around) element.inert = true;
    return () => {
      for (const element of around) element.inert = false;
    };
  }, []);
  return (
    <div ref={frame} className="anlan-exam">
      {children}
    </div>
  );
}

/** What stands beside an element and beside all that it stands in, up to the program; dialogs stand outside of that. */
function besides(element: HTMLElement): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at = element; at.parentElement !== null && at.parentElement !== document.body; at = at.parentElement) {
    for (const other of at.parentElement.children) {
      if (other !== at && other instanceof HTMLElement && !other.inert) found.push(other);
    }
  }
  return found;
}
