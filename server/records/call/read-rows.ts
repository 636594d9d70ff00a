import type { RowAccess } from '../../../src/compile/sql/access-conditions.ts';
import { compileDetailQuery, compileListQuery, type ListShape } from '../../../src/compile/sql/list-query.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import type { EntityCall, Reading } from './ports.ts';
import { queryInput, runQuery } from './query-input.ts';
import { createRowReader, isSecret, type Row } from './record-row.ts';

/** Fields that rows read by the platform have: all but passwords. */
export function readableFields(model: EntityModel): FieldModel[] {
  return model.fields.filter((field) => !isSecret(field) && (field.live || field.column !== undefined));
}

/** Fields that rows need of which expressions mention these names: what is computed with each reading only where it is meant. */
export function mentionedFields(model: EntityModel, names: ReadonlySet<string>): FieldModel[] {
  return readableFields(model).filter(({ live, key }) => !live || names.has(key));
}

/** Rows of an entity as the platform reads them, oldest first: all, those with some ids, or those below one or several records. */
export async function readRowsOf(
  tx: Reading,
  model: EntityModel,
  options: {
    readonly below?: { readonly field: string } & ({ readonly id: string } | { readonly ids: readonly string[] });
    readonly ids?: readonly string[];
    readonly labels?: boolean;
    /** Fields that they need. Default all that are readable. */
    readonly fields?: readonly FieldModel[];
    /** Rows of them that are wanted. Default all. */
    readonly access?: RowAccess;
  } = {},
): Promise<Row[]> {
  const { call } = tx;
  const { below, labels = false, fields = readableFields(model) } = options;
  const reference = below === undefined ? undefined : model.field.get(below.field);
  const several = below !== undefined && 'ids' in below;
  const id = model.field.get('id');
  const shape: ListShape = {
    model,
    fields,
    where: [],
    access: options.access ?? 'all',
    filters: reference === undefined ? [] : [{ field: reference, how: several ? 'any' : 'equals', argument: 'below' }],
    search: [],
    byIds: options.ids !== undefined,
    sort: id === undefined ? [] : [{ field: id, descending: false }],
    paged: false,
    total: 'none',
    labels,
  };
  const query = compileListQuery(shape, call.world);
  const rows = await runQuery(
    tx.db,
    { ...query, name: undefined },
    queryInput(call, { below: several ? below.ids : below?.id, ids: options.ids }),
  );
  const read = createRowReader(fields, call.snapshot, labels);
  for (const row of rows) read(row);
  return rows;
}

/** One record of another entity as the platform reads it, a removed one too; undefined where there is none. */
export async function readValuesOf(
  tx: Reading,
  model: EntityModel,
  id: string,
  fields: readonly FieldModel[] = readableFields(model),
): Promise<Row | undefined> {
  const { call } = tx;
  const query = compileDetailQuery({ model, fields, access: 'all', labels: false }, call.world, { removed: true });
  const [row] = await runQuery(tx.db, { ...query, name: undefined }, queryInput(call, { id }));
  if (row === undefined) return undefined;
  return createRowReader(fields, call.snapshot, false)(row);
}

const tables = new WeakMap<EntityCall, Map<string, Promise<readonly Row[]>>>();

/** All rows of a small entity, with these fields, read once for a call. */
export function readSmallTable(
  tx: Reading,
  model: EntityModel,
  fields: readonly FieldModel[] = readableFields(model),
): Promise<readonly Row[]> {
  const { call } = tx;
  let known = tables.get(call);
  if (known === undefined) {
    known = new Map();
    tables.set(call, known);
  }
  const asked = [model.key, ...fields.map(({ key }) => key)].join(' ');
  let rows = known.get(asked);
  if (rows === undefined) {
    rows = readRowsOf(tx, model, { fields });
    known.set(asked, rows);
  }
  return rows;
}
