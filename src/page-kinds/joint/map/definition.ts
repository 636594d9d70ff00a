import type { JointKindDefinition, MemberPage, PlacedJointPage } from '../../../core/joint/joint-kind.ts';
import type { MapLayer, MapSettings } from '../../../core/joint/map.ts';
import { LAYER_FIELDS, readLayer } from '../../../core/joint/map-layer.ts';
import {
  PART_KEY,
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
            ...LAYER_FIELDS,
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
  const layer = readLayer(placed, key, source, at);
  const member = layer && placed.member(source.page, [...at, 'page']);
  return layer && member && { ...layer, opens: openingsOf(placed, member, key) };
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
