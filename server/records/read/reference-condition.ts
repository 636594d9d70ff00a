import { boundRecord } from '../../../src/compile/sql/bound-record.ts';
import { liveType } from '../../../src/compile/sql/column-sql.ts';
import type { sqlEnvironment } from '../../../src/compile/sql/record-sql.ts';
import { invalidInput } from '../../../src/core/errors/catalogue.ts';
import { wallSeconds } from '../../../src/core/expression/civil-date.ts';
import { collectReferences, quoteText, type SqlColumn, type SqlType } from '../../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { joined, say } from '../../../src/core/text/say.ts';
import { fieldContext } from '../../../src/core/validation/record-environment.ts';
import { invalidCharacter } from '../../../src/core/validation/text-checks.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import { choicesOf } from '../../metadata/choices.ts';
import { choiceSources } from '../call/choice-rules.ts';
import { callFor } from '../call/entity-call.ts';
import type { EntityCall } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';
import { textArgument } from '../call/text-argument.ts';

/** The place of a reference: a field, or a column of a sub-table, with the values that its condition reads. */
export interface ReferencePlace {
  /** Entity whose record refers. */
  readonly model: EntityModel;
  readonly field: FieldModel;
  /** The field of the entity itself: the table where `field` is a column of one. */
  readonly top: FieldModel;
  /** Values of the referring record by field. */
  readonly values: Row;
  /** Id of the referring record, where it is stored and the caller names it. */
  readonly recordId: string | undefined;
}

/** Keys of the referring record's fields that a reference's condition and rules read. */
export function conditionReads(field: FieldModel): readonly string[] {
  return choiceSources(field).flatMap((source) =>
    collectReferences(expressionNode(source)).flatMap((name) =>
      name.startsWith('record.') ? [name.slice('record.'.length)] : [],
    ),
  );
}

/** The referring record in a reference's condition: `record.x` as SQL. */
export function referringRecord(
  model: EntityModel,
  values: Row,
  { world, context }: EntityCall,
): NonNullable<Parameters<typeof sqlEnvironment>[3]> {
  const tenant = quoteText(context.tenantId);
  const bound = boundRecord(model, (field) => constantSql(field, values[field.key] ?? null), tenant, world);
  return ([record, ...path]) => (record === 'record' && path.length > 0 ? bound(path) : undefined);
}

/** A value of the referring record as SQL; texts are quoted, since a column's place takes no parameter. */
function constantSql(field: FieldModel, value: unknown): SqlColumn {
  const kind = field.type.group === 'file' ? 'text[]' : (field.column?.kind ?? liveType(field));
  // A moment is told as the wall clock of the plant, whatever zone the connection is in.
  const type: SqlType = kind === 'jsonb' ? 'text' : kind === 'timestamptz' ? 'timestamp' : kind;
  const quoted = (text: unknown) => quoteText(String(text));
  if (value === null) return { sql: `null::${type}`, type };
  if (Array.isArray(value)) return { sql: `array[${value.map(quoted).join(', ')}]::${type}`, type };
  return { sql: `${quoted(value)}::${type}`, type };
}

/**
 * The place that a picker names: `for` is `entity.field` or `entity.table.column`, `record` the values that the
 * condition of the reference reads, as JSON. Undefined where it names none; refused where it is none of this target's.
 */
export function readPlace(call: EntityCall, args: Readonly<Record<string, unknown>>): ReferencePlace | undefined {
  const named = textArgument(args.for);
  if (named === undefined) return undefined;
  const [entity = '', key = '', column] = named.split('.');
  const model = call.snapshot.entities.get(entity);
  const top = model?.field.get(key);
  const field = column === undefined ? top : top?.columns?.find((one) => one.key === column);
  if (model === undefined || top === undefined || field?.target !== call.model.key) {
    throw invalidInput([{ pointer: '/for', msg: say('没有这样的引用字段') }]);
  }
  const text = textArgument(args.record);
  const given = text === undefined ? {} : parsed(text);
  return {
    model,
    field,
    top,
    values: readValues(callFor(call, model), conditionReads(field), given),
    recordId: typeof given.id === 'string' ? given.id : undefined,
  };
}

function readValues(call: EntityCall, keys: readonly string[], given: Row): Row {
  const values: Row = {};
  for (const key of keys) {
    const field = call.model.field.get(key);
    const value = Object.hasOwn(given, key) ? (given[key] ?? null) : null;
    if (field === undefined || value === null) continue;
    const fault = valueFault(call, field, value);
    if (fault !== undefined) throw invalidInput([{ pointer: `/record/${key}`, msg: fault }]);
    values[key] = value;
  }
  return values;
}

// What stands in SQL has to be a value that the field could hold, whatever else the caller wrote.
function valueFault(call: EntityCall, field: FieldModel, value: unknown): string | undefined {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isPlain = entries.every((entry) => ['string', 'number', 'boolean'].includes(typeof entry));
  const isList = field.column?.kind.endsWith('[]') === true;
  const isText = field.column?.kind === 'text' || field.column?.kind === 'text[]';
  if (!isPlain || Array.isArray(value) !== isList || field.column?.kind === 'jsonb' || (field.base && !isText)) {
    return say('{field}不正确', { field: field.title });
  }
  for (const entry of entries) {
    const fault = typeof entry === 'string' ? invalidCharacter(entry) : undefined;
    if (fault !== undefined) return joined(field.title, fault);
  }
  if (field.type.group === 'computed' && !isList && !couldBeComputed(field, value)) {
    return say('{field}不正确', { field: field.title });
  }
  const context = fieldContext(field, { choices: (asked) => choicesOf(call.snapshot, asked) });
  const fault = field.base ? undefined : field.type.check(value, context);
  return fault === undefined ? undefined : joined(field.title, fault);
}

// The types of computed fields check nothing: nobody enters them.
function couldBeComputed({ valueType }: FieldModel, value: unknown): boolean {
  if (valueType === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (valueType === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'string') return false;
  if (valueType !== 'date' && valueType !== 'dateTime') return true;
  return value.length === (valueType === 'date' ? 10 : 19) && wallSeconds(value) !== null;
}

function parsed(text: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row;
  throw invalidInput([{ pointer: '/record', msg: say('记录的值不正确') }]);
}
