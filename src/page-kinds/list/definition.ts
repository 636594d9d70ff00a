import type { PageKindDefinition } from '../../core/model/page-kind-definition.ts';

export const definition: PageKindDefinition = {
  view: 'list',
  says: 'the records in rows',
  records: 'rows',
  by: 'page',
  blocks: true,
};
