import {
  type CallNode,
  Decimal,
  type ExpressionNode,
  joinSql,
  quoteIdentifier,
  renderSql,
  sql,
  type Value,
} from '../../../src/core/expression/index.ts';
import { answeredValue } from './answer-text.ts';
import { askedAbout, type ExistsSubject } from './exists-questions.ts';
import type { Reading } from './ports.ts';

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
  const questions = [...new Set(calls)].map((node) => ({ node, ...askedAbout(tx.call, node, subject) }));
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

function answerOf({ name }: CallNode, found: string | null): ExistsAnswer {
  if (name === 'total') return new Decimal(found ?? 0);
  return name === 'first' ? found : found === 'true';
}
