import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/faults.ts';
import { plantTime } from '../../../api/plant-clock.ts';
import { fetchStill } from '../../../api/video.ts';
import { brightnessOf, hasMoved, MOTION_HIGH, MOTION_WIDE } from './motion.ts';

/** Milliseconds between two stills of a tile; after a failure the wait is doubled up to the longest. */
const EVERY = 3_000;
const LONGEST = 30_000;

interface Still {
  /** Address of the picture within the page; undefined until there is one. */
  readonly address: string | undefined;
  /** Wall clock of the plant when it came: `10:01:30`. */
  readonly time: string;
  /** Why none comes; undefined where one does. */
  readonly problem: string | undefined;
}

/**
 * A camera's small picture, new every three seconds while `active`.
 * @param onMoved told when something moved between two of them.
 */
export function useStill(id: string, active: boolean, onMoved: () => void): Still {
  const [still, setStill] = useState<Still>({ address: undefined, time: '', problem: undefined });
  const moved = useRef(onMoved);
  moved.current = onMoved;
  const shown = useRef<string | undefined>(undefined);
  useEffect(
    () => () => {
      if (shown.current !== undefined) URL.revokeObjectURL(shown.current);
      shown.current = undefined;
    },
    [],
  );
  useEffect(() => {
    if (!active) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: Uint8Array | undefined;
    let wait = EVERY;

    async function take(): Promise<void> {
      try {
        const picture = await fetchStill(id, abort.signal);
        if (abort.signal.aborted) return;
        const address = URL.createObjectURL(picture);
        if (shown.current !== undefined) URL.revokeObjectURL(shown.current);
        shown.current = address;
        wait = EVERY;
        setStill({ address, time: plantTime().slice(11), problem: undefined });
        const now = await lookAt(picture);
        if (abort.signal.aborted) return;
        if (last !== undefined && now !== undefined && hasMoved(last, now)) moved.current();
        last = now;
      } catch (error) {
        if (abort.signal.aborted) return;
        wait = Math.min(wait * 2, LONGEST);
        const problem = error instanceof ApiError ? error.msg : String(error);
        setStill((before) => ({ ...before, problem }));
      }
      // Sixteen tiles do not ask at the same moment.
      timer = setTimeout(() => void take(), wait * (0.85 + Math.random() * 0.3));
    }

    void take();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [id, active]);
  return still;
}

/** What is compared of a picture; undefined where this browser cannot look at it. */
async function lookAt(picture: Blob): Promise<Uint8Array | undefined> {
  try {
    const size = { resizeWidth: MOTION_WIDE, resizeHeight: MOTION_HIGH, resizeQuality: 'medium' } as const;
    const bitmap = await createImageBitmap(picture, size);
    const canvas = document.createElement('canvas');
    canvas.width = MOTION_WIDE;
    canvas.height = MOTION_HIGH;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(bitmap, 0, 0);
    bitmap.close();
    const pixels = context?.getImageData(0, 0, MOTION_WIDE, MOTION_HIGH).data;
    return pixels === undefined ? undefined : brightnessOf(pixels);
  } catch {
    return undefined;
  }
}
