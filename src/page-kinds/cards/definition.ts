import type { PageKindDefinition } from '../../core/model/page-kind-definition.ts';

/** Lines of a card where the file does not say. */
const LINES = 3;

/** What cards are made of. */
export interface CardsSettings {
  /** Field whose first picture stands above; undefined for none. */
  readonly cover: string | undefined;
  /** Fields below the name. */
  readonly lines: readonly string[];
}

export const definition: PageKindDefinition<CardsSettings> = {
  view: 'cards',
  says: 'the records as cards with a picture',
  schema: {
    cards: {
      description: 'What stands on a card. Default the first 3 columns of the page, without a picture.',
      type: 'object',
      additionalProperties: false,
      properties: {
        cover: {
          $ref: '#/$defs/fieldKey',
          description: 'Field with files whose first picture stands above. Default none.',
        },
        lines: {
          description: 'Fields below the name of the record. Default the first 3 columns of the page.',
          'x-layout': true,
          type: 'array',
          maxItems: 8,
          items: { $ref: '#/$defs/fieldKey' },
        },
      },
    },
  },
  records: 'rows',
  by: 'view',
  blocks: true,
  build(placed) {
    const { page, entity } = placed;
    const { cover, lines } = page.cards ?? {};
    if (cover !== undefined) {
      const at = ['cards', 'cover'];
      const field = placed.field(cover, at);
      if (field !== undefined && field.type.group !== 'file') {
        placed.fault(at, `“${field.title}”不放文件，没有图片可作封面`, '改为上传类型的字段');
      }
    }
    const columns = (page.columns ?? []).map((column) => (typeof column === 'string' ? column : column.field));
    return {
      cover,
      lines: lines ?? columns.filter((key) => key !== entity.label && key !== cover).slice(0, LINES),
    };
  },
  shows: ({ cover, lines }) => [...(cover === undefined ? [] : [cover]), ...lines],
};
