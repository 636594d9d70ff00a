import type { RowsFound, ViewQuery } from '../../core/model/page-query.ts';
import type { HierarchySettings } from './definition.ts';

/** Boxes that are drawn at once; narrower filters lead to the others. */
export const BOXES = 500;

/** Records in the order of the list, those below each other found by the field that refers to the one above. */
export const query: ViewQuery<RowsFound, HierarchySettings> = {
  by: 'view',
  takes: {},
  read(ask, { parent }) {
    const above = ask.model.field.get(parent);
    if (above !== undefined) ask.requireSeen(above);
    return ask.rows({ most: BOXES });
  },
};
