import type { GeoPoint } from './polygon.ts';

/** Mean radius of the earth in metres. */
export const EARTH_RADIUS = 6_371_008.8;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * Great-circle distance in metres on the mean sphere, by the arctangent form of Vincenty: as exact for a few metres as
 * for the other side of the earth.
 */
export function groundMetres(from: GeoPoint, to: GeoPoint): number {
  const [lat1, lat2, turn] = [radians(from.lat), radians(to.lat), radians(to.lng) - radians(from.lng)];
  const east = Math.cos(lat2) * Math.sin(turn);
  const north = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(turn);
  const along = Math.sin(lat1) * Math.sin(lat2) + Math.cos(lat1) * Math.cos(lat2) * Math.cos(turn);
  return EARTH_RADIUS * Math.atan2(Math.sqrt(east * east + north * north), along);
}
