import type { SqlWorld } from '../../../src/compile/sql/record-sql.ts';
import { type Statement, statementsOf } from '../../../src/compile/sql/statements.ts';
import { createProblemSink, type Problem } from '../../../src/core/dialect/problem.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { builtOf } from '../../../src/core/model/model-memory.ts';
import { entityFile } from '../../../src/core/model/model-world.ts';
import type { ParsedWorld } from './parse-world.ts';

/** What statements are compiled with before anybody asks: a moment, a person and the shipped settings. */
export function judgedSqlWorld(
  models: ReadonlyMap<string, EntityModel>,
  { settings, dictionaries }: Pick<ParsedWorld, 'settings' | 'dictionaries'>,
): SqlWorld {
  return {
    entity: (key) => models.get(key),
    now: '2000-01-01 00:00:00',
    zone: 'Asia/Shanghai',
    me: { userId: '1', account: 'a', realName: 'a', deptId: '1', deptIds: ['1'], roles: [], tenantId: '000000' },
    settings: Object.fromEntries(settings),
    ranks(code) {
      const file = dictionaries.get(code);
      if (file === undefined) return undefined;
      return Object.keys(file.options).map((key, index) => ({ key, rank: index + 1 }));
    },
    // Which there are decides nothing about a statement.
    titles: () => [],
  };
}

interface Judged {
  readonly model: EntityModel;
  /** Other entities that were read, by what statements may read of them as they were then. */
  readonly read: ReadonlyMap<string, string | undefined>;
  readonly problems: readonly Problem[];
}

const readable = new WeakMap<EntityModel, string>();

/** Words that no statement reads: they may change without a statement of another entity being compiled anew. */
const SHOWN: ReadonlySet<string> = new Set(['title', 'description', 'hint', 'placeholder', 'color', 'else', 'message']);

/**
 * What statements of other entities may read of an entity: its records, whose they are and where they stand. Not its pages,
 * forms, transitions and statistics, which change most.
 */
function readableOf(model: EntityModel): string {
  const known = readable.get(model);
  if (known !== undefined) return known;
  const { entity, id, scope, label, tree, small, parent, record, states, unique, indexes } = model.source;
  const stored = model.fields.map(({ id: field, live, column }) => [field, live, column?.ddl]);
  const text = JSON.stringify(
    [entity, id, scope, label, tree, small, parent, record, states, unique, indexes, stored, model.service, model.base],
    (key, value: unknown) => (SHOWN.has(key) && typeof value === 'string' ? undefined : value),
  );
  readable.set(model, text);
  return text;
}

/** By the source of a model, whose model may be built anew for what no statement reads. */
const judged = new WeakMap<EntityModel['source'], Judged>();

/**
 * Compiles every statement of some entities among all of them; what cannot be said in SQL would be a fault of the server
 * when it is asked.
 */
export function judgeStatements(
  subjects: readonly EntityModel[],
  models: ReadonlyMap<string, EntityModel>,
  parsed: ParsedWorld,
): readonly Problem[] {
  const world = judgedSqlWorld(models, parsed);
  return subjects.flatMap((model) => {
    const known = judged.get(model.source);
    const now = (key: string): string | undefined => {
      const other = models.get(key);
      return other === undefined ? undefined : readableOf(other);
    };
    const built = builtOf(model);
    const alike = known !== undefined && (known.model === model || built?.alike(known.model) === true);
    if (alike && [...known.read].every(([key, other]) => now(key) === other)) return known.problems;
    const read = new Map((built?.entities ?? []).map((key) => [key, now(key)]));
    const noting: SqlWorld = {
      ...world,
      entity(key) {
        if (!read.has(key)) read.set(key, now(key));
        return models.get(key);
      },
    };
    const problems = problemsOf(model, noting);
    judged.set(model.source, { model, read, problems });
    return problems;
  });
}

function problemsOf(model: EntityModel, world: SqlWorld): readonly Problem[] {
  const sink = createProblemSink(entityFile(model.area, model.key));
  const told = new Set<string>();
  for (const statement of statementsOf(model, world)) {
    const fault = faultOf(statement);
    // A page repeats what a field of it cannot do: told once, where it stands.
    if (fault === undefined || told.has(fault)) continue;
    told.add(fault);
    sink.error(
      statement.path,
      `数据库不能${/^读取/.test(statement.what) ? '' : '执行'}${statement.what}：${fault}`,
      '改用存储的字段，或直接写出它的条件',
    );
  }
  return sink.problems;
}

function faultOf(statement: Statement): string | undefined {
  try {
    statement.text();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
