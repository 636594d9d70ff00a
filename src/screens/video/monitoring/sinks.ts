/** Where a live picture goes. */
export interface Sink {
  take(bytes: ArrayBuffer): void;
  /** Asked every second: stays at the live edge, and lets go of what was shown. */
  keepUp(): void;
  close(): void;
}

/** What a sink tells. */
export interface SinkEvents {
  /** A new picture is seen. */
  shown(): void;
  /** It cannot go on, but may if begun anew. */
  broken(): void;
  /** This browser cannot play it. */
  unplayable(): void;
}

/** Seconds behind the newest at most, and where it goes on then. */
const MOST_BEHIND = 3.5;
const BEHIND = 1;
/** Seconds of what was shown that are held at most, and how much of it stays. */
const MOST_SHOWN = 15;
const STAYS = 5;
/** Bytes and pieces that wait for the player at most. */
const MOST_WAITING = 12 * 1024 * 1024;
const MOST_PIECES = 120;

/** Plays fragments by Media Source Extensions; holds twenty seconds at most. */
export function createFilmSink(video: HTMLVideoElement, mime: string, events: SinkEvents): Sink {
  const Source = globalThis.MediaSource;
  if (Source === undefined || !Source.isTypeSupported(mime)) {
    // Whoever asked for it is to have it before it ends.
    queueMicrotask(events.unplayable);
    return { take: () => {}, keepUp: () => {}, close: () => {} };
  }
  const source = new Source();
  const address = URL.createObjectURL(source);
  let buffer: SourceBuffer | undefined;
  let waiting: ArrayBuffer[] = [];
  let held = 0;
  let closed = false;
  let last = -1;

  function pump(): void {
    if (closed || buffer === undefined || buffer.updating || source.readyState !== 'open') return;
    const { buffered } = buffer;
    if (buffered.length > 0 && video.currentTime - buffered.start(0) > MOST_SHOWN) {
      buffer.remove(0, video.currentTime - STAYS);
      return;
    }
    const next = waiting.shift();
    if (next === undefined) return;
    held -= next.byteLength;
    try {
      buffer.appendBuffer(next);
    } catch {
      events.broken();
    }
  }

  /** Goes to where something is, near the newest; a gap is passed over. */
  function follow(): void {
    const { buffered } = video;
    if (buffered.length === 0) return;
    const [start, end] = [buffered.start(buffered.length - 1), buffered.end(buffered.length - 1)];
    const isIn = video.currentTime >= start - 0.1 && video.currentTime <= end;
    if (!isIn || end - video.currentTime > MOST_BEHIND) video.currentTime = Math.max(start, end - BEHIND);
    if (video.paused) video.play().catch(() => {});
  }

  const onOpen = () => {
    if (closed || buffer !== undefined) return;
    buffer = source.addSourceBuffer(mime);
    buffer.addEventListener('updateend', () => {
      if (closed) return;
      if (last < 0) follow();
      pump();
    });
    buffer.addEventListener('error', events.broken);
    pump();
  };
  const onTime = () => {
    if (video.currentTime === last) return;
    last = video.currentTime;
    events.shown();
  };
  source.addEventListener('sourceopen', onOpen);
  video.addEventListener('timeupdate', onTime);
  video.addEventListener('error', events.broken);
  video.src = address;

  return {
    take(bytes) {
      waiting.push(bytes);
      held += bytes.byteLength;
      if (held > MOST_WAITING || waiting.length > MOST_PIECES) events.broken();
      else pump();
    },
    keepUp() {
      follow();
      pump();
    },
    close() {
      closed = true;
      waiting = [];
      video.removeEventListener('timeupdate', onTime);
      video.removeEventListener('error', events.broken);
      video.removeAttribute('src');
      video.load();
      URL.revokeObjectURL(address);
    },
  };
}

/** Shows one picture after another; one that comes while the last is being decoded waits, and only the newest does. */
export function showPictures(image: HTMLImageElement, events: SinkEvents): Sink {
  let waiting: ArrayBuffer | undefined;
  let address: string | undefined;
  let closed = false;

  function show(bytes: ArrayBuffer): void {
    const next = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
    const before = address;
    address = next;
    image.src = next;
    image
      .decode()
      .then(events.shown, () => {})
      .finally(() => {
        if (before !== undefined) URL.revokeObjectURL(before);
        const newest = waiting;
        waiting = undefined;
        if (closed) URL.revokeObjectURL(next);
        else if (newest === undefined) busy = false;
        else show(newest);
      });
  }
  let busy = false;

  return {
    take(bytes) {
      if (busy) {
        waiting = bytes;
        return;
      }
      busy = true;
      show(bytes);
    },
    keepUp: () => {},
    close() {
      closed = true;
      waiting = undefined;
      image.removeAttribute('src');
      if (!busy && address !== undefined) URL.revokeObjectURL(address);
    },
  };
}
