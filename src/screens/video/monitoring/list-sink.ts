import Hls from 'hls.js/light';
import { playlistAddress, videoHeaders } from '../../../api/video.ts';
import type { Sink, SinkEvents } from './sinks.ts';

/** Plays a camera's playlist; loaded where a camera has one. */
export function createListSink(id: string, video: HTMLVideoElement, events: SinkEvents): Sink {
  if (!Hls.isSupported()) {
    queueMicrotask(events.unplayable);
    return { take: () => {}, keepUp: () => {}, close: () => {} };
  }
  const hls = new Hls({
    enableWorker: false,
    liveSyncDurationCount: 2,
    liveMaxLatencyDurationCount: 6,
    maxBufferLength: 10,
    maxMaxBufferLength: 15,
    backBufferLength: 5,
    xhrSetup(request, url) {
      if (request.readyState === request.UNSENT) request.open('GET', url, true);
      for (const [name, value] of Object.entries(videoHeaders())) request.setRequestHeader(name, value);
    },
  });
  let last = -1;
  const onTime = () => {
    if (video.currentTime === last) return;
    last = video.currentTime;
    events.shown();
  };
  video.addEventListener('timeupdate', onTime);
  hls.on(Hls.Events.MANIFEST_PARSED, () => void video.play().catch(() => {}));
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (fatal) events.broken();
  });
  hls.loadSource(playlistAddress(id));
  hls.attachMedia(video);
  return {
    take: () => {},
    keepUp() {
      if (video.paused) video.play().catch(() => {});
    },
    close() {
      video.removeEventListener('timeupdate', onTime);
      hls.destroy();
    },
  };
}
