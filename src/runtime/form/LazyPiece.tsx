import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldNode } from '../../compile/form/form-schema.ts';
import { listed } from '../../core/text/punctuate.ts';
import { runtimeText } from '../text.ts';
import { FOCUSABLE, focusField } from './focus-field.ts';

/** Height of a row of fields before it is mounted. */
const ROW_HEIGHT = 56;
/** Pixels before it comes into sight that a piece is mounted. */
const NEAR = 320;
/** Fields of a piece that its name lists for those who hear it. */
const NAMED = 3;

interface LazyPieceProps {
  /** Mounted at once. */
  readonly eager: boolean;
  /** Columns at full width. */
  readonly columns: number;
  readonly fields: readonly FieldNode[];
  /** Id of a field's focusable element. */
  readonly elementId: (key: string) => string;
  /** What the browser's own search may find of a field before it is mounted; '' for one that is not there. */
  readonly findable: (field: FieldNode) => string;
  readonly children: ReactNode;
}

/**
 * Grid of fields that is mounted once it is scrolled near, and stays so. Tab, the browser's search and printing reach
 * it before that: the place that it will take can be focused, holds the texts of its fields, and gives way to them.
 */
export function LazyPiece({ eager, columns, fields, elementId, findable, children }: LazyPieceProps) {
  const [near, setNear] = useState(eager || typeof IntersectionObserver === 'undefined');
  const place = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
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
    const mount = () => flushSync(() => setNear(true));
    const found = (event: Event) => {
      const key = event.target instanceof HTMLElement ? event.target.dataset.find : undefined;
      mount();
      if (key !== undefined) focusField(elementId(key));
    };
    element.addEventListener('beforematch', found);
    window.addEventListener('beforeprint', mount);
    const forget = whenIdle(() => element.append(...fields.flatMap((one) => hiddenText(one.name, findable(one)))));
    return () => {
      observer.disconnect();
      element.removeEventListener('beforematch', found);
      window.removeEventListener('beforeprint', mount);
      forget();
    };
  }, [mounted, fields, elementId, findable]);

  const rows = fields.reduce((sum, field) => sum + (field['x-decorator-props'].span === 'full' ? 2 : 1 / columns), 0);
  const height = Math.ceil(rows) * ROW_HEIGHT;
  if (mounted) {
    // While it is out of sight it is taken to be as high as it was, and before that as its fields let expect.
    const style = { '--anlan-columns': columns, containIntrinsicHeight: `auto ${height}px` } as CSSProperties;
    return (
      <div ref={grid} className="anlan-grid" data-columns={Math.min(columns, 3)} style={style}>
        {children}
      </div>
    );
  }
  const names = fields.slice(0, NAMED).map((field) => field.title);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be focused, and this is none yet.
    <div
      ref={place}
      className="anlan-awaiting"
      style={{ height }}
      role="group"
      aria-label={runtimeText('form.awaiting', { fields: listed(names), count: fields.length })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Tab goes on to the fields that take this place.
      tabIndex={0}
      onFocus={(event) => {
        const from = event.relatedTarget;
        const position = from instanceof Node ? event.currentTarget.compareDocumentPosition(from) : 0;
        const backwards = (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
        flushSync(() => setNear(true));
        const inputs = [...(grid.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter(
          (input) => input.tabIndex >= 0 && !input.matches(':disabled'),
        );
        inputs.at(backwards ? -1 : 0)?.focus();
      }}
    />
  );
}

/** An element whose text is only there for the browser's search. */
function hiddenText(key: string, text: string): HTMLElement[] {
  if (text === '') return [];
  const element = document.createElement('div');
  element.setAttribute('hidden', 'until-found');
  element.dataset.find = key;
  element.textContent = text;
  return [element];
}

/** Does something once the page has nothing else to do; the answer takes that back. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: 1000 });
  return () => cancelIdleCallback(asked);
}
