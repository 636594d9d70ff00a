import { openVideoSocket } from '../../../api/video.ts';
import type { VideoMessage } from '../../../core/video/watch.ts';
import { loadPart } from '../../../ui/lazy-part.ts';
import { createFilmSink, type Sink, showPictures } from './sinks.ts';

/** How a live picture stands. */
export type LiveState =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'playing' }
  /** It is tried again. */
  | { readonly phase: 'waiting'; readonly msg: string; readonly seconds: number }
  | { readonly phase: 'ended'; readonly msg: string };

interface LiveParts {
  readonly video: HTMLVideoElement;
  readonly image: HTMLImageElement;
  /** What is said where nothing is told by the server. */
  readonly words: { readonly broken: string; readonly stalled: string; readonly unplayable: string };
  onState(state: LiveState): void;
}

/** First wait before trying again, in milliseconds; doubled with each failure up to the longest. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** Milliseconds without a new picture after which it is begun anew. */
const STALLED = 8_000;
/** Milliseconds of playing after which a failure counts as the first again. */
const SOUND = 20_000;

/** Plays a camera's live picture until the function given back is called; what breaks begins anew by itself. */
export function playLive(id: string, { video, image, words, onState }: LiveParts): () => void {
  let over = false;
  let failures = 0;
  let socket: WebSocket | undefined;
  let sink: Sink | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let lastPicture = 0;
  let playingSince: number | undefined;

  function shown(): void {
    const now = performance.now();
    lastPicture = now;
    if (playingSince === undefined) {
      playingSince = now;
      onState({ phase: 'playing' });
    } else if (now - playingSince > SOUND) failures = 0;
  }

  function leave(): void {
    clearTimeout(waiting);
    sink?.close();
    sink = undefined;
    const left = socket;
    socket = undefined;
    left?.close();
  }

  function again(msg: string): void {
    if (over) return;
    leave();
    failures += 1;
    playingSince = undefined;
    const most = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(failures - 1, 6));
    // Spread, so that the tiles of a wall do not all come at once when the server is back.
    const wait = most / 2 + Math.random() * (most / 2);
    onState({ phase: 'waiting', msg, seconds: Math.ceil(wait / 1_000) });
    waiting = setTimeout(connect, wait);
  }

  function end(msg: string): void {
    if (over) return;
    leave();
    onState({ phase: 'ended', msg });
  }

  async function begin(message: Extract<VideoMessage, { readonly type: 'begin' }>, mine: WebSocket): Promise<void> {
    const events = { shown, broken: () => again(words.stalled), unplayable: () => end(words.unplayable) };
    if (message.kind === 'mjpeg') sink = showPictures(image, events);
    else if (message.kind === 'fmp4') sink = createFilmSink(video, message.mime ?? '', events);
    else {
      const { createListSink } = await loadPart(() => import('./list-sink.ts'));
      if (socket === mine) sink = createListSink(id, video, events);
    }
  }

  function connect(): void {
    if (over) return;
    if (failures === 0) onState({ phase: 'connecting' });
    lastPicture = performance.now();
    const mine = openVideoSocket(id);
    socket = mine;
    mine.binaryType = 'arraybuffer';
    mine.onmessage = ({ data }) => {
      if (socket !== mine) return;
      if (typeof data !== 'string') {
        sink?.take(data as ArrayBuffer);
        return;
      }
      const message = JSON.parse(data) as VideoMessage;
      if (message.type === 'begin') begin(message, mine).catch(() => again(words.broken));
      else if (message.again) again(message.msg);
      else end(message.msg);
    };
    mine.onclose = () => {
      if (socket === mine) again(words.broken);
    };
  }

  const watch = setInterval(() => {
    if (socket === undefined) return;
    sink?.keepUp();
    if (performance.now() - lastPicture > STALLED) again(words.stalled);
  }, 1_000);
  connect();
  return () => {
    over = true;
    clearInterval(watch);
    leave();
  };
}
