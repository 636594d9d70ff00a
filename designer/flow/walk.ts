import type { Actor, Effect } from '../../src/core/dialect/entity.generated.ts';
import {
  type EvaluationEnvironment,
  evaluateCondition,
  OutOfReachError,
  parseExpression,
} from '../../src/core/expression/index.ts';
import type { EntityModel, LevelModel, ModelExpression, TransitionModel } from '../../src/core/model/entity-model.ts';
import { startsFrom } from '../../src/core/model/starts-from.ts';
import { computeRecord } from '../../src/core/validation/compute-record.ts';
import {
  evaluateOver,
  isEmptyValue,
  type RecordEnvironment,
  type RecordValues,
  recordNames,
  storedValue,
} from '../../src/core/validation/record-environment.ts';

/** What is known of a condition in the browser: `open` where only the plant's data would tell. */
type Verdict = 'yes' | 'no' | 'open';

/** A step as somebody stands to it. */
export interface StandingStep {
  readonly step: TransitionModel;
  /** Whether it is his to take. */
  readonly his: Verdict;
  /** What keeps it from being taken, in the words of its guards; those that ask for what is entered are asked later. */
  readonly refusals: readonly string[];
  /** Whether its button would stand there. */
  readonly offered: Verdict;
}

/** What taking a step, or a decision about one, has come to. */
export interface Taken {
  readonly record: RecordValues;
  /** In the words of the guards; empty where it is done. */
  readonly refusals: readonly string[];
  /** What could not be decided here and counted as holding, in the words of the file. */
  readonly assumed: readonly string[];
  /** Keys of fields that the step itself has written. */
  readonly written: readonly string[];
  /** Effects that would happen besides. */
  readonly effects: readonly Effect[];
}

/** The steps that lead on from where a record stands. */
export function standingSteps(
  model: EntityModel,
  record: RecordValues,
  environment: RecordEnvironment,
): readonly StandingStep[] {
  return Object.values(model.transitions)
    .filter((step) => startsFrom(model, step, statusOf(record)))
    .map((step) => ({
      step,
      his: isHis(step.who, record, environment),
      refusals: step.guards
        .filter(({ when }) => !asksRow(when) && !asksGiven(when, step) && verdict(when, record, environment) === 'no')
        .map(({ message }) => message),
      offered: step.offered === undefined ? 'yes' : verdict(step.offered, record, environment),
    }));
}

/** Levels of an approval that a record has to go through, those whose conditions cannot be decided here among them. */
export function levelsAhead(
  { approval }: TransitionModel,
  record: RecordValues,
  environment: RecordEnvironment,
): readonly LevelModel[] {
  return (approval?.levels ?? []).filter(
    ({ when }) => when === undefined || verdict(when, record, environment) !== 'no',
  );
}

/**
 * Lets a step happen over a record, as the server would: what is entered, its guards, what it sets, where it leads, what
 * that state asks for. Nothing is stored.
 * @param given what was entered: fields of the record, and `row` of what the step writes.
 * @param environment with `row` as its guards read it.
 */
export function takeStep(
  model: EntityModel,
  record: RecordValues,
  step: TransitionModel,
  given: RecordValues,
  environment: RecordEnvironment,
): Taken {
  const assumed: string[] = unknownGuards(step);
  const proposed = { ...computeRecord(model, record, environment), ...given };
  const refusals = step.guards.flatMap(({ when, message }) => {
    const found = verdict(when, proposed, environment);
    if (found === 'open') assumed.push(message);
    return found === 'no' ? [message] : [];
  });
  if (refusals.length > 0) return { record, refusals, assumed, written: [], effects: [] };
  const next: Record<string, unknown> = { ...proposed };
  for (const [key, expression] of Object.entries(step.set)) {
    const field = model.field.get(key);
    const value =
      field === undefined
        ? undefined
        : reached(() => storedValue(evaluateOver(expression, proposed, environment), field));
    if (value === undefined) assumed.push(`${field?.title ?? key} = ${expression.source}`);
    else next[key] = value.value;
  }
  const branch = step.to.find(({ when }) => when === undefined || verdict(when, proposed, environment) === 'yes');
  if (branch !== undefined) next.status = branch.state;
  const effects = Object.values(step.effects).filter(
    ({ when }) => when === undefined || conditionText(when, next, environment) !== 'no',
  );
  const after = reached(() => computeRecord(model, next, environment))?.value ?? next;
  return { record: after, refusals: [], assumed, written: Object.keys(step.set), effects };
}

/** The record as it waits while a step is approved, or as it is once it was refused. */
export function sentTo(record: RecordValues, state: string | undefined): RecordValues {
  return state === undefined ? record : { ...record, status: state };
}

/** Fields that a state asks for and that a record does not have. */
export function missingIn(model: EntityModel, record: RecordValues): readonly string[] {
  const state = model.states[statusOf(record) ?? ''];
  if (state === undefined) return [];
  const always = state.draft
    ? []
    : model.fields.filter(({ required, base }) => required && !base).map(({ key }) => key);
  return [...new Set([...always, ...state.required])].filter((key) => isEmptyValue(record[key]));
}

/** Fields of people by which somebody may be told to act: what a walk may say of who takes it. */
export function relationFields(model: EntityModel): readonly string[] {
  const actors = [
    ...Object.values(model.transitions).flatMap(({ who, approval }) => [
      ...who,
      ...(approval?.levels ?? []).flatMap((level) => level.who),
    ]),
  ];
  return [...new Set(actors.flatMap((actor) => (typeof actor === 'object' && 'field' in actor ? [actor.field] : [])))];
}

const statusOf = ({ status }: RecordValues): string | null => (typeof status === 'string' ? status : null);

const asksRow = ({ references }: ModelExpression): boolean => references.some((name) => name.startsWith('row.'));

/** Whether a condition reads what the step asks for: it cannot hold before that is entered. */
const asksGiven = ({ references }: ModelExpression, { fields }: TransitionModel): boolean =>
  fields.some(({ field }) => references.some((name) => name === field || name.startsWith(`${field}.`)));

/** Whether one of the actors is the person of the environment. */
function isHis(who: readonly Actor[], record: RecordValues, environment: RecordEnvironment): Verdict {
  const found = who.map((actor) => actorVerdict(actor, record, environment));
  return found.includes('yes') ? 'yes' : found.includes('open') ? 'open' : 'no';
}

function actorVerdict(actor: Actor, record: RecordValues, environment: RecordEnvironment): Verdict {
  const { me } = environment;
  if (actor === 'everyone') return 'yes';
  if (actor === 'creator') return record.createUser === me.userId ? 'yes' : 'no';
  if (typeof actor === 'string') return 'no';
  if ('role' in actor) return me.roles.includes(actor.role) ? 'yes' : 'no';
  if ('field' in actor) return [record[actor.field]].flat().includes(me.userId) ? 'yes' : 'no';
  if ('expression' in actor) return conditionText(actor.expression, record, environment);
  // Whoever fires it stands in the row himself.
  return 'row' in actor ? 'yes' : 'open';
}

function conditionText(source: string, record: RecordValues, environment: RecordEnvironment): Verdict {
  const parsed = parseExpression(source);
  if ('problems' in parsed) return 'open';
  const names: EvaluationEnvironment['names'] = recordNames(record, environment);
  const found = reached(() => evaluateCondition(parsed.node, { ...environment, names }));
  return found === undefined ? 'open' : found.value ? 'yes' : 'no';
}

function verdict(condition: ModelExpression, record: RecordValues, environment: RecordEnvironment): Verdict {
  if (condition.serverOnly) return 'open';
  const found = reached(() => evaluateOver(condition, record, environment) === true);
  return found === undefined ? 'open' : found.value ? 'yes' : 'no';
}

/** Guards of the file that this world is too small to understand. */
function unknownGuards({ guards, source }: TransitionModel): string[] {
  const known = new Set(guards.map(({ message }) => message));
  return (source.when ?? []).flatMap(({ else: message }) => (known.has(message) ? [] : [message]));
}

/** What can be told here; undefined where it lies in the plant's data. */
function reached<T>(read: () => T): { readonly value: T } | undefined {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof OutOfReachError) return undefined;
    throw error;
  }
}
