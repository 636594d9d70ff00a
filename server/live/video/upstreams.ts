import type { IncomingMessage } from 'node:http';
import type { VideoMessage } from '../../../src/core/video/watch.ts';
import { askCamera } from './ask-camera.ts';
import { CameraFault, type CameraFaultKind } from './camera-faults.ts';
import type { CameraHealth } from './camera-health.ts';
import { createFragmentReader, FilmFault } from './fragments.ts';
import { createJpegReader } from './jpeg-parts.ts';
import { type Camera, cameraWay } from './read-camera.ts';

/** Somebody who watches a camera. */
export interface Watcher {
  say(message: VideoMessage): void;
  send(bytes: Uint8Array): void;
  /** Bytes that were sent and have not left yet. */
  unsent(): number;
  /** A picture was sent for the first time. */
  began(): void;
  /** Nothing more comes. */
  end(fault: CameraFaultKind): void;
}

/** Streams of cameras, each fetched once for all who watch. */
interface Upstreams {
  /** Sends the camera's picture to the watcher until the function given back is called or it ends. */
  join(camera: Camera, watcher: Watcher): () => void;
  /** Cameras from which something comes now. */
  count(): number;
  close(): void;
}

/** Milliseconds without a byte after which a camera is given up. */
const SILENCE = 8_000;
/** Milliseconds for which a stream that nobody watches goes on: whoever makes a tile large comes again at once. */
const LINGER = 4_000;
/** Bytes since the last whole picture that are held for whoever comes next. */
const MOST_HELD = 6 * 1024 * 1024;
/** Unsent bytes at which a watcher is left out, and under which he goes on. */
const TOO_SLOW = 1_500_000;
const GOES_ON = 200_000;
/** Milliseconds for which somebody may be left out before he is let go. */
const LEFT_OUT = 20_000;
/** Streams of a process at most. */
const MOST_STREAMS = 200;

/** Creates the fan-out of a process; `health` is told what comes of each camera. */
export function createUpstreams(health: CameraHealth): Upstreams {
  const streams = new Map<string, Stream>();

  return {
    join(camera, watcher) {
      if (camera.stream === undefined) {
        watcher.end('unset');
        return () => {};
      }
      const key = `${camera.tenantId}/${camera.id} ${cameraWay(camera)}`;
      let stream = streams.get(key);
      if (stream === undefined) {
        if (streams.size >= MOST_STREAMS) {
          watcher.end('busy');
          return () => {};
        }
        const made = createStream(camera, camera.stream, {
          came: () => health.came(camera),
          ended(fault) {
            if (streams.get(key) === made) streams.delete(key);
            health.failed(camera, fault);
          },
        });
        stream = made;
        streams.set(key, made);
      }
      return stream.join(watcher);
    },
    count: () => streams.size,
    close() {
      for (const stream of [...streams.values()]) stream.end('stopping');
    },
  };
}

interface Stream {
  join(watcher: Watcher): () => void;
  end(fault: CameraFaultKind): void;
}

/** How far a watcher is. */
interface Standing {
  begun: boolean;
  /** Since when he is left out; undefined where he is not. He goes on with a picture that needs none before it. */
  outSince: number | undefined;
}

type Begin = Extract<VideoMessage, { readonly type: 'begin' }>;

interface StreamEvents {
  /** The first picture came. */
  came(): void;
  /** Nothing more comes of it. */
  ended(fault: CameraFaultKind): void;
}

function createStream(camera: Camera, url: URL, { came: cameFirst, ended }: StreamEvents): Stream {
  const watchers = new Map<Watcher, Standing>();
  const ending = new AbortController();
  let begin: Begin | undefined;
  let init: Buffer | undefined;
  /** What came since the last picture that needs none before it. */
  let recent: Buffer[] = [];
  let held = 0;
  let isOver = false;
  let hasCome = false;
  let lingering: NodeJS.Timeout | undefined;
  let response: IncomingMessage | undefined;
  let silence: NodeJS.Timeout | undefined;

  function end(fault: CameraFaultKind): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(silence);
    clearTimeout(lingering);
    ending.abort();
    response?.destroy();
    recent = [];
    ended(fault);
    for (const watcher of [...watchers.keys()]) {
      watchers.delete(watcher);
      watcher.end(fault);
    }
  }

  function heard(): void {
    clearTimeout(silence);
    silence = setTimeout(() => end('silent'), SILENCE);
  }

  /** Lets a watcher have a part, or leaves him out of it. */
  function give(watcher: Watcher, standing: Standing, bytes: Buffer, key: boolean): void {
    const unsent = watcher.unsent();
    if (standing.outSince === undefined && unsent > TOO_SLOW) standing.outSince = performance.now();
    if (standing.outSince !== undefined) {
      if (performance.now() - standing.outSince > LEFT_OUT && unsent > GOES_ON) {
        watchers.delete(watcher);
        watcher.end('slow');
        return;
      }
      if (!key || unsent > GOES_ON) return;
      standing.outSince = undefined;
    }
    watcher.send(bytes);
    if (!standing.begun) {
      standing.begun = true;
      watcher.began();
    }
  }

  function greet(watcher: Watcher, standing: Standing): void {
    if (begin === undefined) return;
    watcher.say(begin);
    if (begin.kind === 'hls') {
      standing.begun = true;
      watcher.began();
      return;
    }
    if (init !== undefined) watcher.send(init);
    for (const [index, bytes] of recent.entries()) give(watcher, standing, bytes, index === 0);
    // Who comes between two whole pictures of which the first was too long to be held waits for the next.
    if (begin.kind === 'fmp4' && recent.length === 0) standing.outSince = performance.now();
  }

  function starts(message: Begin, first?: Buffer): void {
    if (begin !== undefined) throw new FilmFault('rubbish');
    begin = message;
    init = first;
    for (const [watcher, standing] of watchers) greet(watcher, standing);
  }

  function tellFirst(): void {
    if (hasCome) return;
    hasCome = true;
    cameFirst();
  }

  function takeFragment(bytes: Buffer, key: boolean): void {
    tellFirst();
    if (key) {
      recent = [];
      held = 0;
    }
    if (key || recent.length > 0) {
      recent.push(bytes);
      held += bytes.length;
      if (held > MOST_HELD) recent = [];
    }
    for (const [watcher, standing] of watchers) give(watcher, standing, bytes, key);
  }

  function takePicture(bytes: Buffer): void {
    tellFirst();
    recent = [bytes];
    for (const [watcher, standing] of watchers) give(watcher, standing, bytes, true);
  }

  async function run(): Promise<void> {
    const came = await askCamera(camera, url, ending.signal);
    response = came;
    const type = came.headers['content-type'] ?? '';
    if (/mpegurl/i.test(type) || (!/^(video|multipart)\//i.test(type) && url.pathname.endsWith('.m3u8'))) {
      came.destroy();
      tellFirst();
      starts({ type: 'begin', kind: 'hls' });
      return;
    }
    heard();
    const reader = readerFor(type);
    for await (const piece of came) {
      heard();
      reader.take(piece as Buffer);
    }
    end('away');
  }

  function readerFor(type: string): { take(piece: Buffer): void } {
    const [, boundary] = /^multipart\/x-mixed-replace\s*;.*boundary="?([^";]{1,100})"?/i.exec(type) ?? [];
    if (boundary !== undefined) {
      starts({ type: 'begin', kind: 'mjpeg' });
      return createJpegReader(boundary, takePicture);
    }
    return createFragmentReader({
      onInit: (bytes, mime) => starts({ type: 'begin', kind: 'fmp4', mime }, bytes),
      onFragment: ({ bytes, key }) => takeFragment(bytes, key),
    });
  }

  run().catch((error: unknown) => {
    if (error instanceof CameraFault || error instanceof FilmFault) end(error.kind);
    else end('away');
  });

  return {
    end,
    join(watcher) {
      clearTimeout(lingering);
      const standing: Standing = { begun: false, outSince: undefined };
      watchers.set(watcher, standing);
      greet(watcher, standing);
      return () => {
        if (!watchers.delete(watcher) || watchers.size > 0 || isOver) return;
        lingering = setTimeout(() => end('stopping'), LINGER);
        lingering.unref();
      };
    },
  };
}
