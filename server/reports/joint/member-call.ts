import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { OperationModel } from '../../../src/core/model/entity-model.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { JointAsk, MemberCall } from './joint-reader.ts';

/** The call by which something of a member's page is read; undefined where the person does not see that page. */
export function memberCall(
  { services, context, snapshot, open }: Pick<JointAsk, 'services' | 'context' | 'snapshot' | 'open'>,
  page: string,
): MemberCall | undefined {
  const model = snapshot.pages.get(page)?.entity;
  if (model === undefined) return undefined;
  const internal = open === true;
  const call = createEntityCall(services, context, snapshot, model, { page, internal });
  return internal || call.granted.has('view') ? { ...call, page } : undefined;
}

/** The operation by which an entity answers its list. */
export function listOperation(call: MemberCall): OperationModel {
  return operationOf(call, ['page', 'list']);
}

/** The operation by which an entity answers its statistics. */
export function statisticsOperation(call: MemberCall): OperationModel {
  return operationOf(call, ['statistics']);
}

function operationOf({ model }: MemberCall, kinds: readonly OperationModel['kind'][]): OperationModel {
  const found = model.operations.find(({ kind }) => kinds.includes(kind));
  if (found === undefined) throw new AnlanError('unknownCall');
  return found;
}
