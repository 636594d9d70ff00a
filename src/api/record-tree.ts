import type { RecordTree, RecordTreeBranch } from '../core/wire/record-tree.ts';
import { request } from './client.ts';

/** A record in a tree. */
interface TreeRecord {
  readonly entity: string;
  readonly id: string;
}

/** The tree around a record. Throws ApiError, which is not shown. */
export function fetchRecordTree({ entity, id }: TreeRecord, signal?: AbortSignal): Promise<RecordTree> {
  return request({ service: 'system', path: 'record-tree', query: { entity, id }, signal, quiet: true });
}

/**
 * The records right below one, by kind.
 * @param more leafs on within the kind that `below` names. Throws ApiError, which is not shown.
 */
export function fetchTreeBelow(
  { entity, id }: TreeRecord,
  more: { readonly below?: string; readonly current?: number } = {},
  signal?: AbortSignal,
): Promise<readonly RecordTreeBranch[]> {
  return request({
    service: 'system',
    path: 'record-tree/below',
    query: { entity, id, ...more },
    signal,
    quiet: true,
  });
}
