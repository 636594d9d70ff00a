import { compileAsked } from '../../../src/compile/sql/bound-record.ts';
import { columnSql, liveType, renamedOptions } from '../../../src/compile/sql/column-sql.ts';
import {
  type CallNode,
  Decimal,
  type ExpressionNode,
  joinSql,
  quoteIdentifier,
  renderSql,
  type SqlColumn,
  type SqlFragment,
  type SqlType,
  sql,
  type Value,
} from '../../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { instantOfWallClock } from '../../ground/database/wall-clock.ts';
import { answeredValue, answerText } from './answer-text.ts';
import type { EntityCall, Reading } from './ports.ts';
import { columnValue, type Row } from './record-row.ts';

/** The record that an `exists` looks from, with the special records of its place. */
interface ExistsSubject {
  readonly record: Row;
  readonly stored: Row | undefined;
  readonly row: Row | undefined;
  /** Entity whose fields a proposed row has; undefined where it only has fields of the record. */
  readonly rowModel: EntityModel | undefined;
}

/** A number of `total`, a text of `first`, and whether `exists` or `within` holds. */
type ExistsAnswer = boolean | Decimal | string | null;

/** What the database found. */
interface Answers {
  /** Of `exists`, `total`, `first` and `within`, by the node behind the entity. */
  readonly answers: ReadonlyMap<ExpressionNode, ExistsAnswer>;
  /** Of aggregates, by the call itself. */
  readonly aggregates: ReadonlyMap<CallNode, Value>;
}

const ARGUMENT_KEYED: readonly string[] = ['exists', 'total', 'first', 'within'];

/** What was asked already, by the question as PostgreSQL was asked it. Holds as long as nobody waited for others or wrote. */
export type ExistsMemory = Map<string, string | null>;

interface Question {
  readonly node: CallNode;
  readonly query: SqlFragment;
  readonly type: SqlType;
  readonly key: string;
}

/**
 * Answers calls over rows for a record that need not be stored yet: its values stand as a row of one, and the call is the
 * SQL that lists use too, so both always agree. All that is not known yet is asked at once.
 */
export async function answerExists(
  tx: Reading,
  calls: readonly CallNode[],
  subject: ExistsSubject,
  memory: ExistsMemory = new Map(),
): Promise<Answers> {
  const questions = questionsOf(tx.call, calls, subject);
  const open = new Map(questions.filter(({ key }) => !memory.has(key)).map(({ key, query }) => [key, query]));
  if (open.size > 0) {
    const columns = [...open.values()].map((query, index) => sql`(${query}) as ${quoteIdentifier(`found${index}`)}`);
    const { text, values } = renderSql(sql`select ${joinSql(columns, ', ')}`);
    const [row = {}] = await tx.db.query<Record<string, string | null>>(text, values);
    for (const [index, key] of [...open.keys()].entries()) memory.set(key, row[`found${index}`] ?? null);
  }
  const answers = new Map<ExpressionNode, ExistsAnswer>();
  const aggregates = new Map<CallNode, Value>();
  for (const { node, type, key } of questions) {
    const found = memory.get(key) ?? null;
    const [, behind] = node.arguments;
    if (!ARGUMENT_KEYED.includes(node.name)) aggregates.set(node, answeredValue(found, type));
    else if (behind !== undefined) answers.set(behind, answerOf(node, found));
  }
  return { answers, aggregates };
}

function questionsOf(call: EntityCall, calls: readonly CallNode[], subject: ExistsSubject): readonly Question[] {
  return [...new Set(calls)].map((node) => {
    const { query, type } = existsQuery(call, node, subject);
    const { text, values } = renderSql(query);
    return { node, query, type, key: JSON.stringify([text, values]) };
  });
}

function answerOf({ name }: CallNode, found: string | null): ExistsAnswer {
  if (name === 'total') return new Decimal(found ?? 0);
  return name === 'first' ? found : found === 'true';
}

/**
 * Puts values of fields into a row of one, under a name each, and gives the column as an expression reads it. Whether it
 * is null is known: `is not distinct from`, which asks for both, is answered by no index, but by reading all records.
 * @param columns what the row's `select` holds; it grows with each value.
 */
export function valuePlacer(columns: Map<string, SqlFragment>, alias: string, zone: string) {
  return (field: FieldModel, name: string, values: Row | undefined): SqlColumn => {
    const stored = columnSql(field, alias);
    const given = values?.[field.key] ?? null;
    const plain = stored === undefined || renamedOptions(field) !== undefined || field.type.group === 'file';
    const type = stored?.type ?? liveType(field);
    const value =
      plain && type !== 'timestamptz' ? given : plain ? instant(given, zone) : columnValue(field, given, zone);
    columns.set(name, sql`${{ value, type }} as ${quoteIdentifier(name)}`);
    const known = value === null ? { notNull: false, isNull: true } : { notNull: true };
    const column = `${alias}.${quoteIdentifier(name)}`;
    return plain ? { sql: column, type, ...known } : { ...stored, sql: column, ...known };
  };
}

function existsQuery(
  call: EntityCall,
  node: CallNode,
  subject: ExistsSubject,
): { readonly query: SqlFragment; readonly type: SqlType } {
  const columns = new Map<string, SqlFragment>([
    ['tenantId', sql`${{ value: call.context.tenantId, type: 'text' }} as "tenantId"`],
  ]);
  const zone = call.snapshot.timeZone;
  const place = valuePlacer(columns, 't', zone);
  const sides = { '': subject.record, old: subject.stored, row: subject.row };
  const asked = { model: call.model, rowModel: subject.rowModel };
  const found = compileAsked(node, asked, call.world, (field, side) =>
    place(field, side === '' ? field.id : `${side}.${field.id}`, sides[side]),
  );
  const query = sql`select ${answerText(found, zone)} as found from (select ${joinSql([...columns.values()], ', ')}) t`;
  return { query, type: found.type };
}

function instant(value: unknown, zone: string): string | null {
  return typeof value === 'string' ? (instantOfWallClock(value, zone)?.toISOString() ?? null) : null;
}
