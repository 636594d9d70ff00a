import type { GeoPoint } from '../../../src/core/geo/polygon.ts';
import { siteExpressions } from '../../../src/core/model/build-site-place.ts';
import type { ModelExpression, SitePlaceModel } from '../../../src/core/model/entity-model.ts';
import { evaluateOver } from '../../../src/core/validation/record-environment.ts';
import type { SiteAsk } from '../../../src/core/wire/on-site.ts';
import { asPlatform } from '../call/entity-call.ts';
import type { Reading } from '../call/ports.ts';
import { prepareEnvironment } from '../call/prepare-environment.ts';
import type { Row } from '../call/record-row.ts';

/** The place at which a step on one record is taken, as it is now. */
export interface AskedSite {
  readonly name: string | null;
  /** Corners of its outline, or its one point; undefined where there is nothing to compare with. */
  readonly corners: readonly GeoPoint[] | undefined;
  readonly metres: number;
  /** What its tag says; null where it has none. */
  readonly tag: string | null;
}

/** The place that a step asks for over the stored record; undefined where it asks for none. */
export async function askedSite(
  tx: Reading,
  place: SitePlaceModel | undefined,
  stored: Row,
): Promise<AskedSite | undefined> {
  if (place === undefined) return undefined;
  const expressions = siteExpressions(place);
  // Where an area lies, everybody is told who has to stand in it.
  const environment = await prepareEnvironment(asPlatform(tx), stored, { stored, expressions, only: true });
  const value = (expression: ModelExpression | undefined): unknown =>
    expression === undefined ? null : (evaluateOver(expression, stored, environment) ?? null);
  const corners = cornersIn(value(place.within));
  const isAsked = place.when === undefined ? place.within === undefined || corners !== undefined : value(place.when);
  if (isAsked !== true) return undefined;
  const metres = Number(value(place.metres) ?? 0);
  return { name: textIn(value(place.name)), corners, metres, tag: textIn(value(place.tag)) };
}

/** What a page has to know of it to ask. */
export function siteAsk({ name, tag }: AskedSite): SiteAsk {
  return { name, tag: tag !== null };
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function cornersIn(value: unknown): readonly GeoPoint[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { points, lng, lat } = value as { readonly points?: readonly GeoPoint[] } & Partial<GeoPoint>;
  if (Array.isArray(points) && points.length > 0) return points;
  return lng === undefined || lat === undefined ? undefined : [{ lng, lat }];
}
