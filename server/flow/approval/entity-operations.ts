import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { OperationModel } from '../../../src/core/model/entity-model.ts';
import { transitionId } from '../../../src/core/model/permanent-ids.ts';
import { say } from '../../../src/core/text/say.ts';
import type { DecisionAnswer, RevokeAnswer, TaskEntry } from '../../../src/core/wire/approval.ts';
import type { WirePage } from '../../../src/core/wire/contract.ts';
import { foundRows, platform } from '../../ground/database/platform-queries.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { textArgument } from '../../records/call/text-argument.ts';
import { type Handlers, reading } from '../../records/service/handler.ts';
import { readTodoList } from '../turns/todo-list.ts';
import { approvalCall, logRefusal } from './approving.ts';
import { completeTask } from './decide.ts';
import { recordRequests } from './request.ts';
import { revokeRequest } from './take-back.ts';
import { readTaskList, readTaskListRequest } from './task-lists.ts';

/** Calls of an entity about the approvals of its records. */
export const approvalHandlers = {
  todo: reading(entityTasks),
  sendList: reading(entityTasks),
  vote(call, { operation }, { body, query }) {
    const given = typeof body === 'object' && body !== null ? (body as Row) : {};
    return voteOnRecord(call, operation, { ...given, ...query });
  },
  revoke(call, { operation }, { body, query }) {
    const given = typeof body === 'object' && body !== null ? (body as Row) : {};
    return revokeOnRecord(call, operation, { ...given, ...query });
  },
} satisfies Partial<Handlers>;

/** The entity's own lists: what of it waits for the caller (`todo`), what of it was sent to him (`sendList`). */
function entityTasks(
  call: EntityCall,
  operation: OperationModel,
  args: Readonly<Record<string, unknown>>,
): Promise<WirePage<TaskEntry>> {
  const { context, snapshot, model, services } = call;
  const request = { ...readTaskListRequest(snapshot, (name) => textArgument(args[name])), entity: model };
  return services.database.withTenant(context.tenantId, (connection) =>
    operation.kind === 'todo'
      ? readTodoList({ services, context, snapshot }, connection, request)
      : readTaskList({ services, context, snapshot }, connection, 'copied', request),
  );
}

/** What is refused to whoever has no part in an approval; a step that is called 审批 itself is not told twice. */
function approvalOf(title: string): string {
  const verb = say('审批{transition}', { transition: '' }).trim().toLowerCase();
  return title.toLowerCase().startsWith(verb) ? title : say('审批{transition}', { transition: title });
}

/** Completes the caller's task about a record and a transition: `{id, result, opinion, …}`. */
async function voteOnRecord(
  { services, context, snapshot, model }: EntityCall,
  operation: OperationModel,
  args: Readonly<Record<string, unknown>>,
): Promise<DecisionAnswer> {
  const { id: given, page: _, ...body } = args;
  const id = textArgument(given);
  if (id === undefined) throw invalidInput([{ pointer: '/id', msg: say('缺少编号') }]);
  const transition = model.transitions[operation.transition ?? ''];
  if (transition === undefined) throw new AnlanError('unknownCall');
  const approving = { services, context, snapshot };
  const found = await services.database.withTenant(context.tenantId, (connection) =>
    foundRows(
      connection,
      platform
        .selectFrom('approvalTask')
        .select(['id', 'userId', 'requestId'])
        .where((task) =>
          task.and({
            tenantId: context.tenantId,
            entityId: model.id,
            recordId: id,
            transition: transitionId(transition),
          }),
        )
        .orderBy((task) => task('status', '=', 'open'), 'desc')
        .orderBy('decidedAt', (decidedAt) => decidedAt.desc().nullsLast())
        .orderBy('id', 'desc'),
    ),
  );
  const own = found.find(({ userId }) => userId === context.caller.userId);
  if (own !== undefined) return completeTask(approving, { taskId: own.id }, body);
  const [other] = found;
  const error =
    other === undefined
      ? new AnlanError('notFound', { what: say('待办任务') })
      : new AnlanError('forbidden', { action: approvalOf(transition.title) });
  const subject = { call: approvalCall(approving, model.id), request: { recordId: id, recordTitle: id } };
  await logRefusal(approving, subject, 'complete', { requestId: other?.requestId ?? id }, error.message);
  throw error;
}

/** Takes the request about a record and a transition back: `{id, reason}`. Of several the open one, else the last. */
async function revokeOnRecord(
  { services, context, snapshot, model }: EntityCall,
  operation: OperationModel,
  args: Readonly<Record<string, unknown>>,
): Promise<RevokeAnswer> {
  const id = textArgument(args.id);
  if (id === undefined) throw invalidInput([{ pointer: '/id', msg: say('缺少编号') }]);
  const transition = model.transitions[operation.transition ?? ''];
  if (transition === undefined) throw new AnlanError('unknownCall');
  const requests = await services.database.withTenant(context.tenantId, (connection) =>
    recordRequests(connection, model.id, id),
  );
  const named = requests.filter((request) => request.transition === transitionId(transition));
  const found = named.find(({ status }) => status === 'open') ?? named.at(-1);
  if (found === undefined) throw new AnlanError('notFound', { what: say('审批') });
  return revokeRequest({ services, context, snapshot }, { requestId: found.id }, args.reason);
}
