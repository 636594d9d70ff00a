import type { Connection } from '../database/database.ts';
import type { EntityCall } from '../entity/entity-call.ts';
import { loadReferences, recordEnvironment } from '../entity/environment.ts';
import { computeStored, type StoredRecord } from '../entity/read-record.ts';
import type { Row } from '../entity/record-row.ts';
import type { Proposal } from '../flow/flow.ts';
import type { LevelSubject } from './resolve-levels.ts';

/** What a request is decided over: the record as stored, and as it would be with what is proposed. */
export async function approvalSubject(
  call: EntityCall,
  connection: Connection,
  record: StoredRecord,
  proposal: Proposal,
): Promise<LevelSubject> {
  const { values: stored } = await computeStored(call, connection, record);
  const proposed: Row = { ...proposal.fields, ...proposal.row };
  const values: Row = { ...stored, ...proposal.fields };
  const environment = recordEnvironment(call, {
    stored,
    row: proposed,
    references: await loadReferences(call, connection, values),
  });
  return { record: values, stored, proposal: proposed, environment };
}
