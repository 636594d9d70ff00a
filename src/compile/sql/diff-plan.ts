import { quoteIdentifier } from '../../core/expression/index.ts';
import type { EntityModel } from '../../core/model/entity-model.ts';
import { conversionOf } from './conversion.ts';
import { isWider } from './is-wider.ts';
import { planTables, type TableColumn, type TablePlan, tableName } from './plan-tables.ts';

interface ActualColumn {
  readonly type: string;
  readonly notNull: boolean;
}

/** A table as the database has it. Invalid indexes (of a build that broke off) are in `invalidIndexes` only. */
export interface ActualTable {
  readonly columns: ReadonlyMap<string, ActualColumn>;
  readonly indexes: ReadonlySet<string>;
  readonly invalidIndexes: ReadonlySet<string>;
  readonly foreignKeys: ReadonlySet<string>;
  readonly policies: ReadonlySet<string>;
  /** Row-level security is on, for the owner too. */
  readonly secured: boolean;
  /** Rights of the serving role. */
  readonly grants: ReadonlySet<string>;
  /** Rows as the planner estimates them, for what a step touches. */
  readonly estimatedRows: number;
}

/** What schema `data` holds. */
export interface ActualDatabase {
  readonly tables: ReadonlyMap<string, ActualTable>;
}

/** One statement of a plan. */
export interface PlanStep {
  readonly sql: string;
  /** What it does, in Chinese. */
  readonly what: string;
  readonly table: string;
  /** Whether stored rows are read or rewritten. */
  readonly touchesData: boolean;
  /** Whether data can be lost; such a step runs only with consent of its own. */
  readonly destructive: boolean;
  /** Whether it must run outside a transaction, beside writers. */
  readonly concurrently: boolean;
  /** Whether it makes a new table, so that nobody can be in its way. */
  readonly creates: boolean;
  /** Whether it gives a column another type. */
  readonly retypes?: boolean;
}

type StepMarks = Partial<Pick<PlanStep, 'touchesData' | 'destructive' | 'concurrently' | 'creates' | 'retypes'>>;

const APP_RIGHTS = ['select', 'insert', 'update', 'delete'];

/** Name that stands for the serving role in the statements of a plan; applying puts the real one in. */
export const APP_ROLE = ':app';

/**
 * The ordered steps from what the database has to what the entities want. Empty where nothing differs. `overlaid` are the
 * worlds of tenants with edits of their own: their columns, keys and indexes stand beside the shipped ones.
 */
export function planDatabase(
  models: readonly EntityModel[],
  actual: ActualDatabase,
  overlaid: readonly (readonly EntityModel[])[] = [],
): readonly PlanStep[] {
  return diffPlan(joinTables([planTables(models), ...overlaid.map(planTables)]), actual);
}

/** The same tables as several worlds want them, as one: what the first one says of a name holds. */
function joinTables(worlds: readonly (readonly TablePlan[])[]): readonly TablePlan[] {
  const tables = new Map<string, TablePlan>();
  for (const table of worlds.flat()) {
    const known = tables.get(table.name);
    if (known === undefined) {
      tables.set(table.name, table);
      continue;
    }
    tables.set(table.name, {
      ...known,
      columns: unite(known.columns, table.columns),
      foreignKeys: unite(known.foreignKeys, table.foreignKeys),
      indexes: unite(known.indexes, table.indexes),
    });
  }
  return [...tables.values()];
}

function unite<T extends { readonly name: string }>(first: readonly T[], second: readonly T[]): readonly T[] {
  const names = new Set(first.map(({ name }) => name));
  return [...first, ...second.filter(({ name }) => !names.has(name))];
}

/** Compares wanted tables with those that exist. Columns come before keys and indexes, removals last. */
export function diffPlan(wanted: readonly TablePlan[], actual: ActualDatabase): readonly PlanStep[] {
  const tables: PlanStep[] = [];
  const keys: PlanStep[] = [];
  const indexes: PlanStep[] = [];
  const removals: PlanStep[] = [];
  for (const table of wanted) {
    const existing = actual.tables.get(table.name);
    const step = stepsOf(table);
    if (existing === undefined) createTable(table, step, tables, keys);
    else changeTable(table, existing, step, { tables, keys, indexes, removals });
  }
  const names = new Set(wanted.map((table) => table.name));
  for (const [name, table] of actual.tables) {
    if (names.has(name)) continue;
    removals.push({
      ...stepsOf({ name })(
        `drop table ${tableName(name)} cascade`,
        `删除不再使用的表 ${name}（约 ${table.estimatedRows} 行）`,
      ),
      touchesData: true,
      destructive: true,
    });
  }
  return [...tables, ...keys, ...indexes, ...removals];
}

type MakeStep = (sql: string, what: string, marks?: StepMarks) => PlanStep;

function stepsOf(table: { readonly name: string }): MakeStep {
  return (sql, what, marks = {}) => ({
    sql,
    what,
    table: table.name,
    touchesData: false,
    destructive: false,
    concurrently: false,
    creates: false,
    ...marks,
  });
}

function columnDdl(column: TableColumn): string {
  const rest = (column.default === undefined ? '' : ` default ${column.default}`) + (column.notNull ? ' not null' : '');
  return `${quoteIdentifier(column.name)} ${column.type}${rest}`;
}

function createTable(table: TablePlan, step: MakeStep, tables: PlanStep[], keys: PlanStep[]): void {
  const name = tableName(table.name);
  const columns = [...table.columns.map(columnDdl), 'primary key ("tenantId", id)'];
  tables.push(step(`create table ${name} (${columns.join(', ')})`, `新建表：${table.title}`, { creates: true }));
  for (const policy of table.policies)
    tables.push(
      step(`create policy ${quoteIdentifier(policy.name)} on ${name} ${policy.definition}`, policy.title, {
        creates: true,
      }),
    );
  tables.push(
    step(secure(name), '启用租户隔离', { creates: true }),
    step(grant(table), '授予服务角色', { creates: true }),
  );
  for (const index of table.indexes)
    tables.push(
      step(
        `create ${index.unique ? 'unique ' : ''}index ${quoteIdentifier(index.name)} on ${name} ${index.definition}`,
        `新建索引：${index.title}`,
        { creates: true },
      ),
    );
  for (const key of table.foreignKeys)
    keys.push(
      step(
        `alter table ${name} add constraint ${quoteIdentifier(key.name)} ${key.definition}`,
        `新建外键：${key.title}`,
        {
          creates: true,
        },
      ),
    );
}

function secure(name: string): string {
  return `alter table ${name} enable row level security, force row level security`;
}

function grant(table: TablePlan): string {
  const name = tableName(table.name);
  if (!table.insertOnly) return `grant ${APP_RIGHTS.join(', ')} on ${name} to ${APP_ROLE}`;
  return `revoke all on ${name} from ${APP_ROLE}; grant select, insert on ${name} to ${APP_ROLE}`;
}

function changeTable(
  table: TablePlan,
  existing: ActualTable,
  step: MakeStep,
  into: { tables: PlanStep[]; keys: PlanStep[]; indexes: PlanStep[]; removals: PlanStep[] },
): void {
  const name = tableName(table.name);
  const added = table.columns.filter((column) => !existing.columns.has(column.name));
  if (added.length > 0) {
    const ddl = added.map((column) => `add column ${columnDdl(column)}`).join(', ');
    into.tables.push(
      step(`alter table ${name} ${ddl}`, `${table.title}新增列：${added.map(({ title }) => title).join('、')}`),
    );
  }
  for (const column of table.columns) {
    const found = existing.columns.get(column.name);
    if (found !== undefined && found.type !== column.type)
      into.tables.push(retype(table, column, found, existing, step));
  }
  for (const policy of table.policies) {
    if (existing.policies.has(policy.name)) continue;
    into.tables.push(
      step(`create policy ${quoteIdentifier(policy.name)} on ${name} ${policy.definition}`, policy.title),
    );
  }
  const wantedPolicies = new Set(table.policies.map((policy) => policy.name));
  for (const policy of existing.policies) {
    if (!wantedPolicies.has(policy))
      into.tables.push(step(`drop policy ${quoteIdentifier(policy)} on ${name}`, '移除旧的租户隔离'));
  }
  if (!existing.secured) into.tables.push(step(secure(name), '启用租户隔离'));
  const rights = table.insertOnly ? ['select', 'insert'] : APP_RIGHTS;
  if (APP_RIGHTS.some((right) => existing.grants.has(right) !== rights.includes(right)))
    into.tables.push(step(grant(table), '授予服务角色'));

  for (const key of table.foreignKeys) {
    if (existing.foreignKeys.has(key.name)) continue;
    const constraint = quoteIdentifier(key.name);
    into.keys.push(
      step(`alter table ${name} add constraint ${constraint} ${key.definition} not valid`, `新建外键：${key.title}`),
      step(`alter table ${name} validate constraint ${constraint}`, `核对外键：${key.title}`, { touchesData: true }),
    );
  }
  const wantedKeys = new Set(table.foreignKeys.map((key) => key.name));
  for (const key of existing.foreignKeys) {
    if (!wantedKeys.has(key))
      into.tables.push(step(`alter table ${name} drop constraint ${quoteIdentifier(key)}`, '移除旧的外键'));
  }

  for (const index of existing.invalidIndexes) into.indexes.push(dropIndex(index, '移除未建成的索引', step));
  for (const index of table.indexes) {
    if (existing.indexes.has(index.name)) continue;
    into.indexes.push(
      step(
        `create ${index.unique ? 'unique ' : ''}index concurrently ${quoteIdentifier(index.name)} on ${name} ${index.definition}`,
        `新建索引：${index.title}`,
        { concurrently: true, touchesData: true },
      ),
    );
    if (index.analysed === true)
      into.indexes.push(step(`analyze ${name}`, `更新统计信息：${table.title}`, { concurrently: true }));
  }
  const wantedIndexes = new Set(table.indexes.map((index) => index.name));
  for (const index of existing.indexes) {
    if (!wantedIndexes.has(index)) into.indexes.push(dropIndex(index, '移除不再使用的索引', step));
  }

  const wantedColumns = new Set(table.columns.map((column) => column.name));
  for (const column of existing.columns.keys()) {
    if (wantedColumns.has(column)) continue;
    into.removals.push(
      step(
        `alter table ${name} drop column ${quoteIdentifier(column)}`,
        `${table.title}删除不再使用的列 ${column}（约 ${existing.estimatedRows} 行）`,
        { touchesData: true, destructive: true },
      ),
    );
  }
}

function dropIndex(index: string, what: string, step: MakeStep): PlanStep {
  return step(`drop index concurrently if exists data.${quoteIdentifier(index)}`, what, { concurrently: true });
}

function retype(
  table: TablePlan,
  column: TableColumn,
  found: ActualColumn,
  existing: ActualTable,
  step: MakeStep,
): PlanStep {
  const name = quoteIdentifier(column.name);
  const wider = column.convert === undefined && isWider(found.type, column.type);
  const said = conversionOf(name, found.type, column.type, column.convert);
  // Who lets this step run was told what it costs; what cannot read what is stored was refused before, unless nothing is.
  const conversion = typeof said === 'string' ? conversionOf(name, found.type, column.type) : said;
  if (typeof conversion === 'string') throw new Error(`${table.title}的${column.title}不能转换：${conversion}`);
  return step(
    `alter table ${tableName(table.name)} alter column ${name} type ${column.type} using ${conversion.value}`,
    `${table.title}的${column.title}由 ${found.type} 改为 ${column.type}（约 ${existing.estimatedRows} 行）`,
    { touchesData: true, destructive: !wider, retypes: true },
  );
}
