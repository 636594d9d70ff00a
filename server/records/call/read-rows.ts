import type { RowAccess } from '../../../src/compile/sql/access-conditions.ts';
import { compileDetailQuery, compileListQuery, type ListShape } from '../../../src/compile/sql/list-query.ts';
import type { PlacedQuery } from '../../../src/compile/sql/query.ts';
import type { SqlWorld } from '../../../src/compile/sql/record-sql.ts';
import type { ExpressionNode } from '../../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import type { EntityCall, Reading } from './ports.ts';
import { queryInput, runQuery } from './query-input.ts';
import { createRowReader, isSecret, type Row } from './record-row.ts';
import { watched } from './watched-world.ts';

/** Fields that rows read by the platform have: all but passwords. */
export function readableFields(model: EntityModel): FieldModel[] {
  return model.fields.filter((field) => !isSecret(field) && (field.live || field.column !== undefined));
}

/** Fields that rows need of which expressions mention these names: what is computed with each reading only where it is meant. */
export function mentionedFields(model: EntityModel, names: ReadonlySet<string>): FieldModel[] {
  return readableFields(model).filter(({ live, key }) => !live || names.has(key));
}

const queriesOf = new WeakMap<MetadataSnapshot, WeakMap<EntityModel, Map<string, PlacedQuery>>>();

/** A query of the platform's own, compiled once where neither clock nor person decide what it is. */
function keptQuery(
  { snapshot, world }: EntityCall,
  model: EntityModel,
  key: string,
  compile: (world: SqlWorld) => PlacedQuery,
): PlacedQuery {
  const ofSnapshot = queriesOf.get(snapshot) ?? new WeakMap<EntityModel, Map<string, PlacedQuery>>();
  queriesOf.set(snapshot, ofSnapshot);
  const kept = ofSnapshot.get(model) ?? new Map<string, PlacedQuery>();
  ofSnapshot.set(model, kept);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const seen = watched(world);
  const query = { ...compile(seen.world), name: undefined };
  if (!seen.isLookedAt()) kept.set(key, query);
  return query;
}

const keysOf = (fields: readonly FieldModel[]): string => fields.map(({ key }) => key).join();

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
    /** Conditions on them over their own fields. Default none. */
    readonly where?: readonly ExpressionNode[];
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
    where: options.where ?? [],
    access: options.access ?? 'all',
    filters: reference === undefined ? [] : [{ field: reference, how: several ? 'any' : 'equals', argument: 'below' }],
    search: [],
    byIds: options.ids !== undefined,
    sort: id === undefined ? [] : [{ field: id, descending: false }],
    paged: false,
    total: 'none',
    labels,
  };
  const compile = (world: SqlWorld) => compileListQuery(shape, world);
  const by = `${reference?.key ?? ''} ${several} ${shape.byIds} ${labels}`;
  const query =
    shape.access === 'all' && shape.where.length === 0
      ? keptQuery(call, model, `rows ${by} ${keysOf(fields)}`, compile)
      : { ...compile(call.world), name: undefined };
  const input = queryInput(call, { below: several ? below.ids : below?.id, ids: options.ids });
  const rows = await runQuery(tx.db, query, input);
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
  const query = keptQuery(call, model, `record ${keysOf(fields)}`, (world) =>
    compileDetailQuery({ model, fields, access: 'all', labels: false }, world, { removed: true }),
  );
  const [row] = await runQuery(tx.db, query, queryInput(call, { id }));
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
