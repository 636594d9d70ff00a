import {
  compileEvaluator,
  type EvaluationEnvironment,
  OutOfReachError,
  plainValue,
  roundDecimal,
  toDecimal,
  type Value,
} from '../expression/index.ts';
import type { Choice, FieldContext } from '../field-type.ts';
import type { FieldModel, ModelExpression } from '../model/entity-model.ts';

/** Values of a record by field key, as JSON carries them. */
export type RecordValues = Readonly<Record<string, unknown>>;

/** All that checking and computing a record can reach. The clock is the server's, the person is the signed-in one. */
export interface RecordEnvironment
  extends Pick<
    EvaluationEnvironment,
    | 'now'
    | 'me'
    | 'settings'
    | 'reference'
    | 'lookup'
    | 'answered'
    | 'exists'
    | 'total'
    | 'first'
    | 'within'
    | 'rank'
    | 'keys'
    | 'title'
    | 'calendar'
    | 'awaiting'
  > {
  /** The time as it goes on, where the environment outlives the moment of `now`. */
  readonly clock?: () => string;
  /** Choices of a field with dictionary or options; undefined for others. */
  choices(field: FieldModel): readonly Choice[] | undefined;
  /** Name of a record of an entity, as far as it is known here; an id stands in words for others. */
  nameOf?(target: string, id: string): string | undefined;
  /** The stored record, for `old.x` and `fixedWhen`; undefined for a new one. */
  readonly stored?: RecordValues;
  /** What a transition proposes, for `row.x`. */
  readonly row?: RecordValues;
  /** Names besides the record's own: `parent` of a child, rows of child entities, `created` of effects. */
  readonly others?: RecordValues;
  /** Names that exist but are not at hand here, such as rows of child entities in a browser; reading one is undecided. */
  readonly absent?: ReadonlySet<string>;
  /** Calls the listener when something that expressions reach has come or changed; gives the function that ends it. */
  readonly onChange?: (listener: () => void) => () => void;
}

/** How names of an expression are read over a record. */
export function recordNames(record: RecordValues, environment: RecordEnvironment): EvaluationEnvironment['names'] {
  const { others } = environment;
  return (name) => {
    if (name === 'old') return environment.stored ?? null;
    if (name === 'row') return environment.row ?? null;
    if (Object.hasOwn(record, name)) return record[name];
    if (others !== undefined && Object.hasOwn(others, name)) return others[name];
    if (environment.absent?.has(name) === true) throw new OutOfReachError(name);
    return undefined;
  };
}

/** Value of one expression over a record. */
export function evaluateOver(expression: ModelExpression, record: RecordValues, environment: RecordEnvironment): Value {
  return compileEvaluator(expression.node)({ ...environment, names: recordNames(record, environment) });
}

/** Whether a condition holds over a record. */
export function holds(expression: ModelExpression, record: RecordValues, environment: RecordEnvironment): boolean {
  return evaluateOver(expression, record, environment) === true;
}

/** Whether a value counts as empty: null, absent, empty text or empty list. */
export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** A value of an expression as the field stores it: numbers rounded at the field's scale, the rest as JSON has it. */
export function storedValue(value: Value, field: FieldModel): unknown {
  if (field.valueType === 'number') {
    const decimal = toDecimal(value);
    const rounded = roundDecimal(decimal, field.property.scale ?? field.type.defaultScale ?? 0);
    return rounded === null ? null : Number(rounded.toString());
  }
  const plain = plainValue(value);
  // Nobody among people, nothing among choices: `[me.userId]` where nobody is signed in.
  const known = Array.isArray(plain) ? plain.filter((item) => item !== null) : plain;
  return isEmptyValue(known) ? null : known;
}

/** What a field type's check and format need to know of a field. */
export function fieldContext(
  field: FieldModel,
  environment: Pick<RecordEnvironment, 'choices'>,
  labels?: FieldContext['labels'],
): FieldContext {
  const choices = environment.choices(field);
  return {
    key: field.key,
    title: field.title,
    property: field.property,
    ...(choices === undefined ? {} : { choices }),
    labels,
  };
}
