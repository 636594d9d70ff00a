import { boundRecord } from '../../../../src/compile/sql/bound-record.ts';
import { inlineLive, sameTenant, sqlEnvironment } from '../../../../src/compile/sql/record-sql.ts';
import { AnlanError } from '../../../../src/core/errors/catalogue.ts';
import {
  compileExpressionSql,
  Decimal,
  joinSql,
  quoteIdentifier,
  renderSql,
  type SqlFragment,
  sql,
} from '../../../../src/core/expression/index.ts';
import type { CreateStep, EntityModel, LibraryStep } from '../../../../src/core/model/entity-model.ts';
import { say } from '../../../../src/core/text/say.ts';
import { evaluateOver, holds } from '../../../../src/core/validation/record-environment.ts';
import { withCall } from '../../call/entity-call.ts';
import { withBehind } from '../../call/environment.ts';
import { prepareEnvironment } from '../../call/prepare-environment.ts';
import { readRowsOf } from '../../call/read-rows.ts';
import type { Row } from '../../call/record-row.ts';
import { recordTitle } from '../../call/record-title.ts';
import { titledRow } from '../../call/titled-row.ts';
import { valuePlacer } from '../../call/value-placer.ts';
import type { RunningEffect } from './effect-runner.ts';
import { MOST_TOUCHED } from './records-where.ts';

/** A row that gives a record, and the child of the acting record for which it was taken. */
export interface LibraryRow {
  readonly row: Row;
  readonly over: Row | undefined;
}

/** The acting record with its child, one of whose samples is drawn. */
interface Drawing {
  readonly running: RunningEffect<CreateStep>;
  readonly library: LibraryStep;
  readonly model: EntityModel;
  readonly over: { readonly model: EntityModel; readonly row: Row } | undefined;
}

/**
 * Rows of a library that each give a record: those that its condition takes; with `sample` so many of them, in an order
 * that the seed alone decides, for each child of `over` and none twice. Throws where there are too few or too many.
 */
export async function drawnRows(
  running: RunningEffect<CreateStep>,
  library: LibraryStep,
): Promise<readonly LibraryRow[]> {
  const { tx, record } = running;
  const model = tx.call.snapshot.entities.get(library.entity);
  if (model === undefined) return [];
  const isPlain = library.over === undefined && library.sample === undefined;
  if (isPlain && library.where?.serverOnly !== true) return taken(running, model, library);
  const child = library.over === undefined ? undefined : tx.call.snapshot.entities.get(library.over);
  const owner = library.of === undefined ? record.id : record[library.of];
  const sections = child === undefined || typeof owner !== 'string' ? [] : await childRows(running, child, owner);
  const drawings: readonly Drawing[] =
    child === undefined
      ? [{ running, library, model, over: undefined }]
      : sections.map((row) => ({ running, library, model, over: { model: child, row } }));
  const drawn: LibraryRow[] = [];
  for (const drawing of drawings) {
    const ids = await draw(
      drawing,
      drawn.map(({ row }) => String(row.id)),
    );
    if (drawn.length + ids.length > MOST_TOUCHED) throw tooMany(model);
    const rows = await readRowsOf(withCall(tx, { ...tx.call, model }), model, { ids });
    const byId = new Map(rows.map((row) => [String(row.id), row]));
    for (const id of ids) {
      const row = byId.get(id);
      if (row !== undefined) drawn.push({ row, over: drawing.over?.row });
    }
  }
  return drawn;
}

/** Rows of a library that its condition takes, oldest first. */
async function taken(
  { tx, subject, record, environment }: RunningEffect<CreateStep>,
  model: EntityModel,
  { where }: LibraryStep,
): Promise<readonly LibraryRow[]> {
  const own = withCall(tx, { ...tx.call, model });
  const rows = await readRowsOf(own, model);
  const others = { ...environment.others, record, parent: record, outer: record };
  const beside = { record: subject, parent: subject, outer: subject };
  const found: LibraryRow[] = [];
  for (const row of rows) {
    const over = where && (await prepareEnvironment(own, row, { others, beside, expressions: [where] }));
    if (where === undefined || over === undefined || holds(where, row, over)) found.push({ row, over: undefined });
  }
  return found;
}

function childRows({ tx }: RunningEffect<CreateStep>, child: EntityModel, id: string): Promise<Row[]> {
  const below = { field: child.parent?.field ?? '', id };
  return readRowsOf(withCall(tx, { ...tx.call, model: child }), child, { below });
}

/** Ids of the rows that one drawing takes, none of which was drawn before. */
async function draw(drawing: Drawing, before: readonly string[]): Promise<readonly string[]> {
  const { running, library, model, over } = drawing;
  const { tx, record, environment } = running;
  const asked = [library.sample, library.seed].filter((one) => one !== undefined);
  const around =
    over === undefined
      ? environment
      : await withBehind(tx, { ...environment, others: { ...environment.others, over: over.row } }, asked, [
          { name: 'over', model: over.model, rows: [over.row] },
        ]);
  const wanted = library.sample === undefined ? undefined : wholeNumber(evaluateOver(library.sample, record, around));
  if (wanted === 0) return [];
  const seed = library.seed === undefined ? null : evaluateOver(library.seed, record, around);
  const most = Math.min(wanted ?? MOST_TOUCHED + 1, MOST_TOUCHED + 1);
  const { text, values } = renderSql(drawSql(drawing, { before, seed: String(seed ?? ''), most }));
  const ids = (await tx.db.query<{ id: string }>(text, values)).map(({ id }) => id);
  if (ids.length > MOST_TOUCHED) throw tooMany(model);
  if (wanted !== undefined && ids.length < wanted) {
    const titled = over && { ...over, row: await titledRow(tx, over.row, over.model) };
    throw tooFew({ ...drawing, over: titled }, wanted, ids.length);
  }
  return ids;
}

function wholeNumber(value: unknown): number {
  return value instanceof Decimal ? Math.max(0, Math.floor(Number(value.toString()))) : 0;
}

function drawSql(
  { running, library, model, over }: Drawing,
  { before, seed, most }: { readonly before: readonly string[]; readonly seed: string; readonly most: number },
): SqlFragment {
  const { tx, subject, record } = running;
  const { call } = tx;
  const columns = new Map<string, SqlFragment>([
    ['tenantId', sql`${{ value: call.context.tenantId, type: 'text' }} as "tenantId"`],
  ]);
  const place = valuePlacer(columns, 'p', call.snapshot.timeZone);
  const bound = (of: EntityModel, name: string, row: Row) =>
    boundRecord(of, (field) => place(field, `${name}.${field.id}`, row), 'p."tenantId"', call.world);
  const acting = bound(subject, 'record', record);
  const child = over && bound(over.model, 'over', over.row);
  const environment = sqlEnvironment(model, 't', call.world, ([first = '', ...path]) => {
    if (path.length === 0) return undefined;
    if (first === 'over') return child?.(path);
    return first === 'record' || first === 'parent' || first === 'outer' ? acting(path) : undefined;
  });
  const { where } = library;
  const holding =
    where === undefined
      ? sql`true`
      : compileExpressionSql(inlineLive(where.node, model), environment, { position: 'condition' });
  const order =
    library.sample === undefined
      ? sql`t.id`
      : sql`hashtextextended(t.id, hashtextextended(${{ value: seed, type: 'text' }}, 0)), t.id`;
  const drawn = sql`t.id = any(${{ value: before, type: 'text[]' }})`;
  return sql`select t.id from data.${quoteIdentifier(model.id)} t, (select ${joinSql([...columns.values()], ', ')}) p where ${sameTenant(model, 't', 'p')} and t."isDeleted" = 0 and not ${drawn} and (${holding}) order by ${order} limit ${String(most)}`;
}

function tooMany(target: EntityModel): AnlanError {
  return new AnlanError('guardFailed', {
    detail: say('一次联动涉及的{target}超过{most}条，请缩小范围', { target: target.title, most: MOST_TOUCHED }),
  });
}

function tooFew({ running: { tx }, model, over }: Drawing, wanted: number, found: number): AnlanError {
  const target = model.title;
  if (over === undefined) {
    return new AnlanError('guardFailed', {
      detail: say('要抽取{wanted}条{target}，符合条件的只有{found}条', { wanted, target, found }),
    });
  }
  const call = { ...tx.call, model: over.model };
  const section = recordTitle(call, over.row, String(over.row.id));
  return new AnlanError('guardFailed', {
    detail: say('“{section}”要抽取{wanted}条{target}，符合条件的只有{found}条', { section, wanted, target, found }),
  });
}
