import {
  collectReferences,
  compileEvaluator,
  type ExpressionNode,
  plainValue,
} from '../../../src/core/expression/index.ts';
import { type CalledActor, type CalledStep, calledSteps } from '../../../src/core/model/called-steps.ts';
import { courseAhead } from '../../../src/core/model/course-ahead.ts';
import type {
  EntityModel,
  ModelExpression,
  StateModel,
  TransitionModel,
} from '../../../src/core/model/entity-model.ts';
import { clauses, listed, phrases } from '../../../src/core/text/punctuate.ts';
import { say } from '../../../src/core/text/say.ts';
import { evaluateOver, holds, type RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import type { Row } from '../../records/call/record-row.ts';
import type { GroupTitles } from './group-titles.ts';
import { allSteps, calledBelow, callingConditions } from './step-plan.ts';

/** A record of which it is said what follows, as far as the reader sees it. */
export interface FollowedRecord {
  readonly model: EntityModel;
  readonly snapshot: MetadataSnapshot;
  readonly row: Row;
  readonly environment: RecordEnvironment;
  readonly groups: GroupTitles;
}

/** Names that are said before the rest is left out. */
const MOST_NAMED = 3;

/** What follows once a step is taken: 办理后：转为“待安全交底”，由交底人办理“安全交底”. Null where nothing can be said. */
export function afterSteps(record: FollowedRecord, steps: readonly TransitionModel[]): string | null {
  const said = steps.flatMap((step) => {
    const what = afterStep(record, step);
    return what === '' ? [] : [{ step, what }];
  });
  const [first, ...others] = said;
  if (first === undefined) return null;
  if (steps.length === 1) return say('办理后：{what}', { what: first.what });
  return clauses([first, ...others].map(({ step, what }) => say('“{step}”后：{what}', { step: step.title, what })));
}

/**
 * What follows once the steps of all rows that wait below a record are taken: where the record then goes by itself. Null
 * where it stays as it is.
 */
export function afterRows(record: FollowedRecord): string | null {
  const { model, row } = record;
  const [next] = courseAhead(model, stateOf(row), (condition) => decided(record, condition));
  const goesItself = Object.values(model.transitions).some(
    ({ auto, danger, from, to }) =>
      auto && !danger && from.includes(stateOf(row)) && to.some(({ state }) => state === next?.key),
  );
  return next === undefined || !goesItself ? null : say('全部办理后：{what}', { what: arrival(record, [next]) });
}

/** A vote of which it is said what follows. */
interface FollowedVote {
  readonly transition: TransitionModel;
  /** What the next level is called; undefined where this one is the last. */
  readonly next: string | undefined;
  /** Whether others of the level decide too. */
  readonly shared: boolean;
}

/** What follows once a person agrees in an approval: the next level, else what the transition does. */
export function afterVote(record: FollowedRecord, { transition, next, shared }: FollowedVote): string {
  const led = arrival(record, targetsOf(record, transition), transition);
  const what =
    next !== undefined
      ? say('进入“{level}”', { level: next })
      : led === ''
        ? say('“{step}”生效', { step: transition.title })
        : led;
  return shared ? say('本级通过后：{what}', { what }) : say('同意后：{what}', { what });
}

/** What a record's conditions are read from, so that what follows can be said of it. */
export function followReads({ transitions }: EntityModel): readonly string[] {
  return Object.values(transitions).flatMap(({ to, approval, waits }) => [
    ...[waits.from, waits.when].flatMap((asked) => asked?.references ?? []),
    ...to.flatMap(({ when }) => when?.references ?? []),
    ...(approval?.levels ?? []).flatMap(({ when }) => when?.references ?? []),
  ]);
}

function afterStep(record: FollowedRecord, transition: TransitionModel): string {
  const asked = levelsBefore(record, transition);
  const targets = targetsOf(record, transition);
  const what = targets.length === 0 ? staying(record, transition) : arrival(record, targets, transition);
  if (asked === undefined) return what;
  return phrases([asked, what === '' ? say('通过后生效') : say('通过后{what}', { what })]);
}

/** Who decides before a transition happens, as the record stands; undefined where nobody does. */
function levelsBefore(record: FollowedRecord, { approval }: TransitionModel): string | undefined {
  if (approval === undefined) return undefined;
  if (approval.from !== undefined) return say('按审批链逐级审批');
  const levels = approval.levels.map(({ when, title }) => ({
    title,
    decides: when === undefined ? true : decided(record, when),
  }));
  const titlesOf = (...answers: readonly unknown[]) => [
    ...new Set(levels.filter(({ decides }) => answers.includes(decides)).map(({ title }) => title)),
  ];
  const [sure, possible] = [titlesOf(true), titlesOf(true, undefined)];
  const titles = sure.length > 0 ? sure : possible;
  if (titles.length === 0) return undefined;
  // Which of several it will be is not known, but that somebody decides is.
  if (sure.length === 0 && titles.length > 1) return say('经审批');
  return say('经{levels}', { levels: listed(named(titles)) });
}

/** States to which a transition leads as the record stands: several where what is asked with it decides. */
function targetsOf(record: FollowedRecord, { to }: TransitionModel): readonly StateModel[] {
  const possible: StateModel[] = [];
  for (const { when, state } of to) {
    const answer = when === undefined ? true : decided(record, when);
    const target = record.model.states[state];
    if (answer !== false && target !== undefined && !possible.includes(target)) possible.push(target);
    if (answer === true) break;
  }
  return possible;
}

/** Where a record comes and who is called there: 转为“待安全交底”，由交底人办理“安全交底”; '' for nowhere. */
function arrival(record: FollowedRecord, states: readonly StateModel[], by?: TransitionModel): string {
  const [only, ...others] = states;
  if (only === undefined) return '';
  const titles = states.map(({ title }) => say('“{title}”', { title }));
  const moved = say('转为{states}', { states: titles.join(say('或')) });
  if (others.length > 0) return moved;
  const called = whoIsCalled(record, only.key, by);
  if (called.length > 0) return phrases([moved, ...named(called)]);
  return courseAhead(record.model, only.key, () => undefined).length === 0 && !only.draft
    ? phrases([moved, say('办理结束')])
    : moved;
}

/** What is awaited where a step leaves the record in its state: whoever is called besides, else the state itself. */
function staying(record: FollowedRecord, transition: TransitionModel): string {
  const state = record.model.states[stateOf(record.row)];
  if (state === undefined) return '';
  const called = whoIsCalled(record, state.key, transition);
  return called.length > 0 ? phrases(named(called)) : say('仍为“{title}”', { title: state.title });
}

/**
 * Who takes what in a state, once a step has led there, but for that step: those called for the record, else for rows below
 * it that look at its state. A step that waits for more than that is not next.
 */
function whoIsCalled(record: FollowedRecord, state: string, by?: TransitionModel): readonly string[] {
  const { model, snapshot } = record;
  const own = calledSteps(model, state)
    .filter(
      ({ transition }) =>
        transition.key !== by?.key && isDueBy(record, transition) && !waitsForMore(record, transition, by),
    )
    .map((step) => said(record, model, step));
  if (own.length > 0) return [...new Set(own)];
  const below = calledBelow(model, snapshot).flatMap((child) =>
    allSteps(child)
      .filter(({ transition }) => waitsIn(record, callingConditions(child, transition), state))
      .map((step) => said(record, child, step)),
  );
  return [...new Set(below)];
}

/** Whether a step that is asked for from a moment on is so by now: what is due again some day is not what follows. */
function isDueBy(record: FollowedRecord, { waits: { from, when } }: TransitionModel): boolean {
  if (from === undefined) return true;
  if (when !== undefined && decided(record, when) === false) return false;
  if (from.serverOnly || !from.references.every((name) => isKnownOf(record, name))) return false;
  const moment = plainValue(evaluateOver(from, record.row, record.environment));
  return typeof moment === 'string' && moment <= record.environment.now;
}

/** Whether the record lacks what has to hold before somebody is called for a step, and the step before does not bring it. */
function waitsForMore(record: FollowedRecord, { waits }: TransitionModel, by: TransitionModel | undefined): boolean {
  if (waits.when === undefined) return false;
  const brought = ['status', ...(by?.fields ?? []).map(({ field }) => field), ...Object.keys(by?.set ?? {})];
  return !waits.when.references.some((name) => brought.includes(name)) && decided(record, waits.when) === false;
}

function said(record: FollowedRecord, model: EntityModel, { transition, actors }: CalledStep): string {
  const groups = actors.filter(({ kind }) => kind === 'role' || kind === 'post');
  const people = actors.filter((actor) => !groups.includes(actor));
  // A group stands in only where nobody is there whom the record names.
  const words = (people.length > 0 ? people : groups).flatMap((actor) => actorWords(record, model, actor));
  const step = transition.waits.title ?? transition.title;
  const who = named([...new Set(words)]).join(say('或'));
  return who === '' ? say('等待办理“{step}”', { step }) : say('由{who}办理“{step}”', { who, step });
}

function actorWords({ groups, snapshot }: FollowedRecord, model: EntityModel, actor: CalledActor): readonly string[] {
  const above = snapshot.entities.get(model.parent?.entity ?? '');
  switch (actor.kind) {
    case 'role':
    case 'post':
      return [groups.titleOf(actor.kind, actor.code)];
    case 'people':
      return collectReferences(actor.of).flatMap((path) => {
        const [first = '', next = ''] = path.split('.');
        return (first === 'parent' ? above?.field.get(next) : model.field.get(first))?.title ?? [];
      });
    case 'superior':
      return [say('{person}的上级', { person: titleOf(model, actor.field) })];
    case 'head':
      return [say('{dept}负责人', { dept: titleOf(model, actor.field) })];
    case 'field':
      return [titleOf(model, actor.field)];
  }
}

function titleOf(model: EntityModel, field: string): string {
  return model.field.get(field)?.title ?? field;
}

/** Whether rows whose calling asks where the record above stands are called while it stands in a state. */
function waitsIn({ environment }: FollowedRecord, conditions: readonly ExpressionNode[], state: string): boolean {
  const asking = conditions.flatMap(conjuncts).filter((node) => {
    const names = collectReferences(node);
    return names.includes('parent.status') && names.every((name) => name === 'parent' || name === 'parent.status');
  });
  if (asking.length === 0) return false;
  const names = (name: string) => (name === 'parent' ? { status: state } : undefined);
  return asking.every((node) => compileEvaluator(node)({ ...environment, names }) === true);
}

function conjuncts(node: ExpressionNode): readonly ExpressionNode[] {
  return node.kind === 'binary' && node.operator === 'and'
    ? [...conjuncts(node.left), ...conjuncts(node.right)]
    : [node];
}

/**
 * Whether a condition holds of the record; undefined where that depends on more than what the reader sees of it. Of
 * several that have to hold together one that does not is enough.
 */
function decided(record: FollowedRecord, condition: ModelExpression): boolean | undefined {
  if (condition.serverOnly) return undefined;
  const { row, environment } = record;
  const answers = conjuncts(condition.node).map((node) => {
    const references = collectReferences(node);
    return references.every((name) => isKnownOf(record, name))
      ? holds({ ...condition, node, references }, row, environment)
      : undefined;
  });
  return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
}

/** Whether what an expression reads of a record is at hand: the reader is who takes the step. */
function isKnownOf({ row }: FollowedRecord, name: string): boolean {
  return name.startsWith('me.') || (!name.includes('.') && Object.hasOwn(row, name));
}

function stateOf({ status }: Row): string {
  return typeof status === 'string' ? status : '';
}

function named(words: readonly string[]): readonly string[] {
  return words.slice(0, MOST_NAMED);
}
