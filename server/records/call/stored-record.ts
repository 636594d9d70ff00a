import type { OpenSteps } from '../../access/permission/field-access.ts';
import type { Row } from './record-row.ts';

/** A record as the service works on it: values by field key, uploads as ids, live fields computed. */
export interface StoredRecord {
  readonly id: string;
  readonly version: number;
  readonly status: string | null;
  readonly tenantId: string;
  readonly values: Row;
  /** The caller's open approval steps about it, where his field rights depend on them. Default none. */
  readonly steps?: OpenSteps;
}
