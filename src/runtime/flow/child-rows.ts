import { type ActionPlan, recordActions } from '../../compile/toolbar/compile-toolbar.ts';
import { type ExpressionUser, OutOfReachError } from '../../core/expression/index.ts';
import type { FieldModel, GuardModel } from '../../core/model/entity-model.ts';
import { holds, type RecordEnvironment } from '../../core/validation/record-environment.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { parentField } from '../model/child-page.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { childEnvironment } from './transition-form.ts';

/** Columns of a table of children where the child's own pages name none. */
const COLUMNS = 4;

function isRow(value: unknown): value is WireRecord {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

/** Rows of a child entity as the detail of their parent carries them; undefined where it carries none of that kind. */
export function rowsOf(record: WireRecord, child: string): readonly WireRecord[] | undefined {
  const { children } = record;
  if (typeof children !== 'object' || children === null || !Object.hasOwn(children, child)) return undefined;
  const value = (children as Readonly<Record<string, unknown>>)[child];
  return Array.isArray(value) ? value.filter(isRow) : undefined;
}

/** Fields that the table of a child shows; the rest unfolds below the row. */
export function tableFields(child: EntityPageModel): readonly FieldModel[] {
  const parent = parentField(child);
  const named = Object.values(child.metadata.children?.[child.model.key]?.entity.pages ?? {})[0]?.columns;
  const keys = named?.map((column) => (typeof column === 'string' ? column : column.field));
  const own = child.model.fields.filter(
    ({ key, base, property, type }) =>
      key !== parent &&
      !base &&
      property.hidden !== true &&
      property.endOf === undefined &&
      !property.writeOnly &&
      type.group !== 'file',
  );
  // What was said (an opinion, a reason) comes before how it was classed.
  const rank = ({ key }: FieldModel) => (key === child.model.label ? 0 : 1);
  if (keys === undefined) return own.toSorted((one, other) => rank(one) - rank(other)).slice(0, COLUMNS);
  return keys.flatMap((key) => {
    const field = key === parent ? undefined : child.model.field.get(key);
    return field === undefined || field.property.hidden === true ? [] : [field];
  });
}

/** Fields that the steps of a child's rows tell, beside its name; none where its rows are no steps. */
export function chainFields({ model, metadata }: EntityPageModel): readonly FieldModel[] {
  const keys = metadata.children?.[model.key]?.entity.parent?.chain ?? [];
  return keys.flatMap((key) => (key === model.label ? [] : (model.field.get(key) ?? [])));
}

/** All fields of a row as they are read, in the order of the form. */
export function readFields(child: EntityPageModel): readonly FieldModel[] {
  const parent = parentField(child);
  return child.model.fields.filter(
    ({ key, base, property }) =>
      key !== parent && !base && property.hidden !== true && property.endOf === undefined && !property.writeOnly,
  );
}

/** What a person may do with the children of one kind. */
interface ChildRights {
  readonly create: boolean;
  edit(row: WireRecord): boolean;
  remove(row: WireRecord): boolean;
}

/** Rights on children as the server's abilities say them. */
export function childRights(child: EntityPageModel, parent: WireRecord): ChildRights {
  const { childAbilities } = parent;
  const { key } = child.model;
  const own =
    typeof childAbilities === 'object' && childAbilities !== null && Object.hasOwn(childAbilities, key)
      ? (childAbilities as Readonly<Record<string, { readonly add?: boolean }>>)[key]
      : undefined;
  return {
    create: own?.add === true,
    edit: (row) => row.abilities?.edit === true,
    remove: (row) => row.abilities?.delete === true,
  };
}

/**
 * Actions that a row can take now, besides being changed or removed where it stands: those of its own pages that the
 * server lets the person do, without those that the row or the record above it speaks against.
 */
export function rowActions(
  child: EntityPageModel,
  parent: WireRecord,
  row: WireRecord,
  person: Person,
): readonly ActionPlan[] {
  return takeable({ child, parent, row, person }, child.toolbar.row);
}

/** A step that several rows can take with one answer, and the rows that can take it now. */
export interface StepTogether {
  readonly plan: ActionPlan;
  readonly rows: readonly WireRecord[];
}

/** The steps that a person can take on several of the rows at once (`together`): a signature for all that he ticks. */
export function stepsTogether(
  child: EntityPageModel,
  parent: WireRecord,
  rows: readonly WireRecord[],
  person: Person,
): readonly StepTogether[] {
  const plans = child.toolbar.batch.filter(({ kind, asks }) => kind === 'transition' && asks.length > 0);
  return plans
    .map((plan) => ({ plan, rows: rows.filter((row) => takeable({ child, parent, row, person }, [plan]).length > 0) }))
    .filter((step) => step.rows.length > 1);
}

interface Person {
  readonly me: ExpressionUser;
  readonly can: (button: string) => boolean;
}

/** Of some actions those that a row can take, with what they ask still open. */
function takeable(
  { child, parent, row, person }: { child: EntityPageModel; parent: WireRecord; row: WireRecord; person: Person },
  plans: readonly ActionPlan[],
): readonly ActionPlan[] {
  const { model } = child;
  const environment = childEnvironment(child, parent, person.me, row);
  // An entity's own button is held on a page of its own, of which this is none.
  const codes = Object.keys(child.metadata.children?.[model.key]?.entity.pages ?? {});
  return recordActions(plans, row.abilities).filter((plan) => {
    if (plan.kind === 'custom') return codes.some((code) => person.can(`${code}_${plan.key}`));
    const transition = Object.hasOwn(model.transitions, plan.key) ? model.transitions[plan.key] : undefined;
    if (transition === undefined) return plan.kind === 'enable' || plan.kind === 'disable';
    const asked = new Set(plan.asks.map(({ field }) => field));
    return transition.guards.every((guard) => isDecidedLater(guard, asked) || stands(guard, row, environment));
  });
}

/**
 * Whether a row waits for the person: a step is his that takes it on. One of danger stops it, and may be taken for ever;
 * one that calls nobody is taken now and then.
 */
export function awaits(...args: Parameters<typeof rowActions>): boolean {
  const { transitions } = args[0].model;
  const callsNobody = (key: string) => Object.hasOwn(transitions, key) && transitions[key]?.waits.call === 'none';
  return rowActions(...args).some(({ danger, key }) => !danger && !callsNobody(key));
}

/** Whether what a person enters, or only the server, decides on a guard. */
function isDecidedLater({ when }: GuardModel, asked: ReadonlySet<string>): boolean {
  return (
    when.serverOnly || when.references.some((name) => name.startsWith('row.') || asked.has(name.split('.')[0] ?? name))
  );
}

function stands({ when }: GuardModel, row: WireRecord, environment: RecordEnvironment): boolean {
  try {
    return holds(when, row, environment);
  } catch (error) {
    if (error instanceof OutOfReachError) return true;
    throw error;
  }
}

/** Whether who wrote a row, and when, is told beside it: where the entity has no pages of its own, whose fields name whom they need. */
export function isSigned(child: EntityPageModel): boolean {
  const { pages = {} } = child.metadata.children?.[child.model.key]?.entity ?? {};
  return Object.keys(pages).length === 0;
}

/** What was sealed when a row was written; undefined where nothing was. */
export function evidenceOf(row: WireRecord): { readonly id: string; readonly hash: string | null } | undefined {
  const { evidence } = row;
  if (typeof evidence !== 'object' || evidence === null || !('id' in evidence)) return undefined;
  const hash = 'hash' in evidence && typeof evidence.hash === 'string' ? evidence.hash : null;
  return typeof evidence.id === 'string' ? { id: evidence.id, hash } : undefined;
}
