import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { isRecordId } from '../../../src/core/validation/text-checks.ts';
import type { FlowDiagrams, FlowHistory, RecordCourse, TaskList } from '../../../src/core/wire/approval.ts';

import { addSigner } from '../../flow/approval/add-signer.ts';
import { approveInfo, markCopiesRead, visibleRequest } from '../../flow/approval/approve-info.ts';
import type { Approving } from '../../flow/approval/approving.ts';
import { completeTask } from '../../flow/approval/decide.ts';
import { endDelegation, listDelegations, saveDelegation } from '../../flow/approval/delegation.ts';
import { requestDiagram, stateDiagram } from '../../flow/approval/flow-diagram.ts';
import { flowHistory } from '../../flow/approval/flow-history.ts';
import { recordRequests, requestTasks } from '../../flow/approval/request.ts';
import { revokeRequest, terminateRequest, transferTask } from '../../flow/approval/take-back.ts';
import { readTaskList, readTaskListRequest } from '../../flow/approval/task-lists.ts';
import { readPageAwaiting } from '../../flow/turns/page-awaiting.ts';
import { recordCourse } from '../../flow/turns/record-course.ts';
import { countTasks, readTodoList } from '../../flow/turns/todo-list.ts';
import type { Connection } from '../../ground/database/database.ts';
import { selvesOf, withAlias } from '../../records/call/author.ts';
import { createEntityCall, requireAction } from '../../records/call/entity-call.ts';
import { readRecord, requireRecord } from '../../records/read/read-record.ts';
import type { CallArgument, PersonInput, SystemCall } from '../system/system-call.ts';

function approvingOf(input: PersonInput): Approving {
  return { services: input.services.entities, context: withAlias(input), snapshot: input.snapshot };
}

function bodyOf({ request }: PersonInput): Readonly<Record<string, unknown>> {
  const { body } = request;
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
}

const taskOrRequest: Readonly<Record<string, CallArgument>> = {
  taskId: { title: '任务编号，或 requestId' },
  requestId: { title: '审批编号' },
};

const ofRecord: Readonly<Record<string, CallArgument>> = {
  ...taskOrRequest,
  entity: { title: '实体，与 id 一起代替 requestId' },
  id: { title: '记录编号' },
};

/** The task or request that an act names; either suffices. */
function actOn({ argument }: PersonInput): { taskId: string } | { requestId: string } {
  const taskId = argument('taskId');
  const requestId = argument('requestId');
  if (taskId !== undefined) return { taskId };
  if (requestId !== undefined) return { requestId };
  throw invalidInput([{ pointer: '/taskId', msg: say('缺少任务编号') }]);
}

function required({ argument }: PersonInput, name: string, title: string): string {
  const value = argument(name);
  if (value === undefined) throw invalidInput([{ pointer: `/${name}`, msg: say('{title}不能为空', { title }) }]);
  return value;
}

const listArguments: Readonly<Record<string, CallArgument>> = {
  current: { title: '页码，默认1' },
  size: { title: '每页条数，默认20，最多200' },
  keyword: { title: '记录名称的一部分' },
  entity: { title: '实体' },
};

/** What waits for the person is also asked by its kind. */
const todoArguments: Readonly<Record<string, CallArgument>> = {
  ...listArguments,
  kind: { title: 'vote（审批）或step（待办步骤），默认两者' },
};

function listCall(name: string, path: TaskList | 'send-list', title: string, list: TaskList): SystemCall {
  return {
    name,
    method: 'GET',
    path: `flow/${path}`,
    open: false,
    title,
    arguments: list === 'todo' ? todoArguments : listArguments,
    answer: '分页的任务',
    handle: (input) =>
      input.read((connection) => {
        const request = readTaskListRequest(input.snapshot, input.argument);
        return list === 'todo'
          ? readTodoList(approvingOf(input), connection, request)
          : readTaskList(approvingOf(input), connection, list, request);
      }),
  };
}

/** What waits in front of the list of a page. */
const awaitingCall: SystemCall = {
  name: 'flowAwaiting',
  method: 'GET',
  path: 'flow/awaiting',
  title: '页面列表前等待办理的',
  arguments: {
    page: { title: '页面编号', required: true },
    whose: { title: 'mine（等待本人）或all（本人看得到的全部），默认mine' },
    current: listArguments.current ?? { title: '' },
    size: listArguments.size ?? { title: '' },
    keyword: listArguments.keyword ?? { title: '' },
  },
  answer: '分页的待办，附本人的和全部的条数',
  handle: (input) =>
    input.read((connection) =>
      readPageAwaiting(approvingOf(input), connection, {
        ...readTaskListRequest(input.snapshot, (name) => (PAGED.has(name) ? input.argument(name) : undefined)),
        page: required(input, 'page', say('页面编号')),
        whose: input.argument('whose'),
      }),
    ),
};

const PAGED: ReadonlySet<string> = new Set(['current', 'size', 'keyword']);

/** What a call about a record's requests names: one request, or the record with all of them. */
async function requestsOf(input: PersonInput, connection: Connection) {
  const approving = approvingOf(input);
  const { argument } = input;
  const key = argument('entity');
  if (key === undefined) {
    const { request, call } = await visibleRequest(approving, connection, {
      taskId: argument('taskId'),
      requestId: argument('requestId'),
    });
    return { call, requests: [request], status: undefined };
  }
  const model = approving.snapshot.entities.get(key);
  const id = required(input, 'id', say('记录编号'));
  if (model === undefined) throw new AnlanError('notFound', { what: say('实体“{key}”', { key }) });
  const call = createEntityCall(approving.services, approving.context, approving.snapshot, model);
  const all = await recordRequests(connection, model.id, id);
  const record = call.granted.has('view') ? await readRecord({ call, db: connection }, id) : undefined;
  if (record !== undefined) return { call, requests: all, status: record.status };
  const tasks = await requestTasks(
    connection,
    all.map((request) => request.id),
  );
  const { userId } = input.context.caller;
  const own = all.filter(
    (request) =>
      selvesOf(call.context.caller).includes(request.openedBy) ||
      tasks.some(
        (task) =>
          task.requestId === request.id &&
          (task.userId === userId || task.delegatorId === userId) &&
          task.openedAt !== null,
      ),
  );
  if (own.length === 0) throw new AnlanError('notFound', { what: model.title });
  return { call, requests: own, status: undefined };
}

async function historyOf(input: PersonInput): Promise<FlowHistory[]> {
  return input.read(async (db) => {
    const { call, requests } = await requestsOf(input, db);
    return flowHistory({ call, db }, requests);
  });
}

/** The course of one request (the newest of a record), and the states with the one the record is in. */
async function diagramOf(input: PersonInput): Promise<FlowDiagrams> {
  return input.read(async (db) => {
    const { call, requests, status } = await requestsOf(input, db);
    const request = requests.findLast((candidate) => candidate.status === 'open') ?? requests.at(-1);
    const now =
      status ?? (request === undefined ? undefined : (await readRecord({ call, db }, request.recordId, 'all'))?.status);
    return {
      request: request === undefined ? null : await requestDiagram({ call, db }, request),
      states: stateDiagram(call.model, typeof now === 'string' ? now : null),
    };
  });
}

/** The way of a record, for whoever may see it. */
async function courseOf(input: PersonInput): Promise<RecordCourse> {
  const { services, context, snapshot } = approvingOf(input);
  const key = required(input, 'entity', say('实体'));
  const id = required(input, 'id', say('记录编号'));
  const model = snapshot.entities.get(key);
  if (model === undefined) throw new AnlanError('notFound', { what: say('实体“{key}”', { key }) });
  const call = createEntityCall(services, context, snapshot, model);
  requireAction(call, 'view');
  return input.read(async (db) => recordCourse({ call, db }, await requireRecord({ call, db }, id)));
}

/** The calls of the workflow centre. */
export const approvalCalls: readonly SystemCall[] = [
  listCall('flowTodo', 'todo', '我的待办', 'todo'),
  listCall('flowDone', 'done', '我的已办', 'done'),
  listCall('flowSent', 'sent', '我发起的', 'sent'),
  listCall('flowCopied', 'copied', '抄送我的', 'copied'),
  listCall('flowSendList', 'send-list', '抄送我的（同 copied）', 'copied'),
  {
    name: 'flowCounts',
    method: 'GET',
    path: 'flow/counts',
    title: '待办、已办、发起、抄送的数量',
    answer: 'todo、done、sent、copied、unread，各最多数到1000',
    handle: (input) => input.read((connection) => countTasks(approvingOf(input), connection)),
  },
  awaitingCall,
  {
    name: 'flowCompleteTask',
    method: 'POST',
    path: 'flow/complete-task',
    title: '审批',
    arguments: {
      taskId: { title: '任务编号', required: true },
      result: { title: 'pass 通过，reject 驳回', required: true },
      opinion: { title: '审批意见，驳回时必填，2至200个字' },
      files: { title: '附件编号的列表，最多9个' },
      signature: { title: '手写签名：PNG 图片的 data 地址' },
      place: { title: '位置' },
      version: { title: '所看到的记录版本' },
    },
    answer: 'taskId、requestId、recordId、status（open、granted、rejected）',
    handle(input) {
      const { taskId, ...body } = bodyOf(input);
      return completeTask(approvingOf(input), { taskId: requiredText(taskId, 'taskId', say('任务编号')) }, body);
    },
  },
  {
    name: 'flowRevokeTask',
    method: 'POST',
    path: 'flow/revoke-task',
    title: '撤回',
    arguments: { ...taskOrRequest, reason: { title: '原因' } },
    answer: 'requestId',
    handle: (input) => revokeRequest(approvingOf(input), actOn(input), input.argument('reason')),
  },
  {
    name: 'flowTransferTask',
    method: 'POST',
    path: 'flow/transfer-task',
    title: '转办',
    arguments: {
      taskId: { title: '任务编号', required: true },
      userId: { title: '接收人', required: true },
      reason: { title: '原因，2至200个字', required: true },
    },
    answer: '接收人的 taskId',
    handle: (input) =>
      transferTask(
        approvingOf(input),
        required(input, 'taskId', say('任务编号')),
        required(input, 'userId', say('接收人')),
        input.argument('reason'),
      ),
  },
  {
    name: 'flowAddSigner',
    method: 'POST',
    path: 'flow/add-signer',
    title: '加签',
    arguments: {
      taskId: { title: '任务编号', required: true },
      userId: { title: '加签的人', required: true },
      when: { title: 'before（在本人之前审批）或after（在本人之后审批）', required: true },
      reason: { title: '原因，2至200个字', required: true },
    },
    answer: '加签的人的 taskId',
    handle: (input) =>
      addSigner(approvingOf(input), required(input, 'taskId', say('任务编号')), {
        userId: required(input, 'userId', say('加签的人')),
        when: input.argument('when'),
        reason: input.argument('reason'),
      }),
  },
  {
    name: 'flowTerminate',
    method: 'POST',
    path: 'flow/terminate',
    title: '终止审批',
    arguments: { ...taskOrRequest, reason: { title: '原因，2至200个字', required: true } },
    answer: 'requestId',
    handle: (input) => terminateRequest(approvingOf(input), actOn(input), input.argument('reason')),
  },
  {
    name: 'flowDelegations',
    method: 'GET',
    path: 'flow/delegations',
    title: '我的委托',
    answer: '委托：id、delegateId、delegateName、startTime、endTime、reason、ended',
    handle: (input) => input.read((connection) => listDelegations(input.context, connection, input.snapshot.timeZone)),
  },
  {
    name: 'flowDelegationSave',
    method: 'POST',
    path: 'flow/delegation-save',
    title: '新增委托',
    arguments: {
      delegateId: { title: '受托人', required: true },
      startTime: { title: '开始时间', required: true },
      endTime: { title: '结束时间', required: true },
      reason: { title: '原因' },
    },
    answer: 'id',
    async handle(input) {
      const { services, context, snapshot } = approvingOf(input);
      const delegation = {
        delegateId: required(input, 'delegateId', say('受托人')),
        startTime: required(input, 'startTime', say('开始时间')),
        endTime: required(input, 'endTime', say('结束时间')),
        reason: input.argument('reason'),
      };
      const id = await services.database.transaction(context.tenantId, (connection) =>
        saveDelegation(context, connection, snapshot.timeZone, services.ids.next(), delegation),
      );
      return { id };
    },
  },
  {
    name: 'flowDelegationRemove',
    method: 'POST',
    path: 'flow/delegation-remove',
    title: '取消委托',
    arguments: { id: { title: '委托编号', required: true } },
    answer: 'true',
    async handle(input) {
      const { services, context } = approvingOf(input);
      const id = required(input, 'id', say('委托编号'));
      await services.database.transaction(context.tenantId, (connection) => endDelegation(context, connection, id));
      return true;
    },
  },
  {
    name: 'flowHistory',
    method: 'GET',
    path: 'flow/history',
    title: '流程记录',
    arguments: ofRecord,
    answer: '每次审批的步骤：谁、何时、做了什么、意见、用时、签名、证据',
    handle: historyOf,
  },
  {
    name: 'flowDiagram',
    method: 'GET',
    path: 'flow/diagram',
    title: '流程图',
    arguments: ofRecord,
    answer: 'request（最近一次审批）与 states（状态）各有 nodes、edges',
    handle: diagramOf,
  },
  {
    name: 'flowCourse',
    method: 'GET',
    path: 'flow/course',
    title: '记录的办理进度',
    arguments: { entity: { title: '实体', required: true }, id: { title: '记录编号', required: true } },
    answer: 'stages（已过、当前、接下来的状态）、since、awaited（当前等待的步骤和人员）',
    handle: courseOf,
  },
  {
    name: 'flowApproveInfo',
    method: 'GET',
    path: 'flow/approve-info',
    title: '审批内容',
    arguments: taskOrRequest,
    answer: '所审批的记录、提交的内容、通过后的变化、表决要求',
    handle: (input) =>
      input.read((connection) =>
        approveInfo(approvingOf(input), connection, {
          taskId: input.argument('taskId'),
          requestId: input.argument('requestId'),
        }),
      ),
  },
  {
    name: 'flowReadCopy',
    method: 'POST',
    path: 'flow/read-copy',
    title: '抄送已读',
    arguments: { requestId: { title: '审批编号', required: true } },
    answer: 'true',
    async handle(input) {
      await markCopiesRead(approvingOf(input), required(input, 'requestId', say('审批编号')));
      return true;
    },
  },
];

function requiredText(value: unknown, name: string, title: string): string {
  if (!isRecordId(value)) {
    throw invalidInput([{ pointer: `/${name}`, msg: say('{title}不正确', { title }) }]);
  }
  return value;
}
