/**
 * The joint index: one GIN index over all persons of a record, all its departments, its commonest choices and its texts,
 * for an entity whose rows belong to a person by several fields. Nine fields joined by `or` would be nine indexes, whose
 * rows are fetched before anything else is asked of them; GIN meets the persons with a choice or a text inside the index,
 * so that only rows are fetched that are answered. It holds removed rows too: PostgreSQL never meets two indexes that
 * leave out the same rows with each other, and keeps no statistics of their values.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { quoteIdentifier } from '../../core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';

/** Choices that the index knows: what else is filtered by is rarer, or has an index that is met with this one. */
const MOST_CHOICES = 4;

/** What the joint index of an entity is made of, besides its texts. */
interface JointIndex {
  readonly users: readonly FieldModel[];
  readonly depts: readonly FieldModel[];
  /** Fields of few values that lists filter by. */
  readonly choices: readonly FieldModel[];
}

/** The joint index of an entity; undefined where one field at most says whose a row is. */
export function jointIndexOf(model: EntityModel): JointIndex | undefined {
  const stored = (keys: readonly string[]) =>
    keys.map((key) => model.field.get(key)).filter((field) => field?.column !== undefined) as FieldModel[];
  const users = stored(model.owners.users);
  if (users.length < 2) return undefined;
  const filters = new Set(Object.values(model.pages).flatMap((page) => page.filters));
  return {
    users,
    depts: stored(model.owners.depts),
    choices: stored([...filters])
      .filter(isChoice)
      .slice(0, MOST_CHOICES),
  };
}

function isChoice({ column, property, filter }: FieldModel): boolean {
  const isNamed = property.options !== undefined || property.dict !== undefined;
  return isNamed && column?.kind === 'text' && (filter === 'any' || filter === 'equals') && property.index !== false;
}

/** What the index holds of some fields together, as the index and its queries must both write it. */
function jointValues(fields: readonly FieldModel[], alias?: string): string {
  const column = ({ id }: FieldModel) => `${alias === undefined ? '' : `${alias}.`}${quoteIdentifier(id)}`;
  const single = fields.filter((field) => field.column?.kind !== 'text[]').map(column);
  const lists = fields.filter((field) => field.column?.kind === 'text[]').map(column);
  return `(${[...(single.length > 0 ? [`array[${single.join(', ')}]`] : []), ...lists].join(' || ')})`;
}

/** Definition of the index, with what it holds of texts. */
export function jointDefinition({ users, depts, choices }: JointIndex, texts: readonly string[]): string {
  const parts = [users, ...(depts.length > 0 ? [depts] : []), ...choices.map((choice) => [choice])];
  return `using gin (${[...parts.map((fields) => jointValues(fields)), ...texts].join(', ')})`;
}

/** That one of the fields holds one of the values, for the index to answer. */
export function jointCondition(fields: readonly FieldModel[], values: RawBuilder<unknown>, alias: string) {
  return sql<SqlBool>`${sql.raw(jointValues(fields, alias))} && ${values}`;
}
