import type { PageKindDefinition } from '../../core/model/page-kind-definition.ts';

/** Lines of a box where the file does not say. */
const LINES = 2;

/** What a chart of boxes is made of. */
export interface HierarchySettings {
  /** Field that refers to the record above. */
  readonly parent: string;
  /** Fields below the name. */
  readonly lines: readonly string[];
}

export const definition: PageKindDefinition<HierarchySettings> = {
  view: 'hierarchy',
  says: 'the records as boxes joined by lines, each below the one above it',
  schema: {
    hierarchy: {
      description: 'What stands in a box. Default the first 2 columns of the page.',
      type: 'object',
      additionalProperties: false,
      properties: {
        lines: {
          description: 'Fields in a box, below the name of the record. Default the first 2 columns of the page.',
          'x-layout': true,
          type: 'array',
          maxItems: 4,
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
    const parent = entity.tree?.parent;
    if (parent === undefined) {
      placed.fault([], '架构图的记录须有上下级，本实体没有', '给实体写上 "tree": {"parent": "…"}');
      return undefined;
    }
    const columns = (page.columns ?? []).map((column) => (typeof column === 'string' ? column : column.field));
    return {
      parent,
      lines: page.hierarchy?.lines ?? columns.filter((key) => key !== entity.label && key !== parent).slice(0, LINES),
    };
  },
  shows: ({ parent, lines }) => [parent, ...lines],
};
