import type { JointKindDefinition, MemberPage, PlacedJointPage } from '../../../core/joint/joint-kind.ts';
import type { MapLayer, MapSettings } from '../../../core/joint/map.ts';
import {
  PART_KEY,
  PART_TITLE,
  REFERRING_LISTS,
  type ReferringList,
  referringLists,
  referringTexts,
} from '../../../core/joint/referring-list.ts';

export const definition: JointKindDefinition<MapSettings> = {
  view: 'map',
  says: 'places of the records of several pages on the plant’s plan',
  schema: {
    description: 'Of pages of the kind `map`. Its layers, from the ground up.',
    type: 'object',
    additionalProperties: false,
    required: ['layers'],
    properties: {
      layers: {
        description: 'Layers by key; a person sees those whose pages he sees.',
        type: 'object',
        minProperties: 1,
        maxProperties: 6,
        propertyNames: { pattern: PART_KEY },
        additionalProperties: {
          type: 'object',
          additionalProperties: false,
          required: ['page', 'at'],
          properties: {
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
            opens: {
              description:
                'Lists that a press on a place opens besides its own page, by key; each page filters by its `by`.',
              maxProperties: 6,
              ...REFERRING_LISTS,
            },
          },
        },
      },
    },
  },
  build(placed) {
    const source = placed.file.map;
    if (source === undefined) return undefined;
    return { layers: Object.keys(source.layers).flatMap((key) => layerOf(placed, key) ?? []) };
  },
  members: ({ layers }) => layers.map(({ page }) => page),
  texts: ({ map }) =>
    Object.entries(map?.layers ?? {}).flatMap(([key, { title, opens = {} }]) => [
      ...(title === undefined ? [] : [[['map', 'layers', key, 'title'], title] as const]),
      ...referringTexts(opens, ['map', 'layers', key, 'opens']),
    ]),
};

function layerOf(placed: PlacedJointPage, key: string): MapLayer | undefined {
  const source = placed.file.map?.layers[key];
  if (source === undefined) return undefined;
  const at = ['map', 'layers', key];
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
  const color = source.color;
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
    opens: openingsOf(placed, member, key),
  };
}

function openingsOf(placed: PlacedJointPage, of: MemberPage, layer: string): readonly ReferringList[] {
  const at = ['map', 'layers', layer, 'opens'];
  const lists = referringLists(placed, of, placed.file.map?.layers[layer]?.opens ?? {}, at);
  return lists.map(({ member: { page, model }, ...list }) => {
    if (!page.filters.includes(list.by)) {
      const title = model.field.get(list.by)?.title ?? list.by;
      placed.fault([...at, list.key, 'by'], `页面“${page.title}”不按“${title}”筛选`, '在该页面的 filters 中加上它');
    }
    return list;
  });
}
