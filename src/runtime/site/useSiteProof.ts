import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { machineNow, serverNow } from '../../api/plant-clock.ts';
import { ON_SITE, REASON } from '../../core/site/read-on-site.ts';
import type { SiteAsk, WireOnSite } from '../../core/wire/on-site.ts';
import { attachIdOf } from '../../field-types/upload/definition.ts';
import { type FoundPlace, findPlace } from '../../ui/place/find-place.ts';
import { placeText } from '../../ui/place/text.ts';
import { readScanned } from '../scan/scanned.ts';

/** In which of the three ways a person proves where he is. */
type SiteWay = 'fix' | 'tag' | 'photo';

/** Milliseconds after which coordinates are looked for again before they are sent. */
const FRESH = 60_000;

/** How a person proves where he is, while he does. */
export interface SiteProof {
  readonly ask: SiteAsk;
  readonly way: SiteWay;
  readonly setWay: (way: SiteWay) => void;
  /** Undefined while the machine is looking. */
  readonly found: FoundPlace | undefined;
  readonly findAgain: () => void;
  readonly tag: string;
  readonly setTag: (text: string) => void;
  readonly photos: unknown;
  readonly setPhotos: (files: unknown) => void;
  readonly reason: string;
  readonly setReason: (text: string) => void;
  /** What is sent as `onSite`. Rejects with the fault where it is not complete, as the server would. */
  readonly take: () => Promise<WireOnSite>;
}

/** State of such a proof without its view; the machine is asked as soon as a place is. Undefined where none is. */
export function useSiteProof(ask: SiteAsk | undefined): SiteProof | undefined {
  const [way, setWay] = useState<SiteWay>('fix');
  const [found, setFound] = useState<SiteProof['found']>();
  const [tag, setTag] = useState('');
  const [photos, setPhotos] = useState<unknown>(null);
  const [reason, setReason] = useState('');
  // An answer may come when the dialog is long gone.
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const find = async () => {
    setFound(undefined);
    const answer = await findPlace();
    if (shown.current) setFound(answer);
    return answer;
  };
  const asked = ask !== undefined;
  const begin = useRef(find);
  begin.current = find;
  useEffect(() => {
    if (asked) void begin.current();
  }, [asked]);
  if (ask === undefined) return undefined;

  const fix = async (): Promise<WireOnSite> => {
    const fresh = found !== undefined && 'at' in found && machineNow() - found.at < FRESH;
    return sentFix(fresh ? found : await find());
  };
  const photo = async (): Promise<WireOnSite> => {
    const [file] = Array.isArray(photos) ? photos : [];
    if (file === undefined) throw fault(placeText('photo.missing'));
    const { length } = [...reason.trim()];
    if (length < REASON.least || length > REASON.most) throw fault(placeText('reason.missing', REASON));
    return { photo: String(attachIdOf(file)), reason: reason.trim() };
  };
  const scanned = async (): Promise<WireOnSite> => {
    const { code } = readScanned(tag);
    if (code === '') throw fault(placeText('tag.missing'));
    return { tag: code };
  };
  const ways = { fix, tag: scanned, photo };
  const take = ways[way];
  return {
    ask,
    way,
    setWay,
    found,
    findAgain: () => void find(),
    tag,
    setTag,
    photos,
    setPhotos,
    reason,
    setReason,
    take,
  };
}

/** Coordinates as they are sent, by the server's clock. */
export function sentFix(place: FoundPlace): WireOnSite {
  if ('missing' in place) throw fault(placeText(`missing.${place.missing}`));
  const { lng, lat, accuracy, at } = place;
  return { lng, lat, accuracy, time: new Date(serverNow() - (machineNow() - at)).toISOString() };
}

function fault(msg: string): ApiError {
  return new ApiError({ status: 400, msg, errors: [{ pointer: `/${ON_SITE}`, msg }] });
}
