import type { PageKindDefinition } from '../../core/model/page-kind-definition.ts';

export const definition: PageKindDefinition = {
  view: 'statistics',
  says: 'its statistics blocks',
  records: 'none',
  by: 'statistics',
  blocks: true,
};
