import { plainNumberText } from '../../core/amount/number-grammar.ts';
import type { Property } from '../../core/dialect/entity.generated.ts';
import { textSheet } from '../../core/field-forms.ts';
import { crossingLines, type GeoPoint, POLYGON_CORNERS } from '../../core/geo/polygon.ts';
import { clauses } from '../../core/text/punctuate.ts';
import { say } from '../../core/text/say.ts';
import { defineFieldType, JSON_COLUMN, objectOf } from '../define.ts';

/** An area on the map by its corners in order; the last is joined to the first, which is not repeated. */
interface GeoPolygon {
  readonly points: readonly GeoPoint[];
}

/** Whether the field holds an area and not a point. */
export function isPolygon(property: Property): boolean {
  return property.shape === 'polygon';
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
  if (point === undefined) return say('须为经度和纬度');
  for (const { key, title, limit } of AXES) {
    const degrees = point[key];
    if (typeof degrees !== 'number' || !Number.isFinite(degrees)) return say('不能缺少{title}', { title });
    if (Math.abs(degrees) > limit) return say('不能超出{title}范围-{limit}至{limit}', { title, limit });
    if (roundDegrees(degrees) !== degrees) return say('最多{most}位小数', { most: GEO_DECIMALS });
  }
  return undefined;
}

/** Corners of a value that is a polygon or is being entered as one; those that are no points are left out. */
export function cornersOf(value: unknown): readonly GeoPoint[] {
  const points = objectOf(value, ['points'])?.points;
  return Array.isArray(points)
    ? points.flatMap((entry) => {
        const point = geoPoint(entry);
        return point === undefined ? [] : [point];
      })
    : [];
}

function checkPolygon(value: unknown): string | undefined {
  const points = objectOf(value, ['points'])?.points;
  if (!Array.isArray(points)) return say('须为各顶点的经度和纬度');
  const { least, most } = POLYGON_CORNERS;
  if (points.length > most) return say('最多{most}个顶点', { most });
  for (const [index, point] of points.entries()) {
    const fault = checkPoint(point);
    if (fault !== undefined) return say('须改正第{number}个顶点：{fault}', { number: index + 1, fault });
  }
  if (points.length < least) return say('至少{least}个顶点，现有{count}个', { least, count: points.length });
  const corners = points as readonly GeoPoint[];
  const twice = corners.findIndex((point, index) =>
    corners.some((other, at) => at < index && other.lng === point.lng && other.lat === point.lat),
  );
  if (twice >= 0) return say('不能有相同的顶点：第{number}个与前面的重复', { number: twice + 1 });
  const crossing = crossingLines(corners);
  return crossing === undefined
    ? undefined
    : say('不能有交叉的边线，请检查第{first}、{second}个顶点后的边', { first: crossing[0], second: crossing[1] });
}

function parsePoint(text: string): { value: GeoPoint } | { message: string } {
  const [lng, lat, ...more] = text
    .trim()
    .split(/\s*[,，;；\s]\s*/)
    .map(plainNumberText);
  if (lng === undefined || lat === undefined || more.length > 0)
    return { message: say('须为“经度,纬度”，如 121.47,31.23') };
  const point = { lng: roundDegrees(Number(lng)), lat: roundDegrees(Number(lat)) };
  const fault = checkPoint(point);
  return fault === undefined ? { value: point } : { message: fault };
}

/** Corners separated by semicolons or lines; a last one that repeats the first only closes the ring. */
function parsePolygon(text: string) {
  const points: GeoPoint[] = [];
  for (const part of text.split(/[;；\n]/)) {
    if (part.trim() === '') continue;
    const parsed = parsePoint(part);
    if ('message' in parsed)
      return { message: say('第{number}个顶点{message}', { number: points.length + 1, message: parsed.message }) };
    points.push(parsed.value);
  }
  const [first, last] = [points[0], points.at(-1)];
  if (points.length > 3 && first?.lng === last?.lng && first?.lat === last?.lat) points.pop();
  const value: GeoPolygon = { points };
  const fault = checkPolygon(value);
  return fault === undefined ? { value } : { message: fault };
}

const pointText = ({ lng, lat }: GeoPoint): string => `${lng}, ${lat}`;

/** A point on the map, kept as `{lng, lat}` in degrees, or with `shape: polygon` an area, `{points: [{lng, lat}, …]}`. */
export const definition = defineFieldType({
  type: 'geo',
  title: '坐标',
  group: 'structure',
  jsonTypes: ['object'],
  keywords: ['shape'],
  column: () => JSON_COLUMN,
  expressionType: (property) => (isPolygon(property) ? 'object' : 'place'),
  filter: () => 'none',
  sortable: false,
  span: 'one',
  check: (value, field) => (isPolygon(field.property) ? checkPolygon(value) : checkPoint(value)),
  format(value, field) {
    if (isPolygon(field.property)) return clauses(cornersOf(value).map(pointText));
    const point = geoPoint(value);
    return point === undefined ? '' : pointText(point);
  },
  parse(text, field) {
    if (text.trim() === '') return { value: null };
    return isPolygon(field.property) ? parsePolygon(text) : parsePoint(text);
  },
  sheet: () => textSheet(definition, 26),
});
