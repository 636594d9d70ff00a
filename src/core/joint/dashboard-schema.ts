import { LAYER_FIELDS } from './map-layer.ts';
import { PART_KEY } from './referring-list.ts';

const KEY = '^[a-z][A-Za-z0-9]{0,39}$';
const NAMED = '^[A-Za-z][A-Za-z0-9]*\\.[A-Za-z][A-Za-z0-9]*$';

/** Form of the keyword `dashboard`. */
export const dashboardSchema = {
  description: 'Of pages of the kind `dashboard`. Its tiles; a person sees those whose pages he sees.',
  type: 'object',
  additionalProperties: false,
  required: ['tiles'],
  properties: {
    tiles: {
      description:
        'Tiles by key, in order. Each shows one of `tasks`, `figure`, `value`, `list`, `chart`, `map` and `joint`.',
      type: 'object',
      minProperties: 1,
      maxProperties: 40,
      propertyNames: { pattern: KEY },
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: {
          title: {
            type: 'string',
            description: 'Name in Chinese. Default that of the measure, block or page.',
            minLength: 1,
            maxLength: 30,
          },
          width: {
            type: 'integer',
            description: 'Twelfths of the width. Default 6 for charts, lists and maps, else 3.',
            minimum: 2,
            maximum: 12,
          },
          refresh: {
            type: 'integer',
            description: 'Seconds for which a value is taken again before it is counted anew. Default 60.',
            minimum: 5,
            maximum: 86_400,
          },
          tasks: { description: 'Shows how many tasks wait for the person.', const: true },
          figure: {
            type: 'string',
            description:
              'A measure over the rows of a page, `dangerList.open`; it stands in one of the blocks of its statistics, and a press on it opens just the rows that it counts.',
            pattern: NAMED,
          },
          value: {
            type: 'string',
            description: "A number over figures: `figure('dangerList.closed') / figure('dangerList.total') * 100`.",
            minLength: 1,
            maxLength: 500,
          },
          beside: {
            description:
              'Measures that stand small below a `figure` or `value`, each with a press of its own; those whose `attention` is `wrong` stand out. Default what a ratio is made of.',
            type: 'array',
            minItems: 1,
            maxItems: 4,
            uniqueItems: true,
            items: { type: 'string', pattern: NAMED },
          },
          target: {
            description:
              "What a `figure` or `value` should reach, one of the two, as a number or a setting: `setting('indicator.rectifyRate')`. The tile says by a word whether it does. Default the target of the measure.",
            type: 'object',
            minProperties: 1,
            maxProperties: 1,
            additionalProperties: false,
            properties: {
              atLeast: {
                type: 'string',
                description: 'It should not be below.',
                minLength: 1,
                maxLength: 200,
              },
              atMost: { type: 'string', description: 'It should not be above.', minLength: 1, maxLength: 200 },
            },
          },
          unit: { type: 'string', description: 'Unit of a `value`. Default none.', maxLength: 10 },
          scale: { type: 'integer', description: 'Decimals of a `value`. Default 0.', minimum: 0, maximum: 4 },
          list: { type: 'string', description: 'The first rows of a page, by its code.' },
          columns: {
            description: 'Fields of a `list`, which its page shows. Default its first three.',
            type: 'array',
            minItems: 1,
            maxItems: 5,
            uniqueItems: true,
            items: { type: 'string' },
          },
          most: { type: 'integer', description: 'Rows of a `list`. Default 5.', minimum: 1, maximum: 10 },
          joint: {
            type: 'string',
            description:
              'Another page of no single entity, by its code: the first `most` rows of a union with how many of each kind there are, or a map.',
            pattern: '^[A-Za-z][A-Za-z0-9]*$',
          },
          as: {
            description:
              'How a union is shown: its first rows, the month of its dates, or its first `most` rows one at a time, each for 20 seconds. Default `rows`.',
            enum: ['rows', 'month', 'banner'],
          },
          chart: {
            type: 'string',
            description: 'A block of statistics over the rows of a page, `dangerList.byLevel`.',
            pattern: NAMED,
          },
          map: {
            description:
              'Places of the records of pages on the plant’s plan, as numbers: areas in the colours of a choice, without their names, and of points how many lie where.',
            type: 'object',
            minProperties: 1,
            maxProperties: 6,
            propertyNames: { pattern: PART_KEY },
            additionalProperties: {
              type: 'object',
              additionalProperties: false,
              required: ['page', 'at'],
              properties: LAYER_FIELDS,
            },
          },
        },
      },
    },
    layout: {
      description:
        'Whether numbers stand as tiles, or as the lines of one table with target and state, before all else. Default `tiles`.',
      enum: ['tiles', 'table'],
    },
    public: {
      description:
        'Tiles that are shown without login, counted over the whole company: figures, values, charts and maps, none of them by person. Default none.',
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', pattern: KEY },
    },
  },
} as const;
