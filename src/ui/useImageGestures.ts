import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type ImageView, scaledTo, zoomed } from './image-view.ts';

/** Pixels that a finger has to travel to turn the page. */
const SWIPE = 60;

interface Gesture {
  readonly from: ImageView;
  readonly x: number;
  readonly y: number;
  /** Between two fingers; undefined with one. */
  readonly distance: number | undefined;
}

/**
 * Wheel and fingers over the picture: the wheel zooms by steps, two fingers pinch, one moves what is larger than the
 * window and turns the page of what is not.
 */
export function useImageGestures(
  stage: RefObject<HTMLElement | null>,
  view: ImageView,
  change: (next: (view: ImageView) => ImageView) => void,
  turn: (step: number) => void,
): Readonly<
  Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', (event: PointerEvent) => void>
> {
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const gesture = useRef<Gesture>(undefined);
  const latest = useRef(change);
  latest.current = change;

  useEffect(() => {
    const element = stage.current;
    // React listens passively, and the page behind would scroll.
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      latest.current((now) => zoomed(now, event.deltaY < 0 ? 1 : -1));
    };
    element?.addEventListener('wheel', zoom, { passive: false });
    return () => element?.removeEventListener('wheel', zoom);
  }, [stage]);

  const measure = () => {
    const [first, second] = [...pointers.current.values()];
    if (first === undefined) return undefined;
    if (second === undefined) return { ...first, distance: undefined };
    return {
      x: (first.x + second.x) / 2,
      y: (first.y + second.y) / 2,
      distance: Math.hypot(first.x - second.x, first.y - second.y),
    };
  };
  // A finger more or less starts a new gesture from where the picture stands.
  const begin = () => {
    const now = measure();
    gesture.current = now === undefined ? undefined : { ...now, from: view };
  };
  const end = (event: PointerEvent, turns: boolean) => {
    if (!pointers.current.has(event.pointerId)) return;
    const { current } = gesture;
    const alone = pointers.current.size === 1;
    pointers.current.delete(event.pointerId);
    if (turns && alone && current !== undefined && current.from.scale <= 1 && view.scale <= 1) {
      const way = event.clientX - current.x;
      if (Math.abs(way) > SWIPE) turn(way < 0 ? 1 : -1);
    }
    begin();
  };

  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      begin();
    },
    onPointerMove(event) {
      if (!pointers.current.has(event.pointerId)) return;
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const { current } = gesture;
      const now = measure();
      if (current === undefined || now === undefined) return;
      if (current.distance !== undefined && now.distance !== undefined && current.distance > 0) {
        const scale = (current.from.scale * now.distance) / current.distance;
        change((before) => scaledTo(before, scale));
      } else if (current.from.scale > 1) {
        const [x, y] = [current.from.x + now.x - current.x, current.from.y + now.y - current.y];
        change((before) => ({ ...before, x, y }));
      }
    },
    onPointerUp: (event) => end(event, true),
    onPointerCancel: (event) => end(event, false),
  };
}
