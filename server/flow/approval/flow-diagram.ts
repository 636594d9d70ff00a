import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { stateOf, transitionOf } from '../../../src/core/model/permanent-ids.ts';
import { say } from '../../../src/core/text/say.ts';
import type { DiagramEdge, DiagramNode, FlowDiagram, NodeState } from '../../../src/core/wire/approval.ts';
import { wallClockOfStored } from '../../ground/database/wall-clock.ts';
import type { Reading } from '../../records/call/ports.ts';
import { toldPerson } from '../../records/read/cover-authors.ts';
import { behalfOf, peopleOfTask } from './behalf.ts';
import { levelTitle } from './level-title.ts';
import { type ApprovalRequest, type ApprovalTask, requestTasks } from './request.ts';
import { requestAuthors } from './request-author.ts';
import { personNames } from './resolve-people.ts';

/** The states of an entity with what leads from one to another; the record's own state is the current one. */
export function stateDiagram(model: EntityModel, status: string | null): FlowDiagram {
  const states = Object.values(model.states).sort((left, right) => left.order - right.order);
  const edges: DiagramEdge[] = [];
  const add = (source: string, target: string | undefined, title: string): void => {
    if (target === undefined || source === target) return;
    const id = `${source}>${target}>${title}`;
    if (!edges.some((edge) => edge.id === id))
      edges.push({ id, source: `state:${source}`, target: `state:${target}`, title });
  };
  for (const { from, to, approve, title } of Object.values(model.transitions)) {
    for (const source of from) {
      const waits = approve?.pending;
      add(source, waits, title);
      add(source, approve?.opens?.to, title);
      for (const { state } of to) add(waits ?? source, state, waits === undefined ? title : say('通过'));
      if (approve !== undefined) add(waits ?? source, approve.reject?.to, say('驳回'));
      if (approve !== undefined) add(waits ?? source, approve.revoke?.to, say('撤回'));
    }
  }
  return {
    nodes: states.map((state, x) => ({
      id: `state:${state.key}`,
      type: 'state',
      title: state.title,
      state: state.key === status ? 'current' : 'waiting',
      color: state.color,
      mode: null,
      people: [],
      position: { x, y: 0 },
    })),
    edges,
  };
}

/** The course of one request: submission, levels with who and when, and the state it leads or led to. */
export async function requestDiagram(tx: Reading, request: ApprovalRequest): Promise<FlowDiagram> {
  const { db } = tx;
  const { model, snapshot } = tx.call;
  const tasks = await requestTasks(db, [request.id]);
  const names = await personNames(db, [request.openedBy, ...tasks.flatMap(peopleOfTask)]);
  const asker = await requestAuthors(tx.call, db, [request]);
  const time = (text: string | null): string | null =>
    text === null ? null : wallClockOfStored(text, snapshot.timeZone);
  const transition = transitionOf(model, request.transition);
  const submit: DiagramNode = {
    id: 'submit',
    type: 'submit',
    title: transition?.title ?? say('提交'),
    state: 'done',
    color: null,
    mode: null,
    people: [
      {
        userId: toldPerson(request.openedBy),
        name: asker(request, names),
        status: 'done',
        decision: null,
        time: time(request.openedAt),
        aside: null,
      },
    ],
    position: { x: 0, y: 0 },
  };
  const levels = request.levels.map((level, index): DiagramNode => {
    const own = tasks.filter((task) => task.level === index);
    return {
      id: `level:${level.key}`,
      type: 'level',
      title: levelTitle(level, transition, snapshot) ?? level.title,
      state: levelState(request, index, own),
      color: null,
      mode: level.mode,
      ...(level.share === undefined ? {} : { share: level.share }),
      people: own.map((task) => ({
        userId: task.userId,
        name: names.get(task.userId) ?? say('已离开的人员'),
        status: task.status,
        decision: task.decision,
        time: time(task.decision === null ? null : task.decidedAt),
        aside: behalfOf(task, names) ?? (task.kind === 'added' ? say('加签') : null),
      })),
      position: { x: index + 1, y: 0 },
    };
  });
  const ends = endNodes(model, request, levels.length + 1);
  const chain = [submit, ...levels];
  const edges = chain.slice(1).map((node, index): DiagramEdge => {
    const source = chain[index]?.id ?? 'submit';
    return { id: `${source}>${node.id}`, source, target: node.id, title: index === 0 ? '' : say('通过') };
  });
  const last = chain.at(-1)?.id ?? 'submit';
  edges.push(
    ...ends.map(
      ({ id }): DiagramEdge => ({
        id: `${last}>${id}`,
        source: last,
        target: id,
        title: id.startsWith('rejected') ? say('驳回') : say('通过'),
      }),
    ),
  );
  return { nodes: [...chain, ...ends], edges };
}

function levelState(request: ApprovalRequest, index: number, tasks: readonly ApprovalTask[]): NodeState {
  if (tasks.some(({ decision }) => decision === 'reject')) return 'rejected';
  if (request.status === 'open') {
    if (index === request.level) return 'current';
    return index < request.level ? 'done' : 'waiting';
  }
  return request.status === 'granted' || index < request.level ? 'done' : 'skipped';
}

function endNodes(model: EntityModel, request: ApprovalRequest, x: number): DiagramNode[] {
  const transition = transitionOf(model, request.transition);
  const targets = [...new Set(transition?.to.map(({ state }) => state) ?? [])];
  const granted = targets.length > 0 ? targets : [stateOf(model, request.fromState)?.key ?? ''];
  const rejected = transition?.approve?.reject?.to ?? stateOf(model, request.fromState)?.key;
  const node = (id: string, key: string | undefined, state: NodeState, y: number): DiagramNode[] => {
    const found = key === undefined ? undefined : model.states[key];
    return found === undefined
      ? []
      : [
          {
            id,
            type: 'state',
            title: found.title,
            state,
            color: found.color,
            mode: null,
            people: [],
            position: { x, y },
          },
        ];
  };
  return [
    ...granted.flatMap((key, y) => node(`granted:${key}`, key, request.status === 'granted' ? 'done' : 'waiting', y)),
    ...node(
      `rejected:${rejected ?? ''}`,
      rejected,
      request.status === 'rejected' ? 'rejected' : 'waiting',
      granted.length,
    ),
  ];
}
