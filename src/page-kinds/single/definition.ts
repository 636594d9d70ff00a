import type { PageKindDefinition } from '../../core/model/page-kind-definition.ts';

export const definition: PageKindDefinition = {
  view: 'single',
  says: 'the one record of the tenant',
  records: 'one',
  by: 'page',
  blocks: false,
};
