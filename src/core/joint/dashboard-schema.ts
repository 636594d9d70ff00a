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
      description: 'Tiles by key, in order. Each shows one of `tasks`, `figure`, `value`, `list` and `chart`.',
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
            description: 'Twelfths of the width. Default 6 for charts and lists, else 3.',
            minimum: 2,
            maximum: 12,
          },
          refresh: {
            type: 'integer',
            description: 'Seconds for which a value is taken again before it is counted anew. Default 60.',
            minimum: 10,
            maximum: 86_400,
          },
          tasks: { description: 'Shows how many tasks wait for the person.', const: true },
          figure: {
            type: 'string',
            description:
              'A measure over the rows of a page, `dangerList.open`; a press on it opens just the rows that it counts.',
            pattern: NAMED,
          },
          value: {
            type: 'string',
            description: "A number over figures: `figure('dangerList.closed') / figure('dangerList.total') * 100`.",
            minLength: 1,
            maxLength: 500,
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
          chart: {
            type: 'string',
            description: 'A block of statistics over the rows of a page, `dangerList.byLevel`.',
            pattern: NAMED,
          },
        },
      },
    },
    public: {
      description:
        'Tiles that are shown without login, counted over the whole company: figures, values and charts, none of them by person. Default none.',
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', pattern: KEY },
    },
  },
} as const;
