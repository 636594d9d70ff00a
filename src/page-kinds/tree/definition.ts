import type { PageKindDefinition } from '../../core/model/page-kind-definition.ts';

export const definition: PageKindDefinition = {
  view: 'tree',
  says: 'the records below each other',
  records: 'nested',
  by: 'tree',
  blocks: true,
};
