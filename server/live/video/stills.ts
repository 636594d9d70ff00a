import { createThreadQueue } from '../../ground/threads/thread-queue.ts';
import { askCamera, readWhole } from './ask-camera.ts';
import { CameraFault, type CameraFaultKind } from './camera-faults.ts';
import type { CameraHealth } from './camera-health.ts';
import { type Camera, cameraWay } from './read-camera.ts';
import type { StillResult, StillTask } from './still-thread.ts';

/** Milliseconds for which a still is new enough for everybody. */
const FRESH = 1_000;
/** Milliseconds for which a camera that gave none is left alone, and one that has given none for some time. */
const REST = 3_000;
const LONG_REST = 15_000;
/** Bytes of a camera's picture at most, and milliseconds that it may take. */
const LARGEST = 4 * 1024 * 1024;
const WITHIN = 5_000;
/** Cameras of which a still is held at most. */
const MOST = 500;

/** Small pictures of cameras. */
interface Stills {
  /** A small JPEG, at most a second old. Throws CameraFault. */
  still(camera: Camera): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Held {
  readonly way: string;
  readonly until: number;
  readonly still: Promise<Uint8Array>;
}

/** Creates it: each camera is asked once for all who look, and `health` is told what came of it. */
export function createStills(health: CameraHealth): Stills {
  const held = new Map<string, Held>();
  const ending = new AbortController();
  const threads = createThreadQueue<StillTask, StillResult>(
    new URL('./still-thread.ts', import.meta.url),
    { within: 5_000, waiting: 60, megabytes: 128, idle: 60_000 },
    {
      busy: () => new CameraFault('busy'),
      late: () => new CameraFault('large'),
      lost: () => new CameraFault('large'),
    },
  );

  async function take(camera: Camera): Promise<Uint8Array> {
    if (camera.still === undefined) throw new CameraFault('unset');
    const response = await askCamera(camera, camera.still, ending.signal);
    const bytes = await readWhole(response, LARGEST, WITHIN);
    if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw new CameraFault('rubbish');
    const { jpeg } = await threads.run({ bytes });
    if (jpeg === undefined) throw new CameraFault('rubbish');
    return jpeg;
  }

  return {
    still(camera) {
      const key = `${camera.tenantId}/${camera.id}`;
      const way = cameraWay(camera);
      const known = held.get(key);
      if (known !== undefined && known.way === way && performance.now() < known.until) return known.still;
      // While it is taken it is everybody's; then it is new for a moment.
      const still = take(camera);
      const note = (rest: number) => {
        if (held.get(key)?.still === still) held.set(key, { way, still, until: performance.now() + rest });
      };
      held.delete(key);
      held.set(key, { way, still, until: Number.POSITIVE_INFINITY });
      still.then(
        () => {
          note(FRESH);
          health.came(camera);
        },
        (error: unknown) => {
          note(!waits(error) ? 0 : camera.isAway ? LONG_REST : REST);
          if (error instanceof CameraFault && !ending.signal.aborted) health.failed(camera, error.kind);
        },
      );
      const [oldest] = held.keys();
      if (held.size > MOST && oldest !== undefined) held.delete(oldest);
      return still;
    },
    async close() {
      ending.abort();
      held.clear();
      await threads.close();
    },
  };
}

const AT_ONCE: readonly CameraFaultKind[] = ['unset', 'kept', 'busy'];
const waits = (error: unknown): boolean => !(error instanceof CameraFault && AT_ONCE.includes(error.kind));
