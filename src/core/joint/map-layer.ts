import type { PlacedJointPage } from './joint-kind.ts';
import type { MapLayer } from './map.ts';
import { PART_TITLE } from './referring-list.ts';

/** Form of what every layer of places says. */
export const LAYER_FIELDS = {
  page: { type: 'string', description: 'Code of a page of an entity.' },
  at: {
    type: 'string',
    description:
      'Field with the place: a point, which has an index (`"index": true`), or an area. Of more than 2,000 points in sight numbers are shown, of more than 500 areas the first.',
  },
  where: {
    type: 'string',
    description: "Condition over the page's records. Default none.",
    minLength: 1,
    maxLength: 500,
  },
  color: {
    type: 'string',
    description: 'Field of the list with choices whose colours the places have. Default one colour.',
  },
  title: PART_TITLE,
} as const;

/** A layer as a file says it. */
interface WrittenLayer {
  readonly page: string;
  readonly at: string;
  readonly where?: string;
  readonly color?: string;
  readonly title?: string;
}

/** Reads a layer that stands at a place within the file; what is wrong with it is reported. */
export function readLayer(
  placed: PlacedJointPage,
  key: string,
  source: WrittenLayer,
  at: readonly string[],
): Omit<MapLayer, 'opens'> | undefined {
  const member = placed.member(source.page, [...at, 'page']);
  const field = member && placed.field(member, source.at, [...at, 'at']);
  if (member === undefined || field === undefined) return undefined;
  if (field.type.type !== 'geo' || field.column === undefined) {
    placed.fault([...at, 'at'], `“${field.title}”不是坐标或区域`, '改为坐标字段');
    return undefined;
  }
  const shape = field.property.shape === 'polygon' ? 'polygon' : 'point';
  if (shape === 'point' && field.property.index !== true) {
    placed.fault([...at, 'at'], `坐标“${field.title}”没有索引，不能按范围查找`, '在该字段上写 "index": true');
  }
  const { color } = source;
  if (color !== undefined) {
    const coloured = placed.shown(member, color, [...at, 'color']);
    const choices = coloured?.property.dict ?? coloured?.property.options;
    if (coloured !== undefined && choices === undefined && color !== 'status') {
      placed.fault([...at, 'color'], `“${coloured.title}”没有选项，没有颜色可用`, '改为有字典或选项的字段');
    }
  }
  return {
    key,
    title: source.title ?? member.page.title,
    page: source.page,
    at: source.at,
    shape,
    color,
    where: placed.expression(member, source.where, [...at, 'where'], 'boolean'),
  };
}
