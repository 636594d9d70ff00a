import { groundMetres } from '../geo/ground-metres.ts';
import { metresOutside } from '../geo/metres-outside.ts';
import type { GeoPoint } from '../geo/polygon.ts';
import { say } from '../text/say.ts';
import type { SiteFix } from '../wire/on-site.ts';

/** Most metres of a device's error that are allowed for: indoors and between steel a phone is wrong by 20 to 50. */
export const MOST_ALLOWED = 50;
/** A device that admits a larger error than this, in metres, says nothing about an area of a plant. */
export const LARGEST_TRUSTED = 200;

/** What a person's coordinates are compared with. */
interface Ground {
  /** Corners of an outline, or one point. */
  readonly corners: readonly GeoPoint[];
  /** Metres around it that count as there. */
  readonly metres: number;
  readonly name: string | null;
}

type Judgement = { readonly metres: number } | { readonly refusal: string };

/**
 * Whether coordinates are there: how far outside they are, as measured, is at most the metres that count as there and
 * the error that the device admits, of which `MOST_ALLOWED` are believed.
 */
export function judgeFix(fix: SiteFix, { corners, metres, name }: Ground): Judgement {
  const place = name === null ? say('现场') : say('“{name}”', { name });
  const error = Math.ceil(fix.accuracy);
  if (fix.accuracy > LARGEST_TRUSTED) {
    return { refusal: say('定位误差约{error}米，不能确认您在{place}，请到开阔处重新定位', { error, place }) };
  }
  const [only] = corners;
  const isPoint = corners.length === 1 && only !== undefined;
  const outside = isPoint ? groundMetres(fix, only) : metresOutside(fix, corners);
  if (outside === undefined) return { refusal: say('{place}没有划定范围，请联系管理人员', { place }) };
  const rounded = Math.round(outside * 10) / 10;
  if (rounded <= metres + Math.min(fix.accuracy, MOST_ALLOWED)) return { metres: rounded };
  const away = Math.ceil(rounded);
  return {
    refusal: isPoint
      ? say('您距{place}约{away}米（定位误差约{error}米），须在{metres}米以内', { place, away, error, metres })
      : say('您在{place}的范围外，约{away}米（定位误差约{error}米），请到现场办理', { place, away, error }),
  };
}
