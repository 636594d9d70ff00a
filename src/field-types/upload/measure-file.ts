import { type MediaSize, mediaOf } from '../../core/files/upload-limits.ts';

/** Milliseconds after which a video that does not show its pixels is given up. */
const PATIENCE = 15_000;

/** Pixels of a picture or video on this device, as it is shown; undefined where the browser cannot read it. */
export async function measureFile(file: File): Promise<MediaSize | undefined> {
  const kind = mediaOf(file.name);
  if (kind === undefined) return undefined;
  const url = URL.createObjectURL(file);
  try {
    return await (kind === 'image' ? imageSize(url) : videoSize(url));
  } finally {
    URL.revokeObjectURL(url);
  }
}

function imageSize(url: string): Promise<MediaSize | undefined> {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => resolve(undefined);
    image.src = url;
  });
}

function videoSize(url: string): Promise<MediaSize | undefined> {
  return new Promise((resolve) => {
    const video = document.createElement('video');
    const timer = setTimeout(() => resolve(undefined), PATIENCE);
    const end = (size: MediaSize | undefined) => {
      clearTimeout(timer);
      video.removeAttribute('src');
      resolve(size);
    };
    video.preload = 'metadata';
    video.muted = true;
    video.onloadedmetadata = () => {
      end(video.videoWidth > 0 ? { width: video.videoWidth, height: video.videoHeight } : undefined);
    };
    video.onerror = () => end(undefined);
    video.src = url;
  });
}
