import { invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { EntityModel, FieldModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import type { EntityCall, Proposal, Reading } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import type { StoredRecord } from '../../records/call/stored-record.ts';
import { rowModel } from './request.ts';

interface Holding {
  readonly model: EntityModel;
  readonly recordId: string;
  readonly field: FieldModel;
  readonly ids: readonly string[];
  readonly pointer: string;
}

function held(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
}

/** Files that a proposal brings and the record does not hold yet. */
function broughtFiles(
  call: EntityCall,
  stored: Pick<StoredRecord, 'id' | 'values'>,
  transition: TransitionModel,
  proposal: Proposal,
): Holding[] {
  const holdings = (model: EntityModel, recordId: string, values: Row, before: Row, at: string): Holding[] =>
    model.fields.flatMap((field) => {
      if (field.type.group !== 'file') return [];
      const ids = held(values[field.key]).filter((id) => !held(before[field.key]).includes(id));
      return ids.length === 0 ? [] : [{ model, recordId, field, ids, pointer: `${at}${fieldPointer(field.key)}` }];
    });
  const row = rowModel(call.snapshot, transition);
  return [
    ...holdings(call.model, stored.id, proposal.fields, stored.values, ''),
    ...(row === undefined || proposal.row === undefined || proposal.rowId === undefined
      ? []
      : holdings(row, proposal.rowId, proposal.row, {}, '/row')),
  ];
}

/** Makes the files of a proposal the record's, or the coming row's, so that none is swept while others decide. */
export async function claimProposedFiles(
  tx: Reading,
  stored: StoredRecord,
  transition: TransitionModel,
  proposal: Proposal,
): Promise<void> {
  const { call } = tx;
  const { services, context } = call;
  for (const { model, recordId, field, ids, pointer } of broughtFiles(call, stored, transition, proposal)) {
    const holder = { entityKey: model.key, recordId };
    const refused = await services.files.claimFiles(tx.db, context.tenantId, ids, holder, context.caller);
    if (refused.length > 0)
      throw invalidInput([{ pointer, msg: say('{field}含有不存在或不属于您的附件', { field: field.title }) }]);
  }
}

/** Lets the files of a proposal go that came to nothing. */
export async function releaseProposedFiles(
  tx: Reading,
  stored: Pick<StoredRecord, 'id' | 'values'>,
  transition: TransitionModel,
  proposal: Proposal,
): Promise<void> {
  const { call } = tx;
  for (const { model, recordId, ids } of broughtFiles(call, stored, transition, proposal)) {
    await call.services.files.releaseFiles(tx.db, call.context.tenantId, ids, { entityKey: model.key, recordId });
  }
}
