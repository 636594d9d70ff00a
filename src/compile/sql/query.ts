import {
  type Compilable,
  DummyDriver,
  Kysely,
  type CompiledQuery as KyselyQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import { sql as fragment, type SqlFragment } from '../../core/expression/index.ts';
import { DATA_SCHEMA } from './plan-tables.ts';
import { shortHash } from './short-hash.ts';

/** What a compiled query is given when it runs. */
export interface QueryInput {
  readonly tenantId: string;
  readonly userId: string;
  /** Pseudonym of the person; his id where he has none. */
  readonly alias?: string | undefined;
  readonly deptIds: readonly string[];
  readonly deptTreeIds: readonly string[];
  /** Values of filters and other arguments by name. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A place in a query whose value is known only when it runs, so that the query is compiled once. */
class Slot {
  readonly read: (input: QueryInput) => unknown;

  constructor(read: (input: QueryInput) => unknown) {
    this.read = read;
  }
}

export const TENANT = new Slot((input) => input.tenantId);
export const USER = new Slot((input) => input.userId);
export const ALIAS = new Slot((input) => input.alias ?? input.userId);
export const DEPTS = new Slot((input) => input.deptIds);
export const DEPT_TREE = new Slot((input) => input.deptTreeIds);

/** Slot of a named argument. */
export function argument(name: string): Slot {
  return new Slot((input) => input.values[name] ?? null);
}

/** A named argument of a type, as a fragment. */
export function typedArgument(name: string, type: 'bigint' | 'text' | 'text[]'): SqlFragment {
  return fragment`${{ value: argument(name), type }}`;
}

/** A query with places for its values. `name` makes it a prepared statement of the session. */
export interface PlacedQuery {
  readonly text: string;
  readonly parameters: readonly unknown[];
  readonly name: string | undefined;
}

/** Tables and columns are named by metadata at run time; what may stand there is checked where names are chosen. */
type Tables = Record<string, Record<string, unknown>>;

/** Builds SQL and runs nothing. */
export const queries = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}).withSchema(DATA_SCHEMA);

/** Compiles a built query. Prepared only where asked: a statement whose best plan depends on its values is planned anew. */
export function place(query: Compilable | { compile(): KyselyQuery }, prepared: boolean): PlacedQuery {
  const compiled = query.compile();
  return {
    text: compiled.sql,
    parameters: compiled.parameters,
    name: prepared ? statementName(compiled.sql) : undefined,
  };
}

/** Name under which a session prepares a statement: the same for the same text. */
export function statementName(text: string): string {
  return `q${shortHash(text)}${text.length}`;
}

/** Values of a query's places, in order. */
export function bind(query: PlacedQuery, input: QueryInput): unknown[] {
  return query.parameters.map((parameter) => (parameter instanceof Slot ? parameter.read(input) : parameter));
}

/** A piece of SQL with its parameters, for the query builder. Each parameter is cast, so its type never has to be guessed. */
export function rawSql<T>(fragment: SqlFragment): RawBuilder<T> {
  const texts: string[] = [''];
  const values: unknown[] = [];
  for (const part of fragment.parts) {
    if (typeof part === 'string') texts[texts.length - 1] += part;
    else {
      values.push(sql.val(part.value));
      texts.push(`::${part.type === 'json' ? 'jsonb' : part.type}`);
    }
  }
  return sql<T>(Object.assign(texts, { raw: texts }) as unknown as TemplateStringsArray, ...values);
}
