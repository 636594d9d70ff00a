import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { ReferringList } from '../../../src/core/joint/referring-list.ts';
import type { OperationModel } from '../../../src/core/model/entity-model.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import { isAskedWhereRead } from '../../records/list/readable-fields.ts';
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

/** Those lists of what refers to a record that the person sees: of their pages, and where he may ask who is referred to. */
export function referringCalls<List extends Pick<ReferringList, 'page' | 'by'>>(
  ask: Parameters<typeof memberCall>[0],
  lists: readonly List[],
): readonly { readonly list: List; readonly call: MemberCall }[] {
  return lists.flatMap((list) => {
    const call = memberCall(ask, list.page);
    const field = call?.model.field.get(list.by);
    return call === undefined || field === undefined || !isAskedWhereRead(call, field) ? [] : [{ list, call }];
  });
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
