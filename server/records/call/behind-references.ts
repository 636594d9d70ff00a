import { collectReferences, type ExpressionNode } from '../../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import type { Reading } from './ports.ts';
import { readRowsOf, readValuesOf } from './read-rows.ts';
import type { Row } from './record-row.ts';

/** Records at which paths begin: the record itself under `''`, those beside it by their names (`old`, `parent`, `over`). */
export interface Beginning {
  readonly name: string;
  readonly model: EntityModel;
  /** One, or several of which each is seen in its turn. */
  readonly rows: readonly Row[];
}

/** Values behind references, by `behindKey`. */
export type BehindReferences = ReadonlyMap<string, unknown>;

/**
 * Where a value behind a reference is kept: by the names of the rows in which the path begins (`items.`), the path, and
 * for what there are several of by the id that the reference holds.
 */
export function behindKey(path: string, id?: unknown): string {
  return id === undefined ? path : `${path}@${String(id)}`;
}

/** What is wanted of one record behind a reference. */
interface Wanted {
  readonly target: string;
  readonly id: string;
  /** Path to the record as `collectReferences` writes it. */
  readonly path: string;
  /** The id of the first record behind, where rows or one of several records began the path. */
  readonly of: string | undefined;
  /** Names still to go: a field of the record, and what stands behind that. */
  readonly rest: readonly string[];
}

const pathsOf = new WeakMap<ExpressionNode, readonly (readonly string[])[]>();

function behindPaths(node: ExpressionNode): readonly (readonly string[])[] {
  let known = pathsOf.get(node);
  if (known === undefined) {
    const paths = collectReferences(node).filter((path) => path.includes('.') && !path.startsWith('@'));
    known = paths.map((path) => path.split('.')).filter(([first]) => first !== 'me');
    pathsOf.set(node, known);
  }
  return known;
}

/** Reads what expressions need from behind the references of the records at which their paths begin, and of their rows. */
export async function readBehindReferences(
  tx: Reading,
  nodes: readonly ExpressionNode[],
  beginnings: readonly Beginning[],
): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  const paths = new Map(nodes.flatMap(behindPaths).map((path) => [path.join('.'), path]));
  let wanted = [...paths.values()].flatMap((path) => begun(tx, path, beginnings));
  while (wanted.length > 0) wanted = await readWanted(tx, wanted, found);
  return found;
}

function begun(tx: Reading, path: readonly string[], beginnings: readonly Beginning[]): readonly Wanted[] {
  const [first = '', ...rest] = path;
  const named = first === '' ? [] : beginnings.filter(({ name }) => name === first);
  const isNamed = named.length > 0;
  const from = isNamed ? named : beginnings.filter(({ name }) => name === '');
  const names = isNamed ? rest : path;
  const before = isNamed ? [first] : [];
  return from.flatMap(({ model, rows }) => {
    const several = rows.length > 1;
    return rows.flatMap((row) => within(tx, { model, columns: model.field }, { row, names, before, several }));
  });
}

/** Where a path stands on its way to a reference: in a record, or in a row of one. */
interface Way {
  readonly row: Row;
  readonly names: readonly string[];
  readonly before: readonly string[];
  /** Whether there are other rows to which the same path leads. */
  readonly several: boolean;
}

interface Names {
  /** Entity whose child entities the rows can be; undefined in a sub-table. */
  readonly model?: EntityModel;
  readonly columns: ReadonlyMap<string, FieldModel>;
}

function within(tx: Reading, { model, columns }: Names, { row, names, before, several }: Way): readonly Wanted[] {
  const [first = '', ...rest] = names;
  const value = row[first];
  if (rest.length === 0 || value === null || value === undefined) return [];
  const field = columns.get(first);
  const path = [...before, first];
  if (Array.isArray(value)) {
    const child = field === undefined && model !== undefined ? tx.call.snapshot.entities.get(first) : undefined;
    const own = field?.columns === undefined ? undefined : new Map(field.columns.map((column) => [column.key, column]));
    const inside: Names | undefined =
      child === undefined ? own && { columns: own } : { model: child, columns: child.field };
    if (inside === undefined) return [];
    const rows = value.filter((item): item is Row => typeof item === 'object' && item !== null);
    return rows.flatMap((item) => within(tx, inside, { row: item, names: rest, before: path, several: true }));
  }
  if (field?.target === undefined || typeof value !== 'string') return [];
  return [{ target: field.target, id: value, path: path.join('.'), of: several ? value : undefined, rest }];
}

/** Reads records of one step, each entity's at once; gives what is wanted behind them in turn. */
async function readWanted(tx: Reading, wanted: readonly Wanted[], into: Map<string, unknown>): Promise<Wanted[]> {
  const further: Wanted[] = [];
  for (const [key, of] of Map.groupBy(wanted, ({ target }) => target)) {
    const target = tx.call.snapshot.entities.get(key);
    if (target === undefined) continue;
    const fields = [...new Set(of.map(({ rest: [first = ''] }) => first))].flatMap(
      (name) => target.field.get(name) ?? [],
    );
    const records = await readRecords(tx, target, [...new Set(of.map(({ id }) => id))], fields);
    for (const { id, path, of: begunBy, rest } of of) {
      const [first = '', ...deeper] = rest;
      const value = records.get(id)?.[first];
      const own = `${path}.${first}`;
      if (deeper.length === 0) into.set(behindKey(own, begunBy), value);
      const next = target.field.get(first)?.target;
      if (deeper.length > 0 && next !== undefined && typeof value === 'string')
        further.push({ target: next, id: value, path: own, of: begunBy, rest: deeper });
    }
  }
  return further;
}

/** Records by id; one that was removed is still what a reference names. */
async function readRecords(
  tx: Reading,
  target: EntityModel,
  ids: readonly string[],
  fields: readonly FieldModel[],
): Promise<ReadonlyMap<string, Row>> {
  const id = target.field.get('id');
  const asked = id === undefined || fields.includes(id) ? fields : [id, ...fields];
  const rows = ids.length > 1 ? await readRowsOf(tx, target, { ids, fields: asked }) : [];
  const records = new Map(rows.map((row) => [String(row.id), row]));
  const still = tx.still?.entity === target.key ? tx.still.values : undefined;
  for (const one of ids) {
    if (still?.id === one && fields.every(({ key }) => Object.hasOwn(still, key))) records.set(one, still);
    const row = records.has(one) ? undefined : await readValuesOf(tx, target, one, fields);
    if (row !== undefined) records.set(one, row);
  }
  return records;
}
