import { textSheet } from '../../core/field-forms.ts';
import { defineFieldType, JSON_COLUMN, objectOf } from '../define.ts';

/** A point on the map in degrees: longitude −180 to 180, latitude −90 to 90, at most 6 decimals (a tenth of a metre). */
export interface GeoPoint {
  readonly lng: number;
  readonly lat: number;
}

/** Decimals that a coordinate has at most. */
export const GEO_DECIMALS = 6;

const AXES = [
  { key: 'lng', title: '经度', limit: 180 },
  { key: 'lat', title: '纬度', limit: 90 },
] as const;

/** A coordinate at the decimals that are kept. */
export function roundDegrees(value: number): number {
  return Number(value.toFixed(GEO_DECIMALS));
}

/** The value as a point; undefined where it is none. */
export function geoPoint(value: unknown): GeoPoint | undefined {
  const point = objectOf(value, ['lng', 'lat']);
  return point !== undefined && checkPoint(point) === undefined ? (point as unknown as GeoPoint) : undefined;
}

function checkPoint(value: unknown): string | undefined {
  const point = objectOf(value, ['lng', 'lat']);
  if (point === undefined) return '须为经度和纬度';
  for (const { key, title, limit } of AXES) {
    const degrees = point[key];
    if (typeof degrees !== 'number' || !Number.isFinite(degrees)) return `不能缺少${title}`;
    if (Math.abs(degrees) > limit) return `不能超出${title}范围-${limit}至${limit}`;
    if (roundDegrees(degrees) !== degrees) return `最多${GEO_DECIMALS}位小数`;
  }
  return undefined;
}

/** A point on the map, kept as `{lng, lat}` in degrees. */
export const definition = defineFieldType({
  type: 'geo',
  title: '坐标',
  group: 'structure',
  jsonTypes: ['object'],
  keywords: [],
  column: () => JSON_COLUMN,
  expressionType: () => 'object',
  filter: () => 'none',
  sortable: false,
  span: 'one',
  check: checkPoint,
  format(value) {
    const point = geoPoint(value);
    return point === undefined ? '' : `${point.lng}, ${point.lat}`;
  },
  parse(text) {
    const trimmed = text.trim();
    if (trimmed === '') return { value: null };
    const [, lng, lat] = /^(-?\d{1,3}(?:\.\d+)?)\s*[,，;；\s]\s*(-?\d{1,2}(?:\.\d+)?)$/.exec(trimmed) ?? [];
    if (lng === undefined || lat === undefined) return { message: '须为“经度,纬度”，如 121.47,31.23' };
    const point = { lng: roundDegrees(Number(lng)), lat: roundDegrees(Number(lat)) };
    const fault = checkPoint(point);
    return fault === undefined ? { value: point } : { message: fault };
  },
  sheet: () => textSheet(definition, 26),
});
