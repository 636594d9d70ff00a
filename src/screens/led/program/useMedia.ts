import { useEffect, useMemo, useRef, useState } from 'react';
import { fetchPublishedFile } from '../../../api/public.ts';
import { forgetFiles, keepFile, keptFile } from './media-store.ts';
import type { Program } from './playing.ts';

/** Milliseconds after which a file that could not be had is asked for again. */
const AGAIN = 20_000;

/** Address of each file that is at hand. */
export type MediaAddresses = ReadonlyMap<string, string>;

/**
 * The pictures and films of released programs, fetched as soon as they are released and kept in the browser: what is at
 * hand goes on playing without a network. Those that no program names any more are forgotten.
 */
export function useMedia(place: string, tenantId: string | undefined, programs: readonly Program[] | undefined) {
  const [addresses, setAddresses] = useState<MediaAddresses>(new Map());
  const made = useRef(new Map<string, string>());
  const wanted = useMemo(
    () => (programs ?? []).flatMap(({ id, media }) => media.map(({ file }) => `${id} ${file}`)).join(','),
    [programs],
  );
  const isKnown = programs !== undefined;

  useEffect(() => {
    if (!isKnown) return;
    const abort = new AbortController();
    const files = wanted.split(',').flatMap((one): (readonly [string, string])[] => {
      const [id = '', file = ''] = one.split(' ');
      return file === '' ? [] : [[id, file]];
    });
    const named = new Set(files.map(([, file]) => file));
    let timer: ReturnType<typeof setTimeout> | undefined;

    const show = (file: string, content: Blob) => {
      if (abort.signal.aborted || made.current.has(file)) return;
      made.current.set(file, URL.createObjectURL(content));
      setAddresses(new Map(made.current));
    };
    const bring = async (): Promise<void> => {
      for (const [id, file] of files) {
        if (made.current.has(file) || abort.signal.aborted) continue;
        const kept = await keptFile(place, file);
        if (kept !== undefined) {
          show(file, kept);
          continue;
        }
        const ask = { entity: 'ledProgram', id, file, ...(tenantId === undefined ? {} : { tenantId }) };
        const content = await fetchPublishedFile(ask, abort.signal).catch(() => undefined);
        if (content === undefined) continue;
        await keepFile(place, file, content);
        show(file, content);
      }
      if (abort.signal.aborted || files.every(([, file]) => made.current.has(file))) return;
      timer = setTimeout(() => void bring(), AGAIN);
    };
    for (const [file, address] of made.current) {
      if (named.has(file)) continue;
      URL.revokeObjectURL(address);
      made.current.delete(file);
    }
    setAddresses(new Map(made.current));
    void forgetFiles(place, named).then(bring);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [isKnown, wanted, place, tenantId]);

  useEffect(() => {
    const all = made.current;
    return () => {
      for (const address of all.values()) URL.revokeObjectURL(address);
      all.clear();
    };
  }, []);
  return addresses;
}
