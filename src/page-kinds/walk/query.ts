import type { RowsFound, ViewQuery } from '../../core/model/page-query.ts';
import { MOST_WALK_POINTS, type WalkSettings } from './definition.ts';

/** The records to be gone through, or whose rows are, in the order of the list. */
export const query: ViewQuery<RowsFound, WalkSettings> = {
  by: 'view',
  takes: {},
  async read(ask, { from }) {
    const status = ask.model.field.get('status');
    // Of records that a step answers only those wait that stand where it begins.
    const waiting = from === undefined || status === undefined ? [] : [{ field: status, is: from.join(',') }];
    return ask.rows({ where: waiting, most: MOST_WALK_POINTS });
  },
};
