import { createContext, useContext, useEffect } from 'react';
import { autoScroll } from './auto-scroll.ts';
import { type Box, type Drop, type DropGroup, dropAt, type Point } from './drop-geometry.ts';

/** Something that is dragged. */
interface Dragged {
  /** What it may come into, as zones name it. */
  readonly accepts: string;
  /** Ids of what is dragged; none of what is new. */
  readonly ids: readonly string[];
  /** What the ghost says. */
  readonly title: string;
  /** Lets it stand where it was dropped. */
  drop(to: Drop): void;
}

/** A part of the page into which things are dropped. */
interface DropZone {
  readonly element: HTMLElement;
  /** The groups that take such a thing, as they stand on the screen now. */
  read(accepts: string): readonly DropGroup[];
}

/** What is seen of a drag. */
interface DragShown {
  readonly title: string;
  readonly at: Point;
  /** Where the thing would come; undefined where it would not. */
  readonly line: Box | undefined;
}

/** Moving things with mouse, pen or finger, whatever they are. */
interface Dragging {
  /** A pointer was pressed on something: a mouse drags it when it moves, a finger after it has rested. */
  press(event: PointerEvent, dragged: Dragged): void;
  /** Makes a zone known; the answer forgets it. */
  zone(zone: DropZone): () => void;
  /** What is seen now; undefined while nothing is dragged. */
  shown(): DragShown | undefined;
  subscribe(changed: () => void): () => void;
  /** Follows fingers on the page; the answer ends that. */
  attach(): () => void;
}

/** Pixels that a mouse moves before it drags, and that a finger may move while it rests. */
const MOUSE_SLOP = 4;
const FINGER_SLOP = 10;
/** Milliseconds that a finger rests before it drags, so that a page can be scrolled. */
const LONG_PRESS = 250;
/** Milliseconds behind a drop in which what the browser makes of it is nobody's. */
const RELEASED = 50;

interface Press {
  readonly dragged: Dragged;
  readonly pointer: number;
  readonly start: Point;
  readonly isFinger: boolean;
  /** What was pressed: a finger's movements are told to it alone, even when it has left the page. */
  readonly target: EventTarget | null;
  /** Time stamp of the press. */
  readonly since: number;
  at: Point;
  timer: ReturnType<typeof setTimeout> | undefined;
  active: boolean;
  frame: number;
  zone: DropZone | undefined;
  /** Groups of `zone`, until something scrolls. */
  groups: readonly DropGroup[] | undefined;
  drop: Drop | undefined;
}

/** Dragging for a page; nothing is listened to before something is pressed, but for the fingers of `attach`. */
export function createDragging(): Dragging {
  const zones = new Set<DropZone>();
  const listeners = new Set<() => void>();
  let press: Press | undefined;
  let shown: DragShown | undefined;
  /** When something was let go, as `performance.now()` counts. */
  let released = Number.NEGATIVE_INFINITY;

  const show = (next: DragShown | undefined) => {
    shown = next;
    for (const changed of listeners) changed();
  };

  // What is dragged over may be drawn anew meanwhile: what was read of it is old then.
  const redrawn = new MutationObserver(() => {
    if (press !== undefined) press.groups = undefined;
  });

  const begin = (held: Press) => {
    clearTimeout(held.timer);
    held.active = true;
    // What was pressed may be drawn anew meanwhile too, and would take the pointer with it.
    capture(held.pointer);
    document.body.classList.add('anlan-ds-dragging');
    window.getSelection()?.removeAllRanges();
    held.frame = requestAnimationFrame(() => follow(held));
  };

  /** Once a frame: scrolls at edges, and finds where the thing would come. */
  const follow = (held: Press) => {
    if (press !== held) return;
    if (autoScroll(held.at)) held.groups = undefined;
    const zone = [...zones].find(({ element }) => isWithin(held.at, element.getBoundingClientRect()));
    if (zone !== held.zone) {
      held.groups = undefined;
      redrawn.disconnect();
      if (zone !== undefined) redrawn.observe(zone.element, { childList: true, subtree: true });
    }
    held.zone = zone;
    held.groups ??= zone?.read(held.dragged.accepts);
    held.drop = dropAt(held.at, held.groups ?? [], new Set(held.dragged.ids));
    show({ title: held.dragged.title, at: held.at, line: held.drop?.line });
    held.frame = requestAnimationFrame(() => follow(held));
  };

  const end = (isDropped: boolean) => {
    const held = press;
    if (held === undefined) return;
    press = undefined;
    clearTimeout(held.timer);
    cancelAnimationFrame(held.frame);
    redrawn.disconnect();
    held.target?.removeEventListener('touchmove', hold);
    listen(false);
    if (!held.active) return;
    document.body.classList.remove('anlan-ds-dragging');
    released = performance.now();
    swallowClick();
    show(undefined);
    if (isDropped && held.drop !== undefined) held.dragged.drop(held.drop);
  };

  const moved = (event: PointerEvent) => {
    const held = press;
    if (held === undefined || event.pointerId !== held.pointer) return;
    held.at = { x: event.clientX, y: event.clientY };
    if (held.active) return;
    const far = Math.hypot(held.at.x - held.start.x, held.at.y - held.start.y);
    // On a busy machine the timer comes late: what counts is how long the finger lay still.
    const hasRested = event.timeStamp - held.since >= LONG_PRESS;
    if (held.isFinger && far > FINGER_SLOP) {
      if (hasRested) begin(held);
      else end(false);
    } else if (!held.isFinger && far > MOUSE_SLOP) begin(held);
  };
  const lifted = (event: PointerEvent) => {
    if (press === undefined || event.pointerId !== press.pointer) return;
    const held = press;
    // The last movement may lie behind the last frame.
    if (held.active) {
      held.at = { x: event.clientX, y: event.clientY };
      held.drop = dropAt(held.at, held.groups ?? [], new Set(held.dragged.ids));
    }
    end(true);
  };
  const cancelled = (event: PointerEvent) => {
    if (event.pointerId === press?.pointer) end(false);
  };
  const keyed = (event: KeyboardEvent) => {
    if (press?.active !== true || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  };
  const scrolled = () => {
    if (press !== undefined) press.groups = undefined;
  };
  /** A finger that rests would mark text and open a menu, a picture would be dragged by the browser. */
  const prevented = (event: Event) => {
    if (press?.isFinger === true || press?.active === true) event.preventDefault();
  };

  function listen(on: boolean): void {
    const change = on ? window.addEventListener : window.removeEventListener;
    change('pointermove', moved as EventListener);
    change('pointerup', lifted as EventListener);
    change('pointercancel', cancelled as EventListener);
    change('keydown', keyed as EventListener, true);
    change('scroll', scrolled, true);
    change('contextmenu', prevented, true);
    change('dragstart', prevented, true);
    change('selectstart', prevented, true);
  }

  // It has to be there before a finger comes: once the browser scrolls, nothing stops it.
  const hold = (event: Event) => {
    // The lifted finger would press what it lay on.
    const isOurs = press?.active === true || performance.now() - released < RELEASED;
    if (isOurs && event.cancelable) event.preventDefault();
  };

  return {
    press(event, dragged) {
      if (event.button !== 0 || !event.isPrimary || press !== undefined) return;
      const start = { x: event.clientX, y: event.clientY };
      const held: Press = {
        dragged,
        pointer: event.pointerId,
        start,
        at: start,
        isFinger: event.pointerType === 'touch',
        target: event.target,
        since: event.timeStamp,
        timer: undefined,
        active: false,
        frame: 0,
        zone: undefined,
        groups: undefined,
        drop: undefined,
      };
      press = held;
      held.target?.addEventListener('touchmove', hold, { passive: false });
      if (held.isFinger) held.timer = setTimeout(() => begin(held), LONG_PRESS);
      listen(true);
    },
    zone(zone) {
      zones.add(zone);
      return () => void zones.delete(zone);
    },
    shown: () => shown,
    subscribe(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    attach() {
      document.addEventListener('touchmove', hold, { passive: false });
      document.addEventListener('touchend', hold, { passive: false });
      return () => {
        document.removeEventListener('touchmove', hold);
        document.removeEventListener('touchend', hold);
        end(false);
      };
    },
  };
}

/** Has the page told of a pointer whatever becomes of what it was pressed on. */
function capture(pointer: number): void {
  try {
    document.documentElement.setPointerCapture(pointer);
  } catch {
    // It has been lifted meanwhile.
  }
}

function isWithin({ x, y }: Point, { left, right, top, bottom }: Box): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** What is let go is not pressed: the click that follows is nobody's. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), RELEASED);
}

const DraggingContext = createContext<Dragging | undefined>(undefined);

export const DraggingProvider = DraggingContext.Provider;

/** Dragging in the workbench. */
export function useDragging(): Dragging {
  const dragging = useContext(DraggingContext);
  if (dragging === undefined) throw new Error('DraggingProvider is missing above what is dragged');
  return dragging;
}

/** Lets things be dropped into an element. `read` is the newest one given. */
export function useDropZone(
  place: { readonly current: HTMLElement | null },
  read: (element: HTMLElement, accepts: string) => readonly DropGroup[],
): void {
  const dragging = useDragging();
  useEffect(() => {
    const element = place.current;
    return element === null ? undefined : dragging.zone({ element, read: (accepts) => read(element, accepts) });
  });
}
