import type { PageQuery } from '../../core/model/page-query.ts';

export const query = { by: 'tree' } as const satisfies PageQuery;
