import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { TenantKeys } from '../../ground/tenant-keys.ts';
import { askCamera, readWhole } from './ask-camera.ts';
import { CameraFault } from './camera-faults.ts';
import { type Camera, cameraWay } from './read-camera.ts';

/** What a camera's playlist names, as browsers get it. */
interface HlsParts {
  /** A playlist, its addresses replaced by names that only the server reads. @param part a playlist that another names. */
  playlist(camera: Camera, part: string | undefined): Promise<string>;
  /** A piece of the film that a playlist names. */
  segment(camera: Camera, part: string): Promise<Buffer>;
  close(): void;
}

const LARGEST_LIST = 256 * 1024;
const LARGEST_SEGMENT = 8 * 1024 * 1024;
const WITHIN = 8_000;
/** Milliseconds for which a playlist is everybody's, and a piece; pieces that are held at most. */
const LIST_FRESH = 500;
const SEGMENT_FRESH = 15_000;
const MOST_HELD = 60;

/** Creates it: lists and pieces are fetched once for all who watch. */
export function createHlsParts(
  keys: TenantKeys,
  pathOf: (kind: 'playlist' | 'segment', id: string, part: string) => string,
): HlsParts {
  const held = new Map<string, { readonly until: number; readonly bytes: Promise<Buffer> }>();
  const ending = new AbortController();

  function fetchPart(camera: Camera, url: URL, most: number, fresh: number): Promise<Buffer> {
    const key = `${camera.tenantId} ${cameraWay(camera)} ${url.href}`;
    const now = performance.now();
    for (const [name, { until }] of held) if (until < now) held.delete(name);
    const known = held.get(key);
    if (known !== undefined) return known.bytes;
    const bytes = askCamera(camera, url, ending.signal).then((response) => readWhole(response, most, WITHIN));
    held.set(key, { bytes, until: now + fresh });
    bytes.catch(() => held.delete(key));
    const [oldest] = held.keys();
    if (held.size > MOST_HELD && oldest !== undefined) held.delete(oldest);
    return bytes;
  }

  const cipherKeys = (camera: Camera) => keys.key('camera parts', camera.tenantId);

  function readPart(camera: Camera, part: string): URL {
    const text = openPart(cipherKeys(camera), camera.id, part);
    const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || url.origin !== camera.stream?.origin) throw new CameraFault('rubbish');
    return url;
  }

  return {
    async playlist(camera, part) {
      const url = part === undefined ? camera.stream : readPart(camera, part);
      if (url === undefined) throw new CameraFault('unset');
      const text = (await fetchPart(camera, url, LARGEST_LIST, LIST_FRESH)).toString('utf8');
      if (!text.startsWith('#EXTM3U')) throw new CameraFault('rubbish');
      return rewritePlaylist(text, (uri) => {
        const target = URL.canParse(uri, url) ? new URL(uri, url) : undefined;
        // A camera that sends its watchers elsewhere sends them nowhere.
        if (target === undefined || target.origin !== camera.stream?.origin) throw new CameraFault('rubbish');
        const kind = target.pathname.endsWith('.m3u8') ? 'playlist' : 'segment';
        return pathOf(kind, camera.id, sealPart(cipherKeys(camera), camera.id, target.href));
      });
    },
    segment: (camera, part) => fetchPart(camera, readPart(camera, part), LARGEST_SEGMENT, SEGMENT_FRESH),
    close() {
      ending.abort();
      held.clear();
    },
  };
}

/** A playlist with other addresses. Lines that may say where the camera is besides are left out. */
export function rewritePlaylist(text: string, rename: (uri: string) => string): string {
  return text
    .split(/\r?\n/)
    .flatMap((line) => {
      if (line === '') return [];
      if (!line.startsWith('#')) return [rename(line.trim())];
      if (!line.startsWith('#EXT')) return [];
      return [line.replace(/URI="([^"]*)"/g, (_whole, uri: string) => `URI="${rename(uri)}"`)];
    })
    .join('\n');
}

/**
 * An address under a key; the same address is the same text, by which players know a piece again.
 * @param about the camera that it belongs to.
 */
function sealPart(key: Buffer, about: string, text: string): string {
  const nonce = createHmac('sha256', key).update(`${about} ${text}`).digest().subarray(0, 12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

function openPart(key: Buffer, about: string, part: string): string | undefined {
  try {
    const sealed = Buffer.from(part, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(about));
    decipher.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
