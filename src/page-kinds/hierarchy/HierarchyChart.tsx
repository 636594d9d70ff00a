import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useLayoutEffect } from 'react';
import { useEntityPage } from '../../runtime/EntityContext.ts';
import { recordName } from '../../runtime/model/record-view.ts';
import { RecordTile } from '../../runtime/view/RecordTile.tsx';
import type { BoxTree } from './forest.ts';
import { useHierarchyText } from './text.ts';
import type { ChartSize } from './useChartSize.ts';

interface BoxesProps {
  readonly lines: readonly string[];
  readonly closed: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

interface ChartProps extends BoxesProps {
  readonly forest: readonly BoxTree[];
  readonly size: ChartSize;
}

/** Boxes with lines, in a frame in which they are moved by the mouse, by touch and by keys. */
export function HierarchyChart({ forest, lines, closed, onToggle, size }: ChartProps) {
  const { page } = useEntityPage();
  const text = useHierarchyText();
  const { frame, chart, measure, zoom, printed, outline } = size;
  useLayoutEffect(() => {
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  });
  return (
    <section
      ref={frame}
      className="anlan-kh"
      data-form={outline ? 'outline' : 'chart'}
      data-paper={outline ? undefined : 'wide'}
      aria-label={page.page.title}
      aria-description={outline ? undefined : text('keys')}
      style={{ '--kh-zoom': zoom, '--kh-printed': printed } as CSSProperties}
      onPointerDown={pan}
      onKeyDown={(event) => moveOn(event, onToggle)}
    >
      <div ref={chart} className="anlan-kh-chart">
        <Boxes top boxes={forest} lines={lines} closed={closed} onToggle={onToggle} />
      </div>
    </section>
  );
}

function Boxes({
  boxes,
  lines,
  closed,
  onToggle,
  top = false,
}: BoxesProps & { readonly boxes: readonly BoxTree[]; readonly top?: boolean }) {
  const { page } = useEntityPage();
  const text = useHierarchyText();
  const stacked = !top && boxes.length > 1 && boxes.every(({ below }) => below.length === 0);
  return (
    <ul data-stacked={stacked || undefined}>
      {boxes.map(({ record, below }) => {
        const open = !closed.has(record.id);
        const name = recordName(page, record);
        return (
          <li key={record.id} data-id={record.id} data-below={below.length > 0 || undefined}>
            <div className="anlan-kh-box">
              <RecordTile
                record={record}
                fields={lines}
                beside={
                  below.length > 0 && (
                    <button
                      type="button"
                      className="anlan-kh-toggle"
                      aria-expanded={open}
                      aria-label={open ? text('close', { name }) : text('open', { name, count: below.length })}
                      onClick={() => onToggle(record.id)}
                    >
                      {open ? <MinusOutlined aria-hidden /> : <PlusOutlined aria-hidden />}
                      {below.length}
                    </button>
                  )
                }
              />
            </div>
            {open && below.length > 0 && <Boxes boxes={below} lines={lines} closed={closed} onToggle={onToggle} />}
          </li>
        );
      })}
    </ul>
  );
}

/** Draws the frame's contents along with the mouse; a finger does that by itself. */
function pan(event: PointerEvent<HTMLElement>): void {
  const place = event.currentTarget;
  const target = event.target as Element;
  if (event.pointerType !== 'mouse' || event.button !== 0 || target.closest('.anlan-kh-box') !== null) return;
  const from = { x: event.clientX + place.scrollLeft, y: event.clientY + place.scrollTop };
  const move = (moved: globalThis.PointerEvent) => {
    place.scrollLeft = from.x - moved.clientX;
    place.scrollTop = from.y - moved.clientY;
  };
  const end = () => {
    delete place.dataset.panning;
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
  };
  place.dataset.panning = '';
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
}

const linkOf = (item: Element | null | undefined): HTMLElement | null =>
  item?.querySelector<HTMLElement>(':scope > .anlan-kh-box .anlan-open') ?? null;

/** What each arrow leads to, from the item whose name has the focus. */
const WAYS: Readonly<Record<string, (item: Element) => Element | null | undefined>> = {
  ArrowUp: (item) => item.parentElement?.closest('li[data-id]'),
  ArrowDown: (item) => item.querySelector(':scope > ul > li'),
  ArrowLeft: (item) => item.previousElementSibling,
  ArrowRight: (item) => item.nextElementSibling,
};

/** The same where boxes stand below each other. */
const STACKED: Readonly<Record<string, (item: Element) => Element | null | undefined>> = {
  ArrowUp: (item) => item.previousElementSibling ?? WAYS.ArrowUp?.(item),
  ArrowDown: (item) => item.nextElementSibling,
  ArrowLeft: (item) => WAYS.ArrowUp?.(item),
};

function moveOn(event: KeyboardEvent<HTMLElement>, onToggle: (id: string) => void): void {
  const link = event.target as Element;
  const item = link.closest('li[data-id]');
  if (item === null || !link.classList.contains('anlan-open') || event.ctrlKey || event.metaKey || event.altKey) return;
  const id = item.getAttribute('data-id') ?? '';
  const folded = item.hasAttribute('data-below') && item.querySelector(':scope > ul') === null;
  if (event.key === ' ' || (event.key === 'ArrowDown' && folded)) {
    event.preventDefault();
    if (item.hasAttribute('data-below')) onToggle(id);
    return;
  }
  const ways = item.parentElement?.hasAttribute('data-stacked') ? STACKED : WAYS;
  const way = ways[event.key];
  if (way === undefined) return;
  event.preventDefault();
  const next = linkOf(way(item));
  next?.focus();
  next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
