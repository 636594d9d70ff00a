import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { transitionOf } from '../../../src/core/model/permanent-ids.ts';
import type { Connection } from '../../ground/database/database.ts';
import { heldIds } from '../../records/call/held-files.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { shownAccess } from '../../records/read/field-conditions.ts';
import { readRecord } from '../../records/read/read-record.ts';
import { isVisibleRequest } from './approve-info.ts';
import { type Approving, approvalCall } from './approving.ts';
import { attachedTo } from './flow-history.ts';
import { type ApprovalRequest, requestTasks, restoreProposal, rowModel } from './request.ts';

/** A file, and the record, or the row that is only proposed, to which it belongs. */
interface HeldFile {
  readonly entityKey: string;
  readonly recordId: string;
  readonly attachId: string;
}

/** Whether a file stands in a request that the person may see: proposed, attached to a decision, or of its record. */
export async function isRequestFile(approving: Approving, connection: Connection, file: HeldFile): Promise<boolean> {
  for (const request of await requestsOf(approving, connection, file)) {
    if (!(await isVisibleRequest(approving, connection, request))) continue;
    if (await holdsFile(approving, connection, request, file.attachId)) return true;
  }
  return false;
}

/** Requests about the record, and open ones that would write the row. */
async function requestsOf(
  { snapshot }: Approving,
  connection: Connection,
  { entityKey, recordId }: HeldFile,
): Promise<ApprovalRequest[]> {
  const model = snapshot.entities.get(entityKey);
  if (model === undefined) return [];
  const writers = [...snapshot.entities.values()].filter((entity) =>
    Object.values(entity.transitions).some(({ approve, writes }) => approve !== undefined && writes === entityKey),
  );
  return connection.query<ApprovalRequest>(
    `select * from platform."approvalRequest" where "tenantId" = $1 and (
       ("entityId" = $2 and "recordId" = $3)
       or ("entityId" = any($4) and status = 'open' and proposal ->> 'rowId' = $3))`,
    [connection.tenantId, model.id, recordId, writers.map(({ id }) => id)],
  );
}

async function holdsFile(
  approving: Approving,
  connection: Connection,
  request: ApprovalRequest,
  attachId: string,
): Promise<boolean> {
  const tasks = await requestTasks(connection, [request.id]);
  if (tasks.some((task) => attachedTo(task).includes(attachId))) return true;
  const { snapshot } = approving;
  const call = approvalCall(approving, request.entityId);
  const transition = transitionOf(call.model, request.transition);
  const row = transition === undefined ? undefined : rowModel(snapshot, transition);
  // Whoever decides is shown the record too.
  const record = await readRecord({ call, db: connection }, request.recordId, 'all');
  if (transition !== undefined) {
    const proposal = restoreProposal(snapshot, call.model, transition, request.proposal);
    if (seenFiles(call, proposal.fields, record).includes(attachId)) return true;
    if (
      row !== undefined &&
      seenFiles(approvalCall(approving, row.id), proposal.row ?? {}, undefined).includes(attachId)
    ) {
      return true;
    }
  }
  return record !== undefined && heldIds(call.model.fields, record).includes(attachId);
}

/**
 * Ids of files in fields that the person may see, as the request shows them to him.
 * @param record as it is shown to him; a row that is only proposed has none, and stands in its first state.
 */
function seenFiles(call: EntityCall, values: Row, record: Row | undefined): string[] {
  const { model, fieldRights } = call;
  const sees = (field: FieldModel): boolean => {
    const access =
      record === undefined ? fieldRights.access(field, model.initialState) : shownAccess(call, field, record);
    return access === 'read' || access === 'write';
  };
  return heldIds(model.fields.filter(sees), values);
}
