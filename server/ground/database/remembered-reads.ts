import type { Connection } from './database.ts';

/** What a statement touches, as far as its text says. */
interface Statement {
  /** Whether it changes no row; it may lock some, for as long as the transaction lasts. */
  readonly reads: boolean;
  readonly tables: readonly string[];
  /** The ids to which it is bound, of its only table; undefined where it may touch any row. */
  ids(values: readonly unknown[]): readonly unknown[] | undefined;
}

const TABLES = /\b(?:data|platform)"?\."?(\w+)/g;
/** A condition on the id, of one or of several. */
const BOUND = /(?<![\w".])(?:t\.)?(?:id|"id") = (?:any\()?\$(\d+)/;
/** An insertion of rows that are written out. */
const INSERTED = /^insert into [\w."]+ \(([^)]*)\) values /;
const CHANGES = /\b(?:insert into|update|delete from|merge into|truncate)\b/;
/** Locking is no change: the words stand at the end of a selection. */
const LOCKS = / for (?:no key )?update\b/g;
/** Words by which a condition on the id may be no more than one of several. */
const ALTERNATIVES = / (?:or|union|not \() ?/;

const known = new Map<string, Statement>();
/** Texts that are told apart; those that come later are looked at each time. */
const MOST_KNOWN = 5_000;

function statementOf(text: string): Statement {
  let statement = known.get(text);
  if (statement === undefined) {
    statement = looked(text);
    if (known.size < MOST_KNOWN) known.set(text, statement);
  }
  return statement;
}

function looked(text: string): Statement {
  const named = [...text.matchAll(TABLES)].map(([, table = '']) => table);
  const tables = [...new Set(named)];
  const reads = !CHANGES.test(text.replace(LOCKS, ''));
  const ids = named.length === 1 ? boundIds(text) : undefined;
  return { reads, tables, ids: ids ?? (() => undefined) };
}

function boundIds(text: string): Statement['ids'] | undefined {
  const columns = INSERTED.exec(text)?.[1]?.split(', ');
  if (columns !== undefined) {
    const place = columns.findIndex((column) => column.replaceAll('"', '') === 'id');
    const isPlain = place >= 0 && !/ on conflict /.test(text);
    return isPlain ? (values) => values.filter((_, index) => index % columns.length === place) : undefined;
  }
  const place = ALTERNATIVES.test(text) ? undefined : BOUND.exec(text)?.[1];
  return place === undefined ? undefined : (values) => [values[Number(place) - 1]].flat();
}

/** An answer with how much had been written when it was asked for. */
interface Remembered {
  readonly rows: Promise<readonly unknown[]>;
  readonly written: number;
}

/**
 * The connection of one transaction, which is asked the same only once for as long as the transaction has not written
 * what the answer depends on; locks that were taken hold until its end. What others commit meanwhile is seen by what is
 * asked later. Only for a transaction whose writes all pass here, on tables whose triggers write no other table that it
 * reads, and whose insertions give every row the same columns as places (`values ($1, $2), ($3, $4)`).
 */
export function rememberingReads(connection: Connection): Connection {
  const answers = new Map<string, Map<string, Remembered>>();
  const writes = createWrites();

  function ask(text: string, values: readonly unknown[], name: string | undefined): Promise<readonly unknown[]> {
    const statement = statementOf(text);
    if (!statement.reads) {
      writes.note(statement, values);
      return connection.query(text, values, name);
    }
    const held = answers.get(text) ?? new Map<string, Remembered>();
    answers.set(text, held);
    const key = JSON.stringify(values);
    const remembered = held.get(key);
    if (remembered !== undefined && writes.leaves(statement, values, remembered.written)) return remembered.rows;
    const rows = connection.query(text, values, name);
    held.set(key, { rows, written: writes.count() });
    return rows;
  }

  return {
    tenantId: connection.tenantId,
    // Readers turn the values of a row where they stand.
    query: async <Row>(text: string, values: readonly unknown[] = [], name?: string) =>
      (await ask(text, values, name)).map(copyOf) as Row[],
    execute(text, values = []) {
      writes.note(statementOf(text), values);
      return connection.execute(text, values);
    },
  };
}

/** What a transaction has written, counted in writes. */
function createWrites() {
  let count = 0;
  /** The last write of a table, of any of its rows that was not bound to ids, and of each row that was. */
  const tables = new Map<string, number>();
  const unbound = new Map<string, number>();
  const rows = new Map<string, number>();
  const name = (table: string, id: unknown) => `${table} ${String(id)}`;
  return {
    count: () => count,
    note(statement: Statement, values: readonly unknown[]): void {
      count += 1;
      const ids = statement.ids(values);
      for (const table of statement.tables) {
        tables.set(table, count);
        if (ids === undefined) unbound.set(table, count);
        else for (const id of ids) rows.set(name(table, id), count);
      }
    },
    /** Whether what a statement reads is as it was after so many writes. */
    leaves(statement: Statement, values: readonly unknown[], since: number): boolean {
      const ids = statement.ids(values);
      const isOlder = (last: number | undefined) => (last ?? 0) <= since;
      return statement.tables.every((table) =>
        ids === undefined
          ? isOlder(tables.get(table))
          : isOlder(unbound.get(table)) && ids.every((id) => isOlder(rows.get(name(table, id)))),
      );
    },
  };
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, copyOf(held)]));
}
