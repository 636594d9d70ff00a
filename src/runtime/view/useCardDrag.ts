import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef } from 'react';
import { useLasting } from '../../ui/useLasting.ts';

/** Pixels that a pressed pointer goes before it drags; a press that goes less far is a press. */
const THRESHOLD = 6;
/** Milliseconds that a finger rests before it drags; one that goes on sooner scrolls. */
const HOLD = 350;

/** Begins where a thing is pressed. The same function for as long as the page stands. */
type PressCard = (id: string, event: ReactPointerEvent<HTMLElement>) => void;

/**
 * Drags things onto places, elements with `data-drop`, by mouse and, after a rest, by finger. Escape and a lost pointer let
 * it go where it was. What is dragged bears `data-dragged` and the place below it `data-over`; both are moved and marked
 * without drawing the page anew, however many things stand on it.
 */
export function useCardDrag(onDrop: (id: string, place: string) => void): PressCard {
  const drop = useLasting(onDrop);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  return useCallback(
    (id, event) => {
      if (event.button !== 0 || (event.target as HTMLElement).closest('button, input, [data-no-drag]') !== null) return;
      stop.current?.();
      const thing = event.currentTarget;
      const from = { x: event.clientX, y: event.clientY };
      const finger = event.pointerType === 'touch';
      let going = false;
      let over: HTMLElement | undefined;
      const begin = () => {
        going = true;
        thing.dataset.dragged = 'true';
      };
      const timer = finger ? setTimeout(begin, HOLD) : undefined;
      const mark = (place: HTMLElement | undefined): void => {
        if (place === over) return;
        if (over !== undefined) delete over.dataset.over;
        if (place !== undefined) place.dataset.over = 'true';
        over = place;
      };
      const move = (now: PointerEvent): void => {
        const by = { x: now.clientX - from.x, y: now.clientY - from.y };
        const far = Math.hypot(by.x, by.y) > THRESHOLD;
        if (!going && far && finger) end();
        else if (!going && far) begin();
        if (!going) return;
        // It lies itself below the pointer, whose shape it gives.
        const below = document.elementsFromPoint(now.clientX, now.clientY).filter((one) => !thing.contains(one));
        mark(below.map((one) => one.closest<HTMLElement>('[data-drop]')).find((one) => one !== null) ?? undefined);
        thing.style.transform = `translate(${by.x}px, ${by.y}px)`;
      };
      const end = (): void => {
        clearTimeout(timer);
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', up);
        window.removeEventListener('pointercancel', end);
        window.removeEventListener('keydown', key, true);
        window.removeEventListener('touchmove', still);
        window.removeEventListener('selectstart', unselected);
        stop.current = undefined;
        mark(undefined);
        delete thing.dataset.dragged;
        thing.style.transform = '';
      };
      const up = (): void => {
        const place = going ? over?.dataset.drop : undefined;
        if (going) swallowClick();
        end();
        if (place !== undefined) drop(id, place);
      };
      const key = (pressed: KeyboardEvent): void => {
        if (pressed.key !== 'Escape' || !going) return;
        pressed.stopPropagation();
        end();
      };
      // A finger that drags must not scroll the page.
      const still = (touch: TouchEvent): void => {
        if (going) touch.preventDefault();
      };
      // No text is marked on the way.
      const unselected = (selection: Event): void => selection.preventDefault();
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', up);
      window.addEventListener('pointercancel', end);
      window.addEventListener('keydown', key, true);
      window.addEventListener('touchmove', still, { passive: false });
      window.addEventListener('selectstart', unselected);
      stop.current = end;
    },
    [drop],
  );
}

/** The click that follows letting go is none on what lies there. */
function swallowClick(): void {
  const swallow = (click: Event): void => {
    click.preventDefault();
    click.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, true), 0);
}
