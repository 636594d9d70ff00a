import type { PageQuery } from '../../core/model/page-query.ts';

export const query = { by: 'page' } as const satisfies PageQuery;
