import type { PageQuery } from '../../core/model/page-query.ts';

export const query = { by: 'statistics' } as const satisfies PageQuery;
