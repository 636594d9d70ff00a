import {
  collectReferences,
  type ExpressionNode,
  parseExpression,
  quoteIdentifier,
} from '../../core/expression/index.ts';
import type { EntityModel, FieldModel, PageModel } from '../../core/model/entity-model.ts';
import { foundBy } from '../../core/model/page-kind.ts';
import { rollupGraph } from '../../core/model/rollup-graph.ts';
import type { Converter } from './conversion.ts';
import { jointDefinition, jointIndexOf } from './joint-index.ts';
import { indexTerm, isNamedOrder, type OrderTerm, orderBeginningWith } from './list-order.ts';
import { holdsWords } from './name-order.ts';
import { periodOf } from './period.ts';
import { isIndexedPlace, placeIndexTerms } from './place-index.ts';
import { SEARCH_FUNCTION } from './search-text.ts';
import { shortHash } from './short-hash.ts';
import { uniqueColumns, uniqueRows } from './unique-index.ts';

/** Schema that holds one table for each entity. */
export const DATA_SCHEMA = 'data';

/** Tenant whose rows global and inherited entities show to everyone. */
export const TOP_TENANT = '000000';

/** Setting of the session that says whose rows are visible. */
export const TENANT_SETTING = 'anlan.tenant';

export interface TableColumn {
  readonly name: string;
  /** Type as PostgreSQL prints it: `timestamp with time zone`, `numeric(15,2)`. */
  readonly type: string;
  readonly notNull: boolean;
  readonly default: string | undefined;
  readonly title: string;
  /** How values of another type become its own. Default: read as text. */
  readonly convert?: Converter;
}

/** An index or constraint; its name carries a hash of its definition, so equal names are equal things. */
interface NamedPlan {
  readonly name: string;
  /** What stands after `create index <name> on <table>`, `alter table … add constraint <name>`, `create policy <name> on <table>`. */
  readonly definition: string;
  readonly title: string;
}

interface IndexPlan extends NamedPlan {
  readonly unique: boolean;
  /** Whether queries are planned by the statistics of its values, which a table that had rows before lacks. */
  readonly analysed?: boolean;
}

/** The table that an entity wants. */
export interface TablePlan {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly foreignKeys: readonly NamedPlan[];
  readonly indexes: readonly IndexPlan[];
  readonly policies: readonly NamedPlan[];
  /** The serving role may only insert and read. */
  readonly insertOnly: boolean;
}

/** Qualified, quoted name of an entity's table. */
export function tableName(entityId: string): string {
  return `${DATA_SCHEMA}.${quoteIdentifier(entityId)}`;
}

/** Columns that every table has, in front of the entity's own. */
const BASE_COLUMNS: readonly TableColumn[] = [
  { name: 'id', type: 'text', notNull: true, default: undefined, title: '主键' },
  { name: 'tenantId', type: 'text', notNull: true, default: undefined, title: '租户编号' },
  { name: 'version', type: 'integer', notNull: true, default: '1', title: '版本' },
  { name: 'status', type: 'text', notNull: false, default: undefined, title: '状态' },
  { name: 'createUser', type: 'text', notNull: false, default: undefined, title: '创建人' },
  { name: 'createDept', type: 'text', notNull: false, default: undefined, title: '创建部门' },
  { name: 'createTime', type: 'timestamp with time zone', notNull: true, default: 'now()', title: '创建时间' },
  { name: 'updateUser', type: 'text', notNull: false, default: undefined, title: '修改人' },
  { name: 'updateTime', type: 'timestamp with time zone', notNull: false, default: undefined, title: '修改时间' },
  { name: 'isDeleted', type: 'integer', notNull: true, default: '0', title: '是否删除' },
];

const SPELLINGS: Readonly<Record<string, string>> = {
  timestamptz: 'timestamp with time zone',
  timestamp: 'timestamp without time zone',
  time: 'time without time zone',
  int: 'integer',
  int4: 'integer',
  int8: 'bigint',
  bool: 'boolean',
};

/** A column type as PostgreSQL prints it. */
export function printedType(ddl: string): string {
  const [, name = '', length = '', list = ''] = /^([a-z0-9 ]+?)\s*(\([^)]*\))?\s*(\[\])?$/i.exec(ddl.trim()) ?? [];
  const base = name.toLowerCase();
  const spelled = SPELLINGS[base] ?? base;
  const digits = length.replace(/\s/g, '');
  // A precision stands behind the first word: timestamp(0) with time zone.
  const [first = '', ...rest] = spelled.split(' ');
  return [first + digits, ...rest].join(' ') + list;
}

/** The tables that the entities want, one each. Models must be all there are: references need their targets. */
export function planTables(models: readonly EntityModel[]): readonly TablePlan[] {
  const byKey = new Map(models.map((model) => [model.key, model]));
  return models.map((model) => planTable(model, byKey));
}

function planTable(model: EntityModel, models: ReadonlyMap<string, EntityModel>): TablePlan {
  const stored = model.fields.filter((field) => !field.base && field.column !== undefined);
  return {
    name: model.id,
    title: model.title,
    columns: [
      ...BASE_COLUMNS,
      ...stored.map((field) => ({
        name: field.id,
        type: printedType(field.column?.ddl ?? 'text'),
        notNull: false,
        default: undefined,
        title: field.title,
        ...converterOf(field),
      })),
    ],
    foreignKeys: planForeignKeys(model, stored, models),
    indexes: [...planIndexes(model, stored), ...planRollups(model, models)],
    policies: planPolicies(model),
    insertOnly: model.appendOnly,
  };
}

/** What a field says of how stored values of another type become its own. */
export function converterOf({ property, valueType }: FieldModel): { readonly convert?: Converter } {
  return property.convert === undefined ? {} : { convert: { source: property.convert, gives: valueType } };
}

function named(table: string, kind: string, label: string, definition: string, title: string): NamedPlan {
  const hash = shortHash(`${kind} ${definition}`);
  return { name: `${`${table}_${label}`.slice(0, 50)}_${hash}`, definition, title };
}

// Inherited and global targets live under another tenant, and actors may belong to one: they have no foreign key.
function planForeignKeys(
  model: EntityModel,
  stored: readonly FieldModel[],
  models: ReadonlyMap<string, EntityModel>,
): readonly NamedPlan[] {
  if (model.scope !== 'tenant') return [];
  return stored.flatMap((field) => {
    const target = field.target === undefined ? undefined : models.get(field.target);
    if (target === undefined || target.scope !== 'tenant' || target.key === 'user') return [];
    if (field.column?.kind !== 'text') return [];
    const definition = `foreign key ("tenantId", ${quoteIdentifier(field.id)}) references ${tableName(target.id)} ("tenantId", id) deferrable initially immediate`;
    return [named(model.id, 'key', field.id, definition, `${field.title}的引用`)];
  });
}

const LIVE_ROWS = 'where "isDeleted" = 0';

type IndexColumn = Omit<OrderTerm, 'named'>;

/**
 * Columns of an index by sort key. Null counts as smallest, so that one index serves both directions. What else the
 * lists filter by is carried along, so that counting need not visit the rows.
 */
function ordered(columns: readonly IndexColumn[], carried: readonly string[]): string {
  const all: IndexColumn[] = [...columns, { id: 'id', descending: columns.at(-1)?.descending ?? true }];
  const terms = all.map((column) => indexTerm(quoteIdentifier(column.id), column));
  const keys = new Set(all.map(({ id }) => id));
  const rest = carried.filter((id) => !keys.has(id));
  const include = rest.length === 0 ? '' : ` include (${rest.map(quoteIdentifier).join(', ')})`;
  return `("tenantId", ${terms.join(', ')})${include} ${LIVE_ROWS}`;
}

type Unique = EntityModel['unique'][number];

/**
 * The unique index that holds one rule of uniqueness; undefined where a field of it stores nothing. Over one field
 * empty values do not meet each other; over several they do (two departments of the same name under no parent). With
 * `ignoreCase` texts are compared in lower case; with `where` only among the rows that it takes.
 */
export function planUnique(model: EntityModel, unique: Unique): NamedPlan | undefined {
  const columns = uniqueColumns(model, unique);
  if (columns === undefined) return undefined;
  const nulls = columns.length > 1 ? ' nulls not distinct' : '';
  return named(
    model.id,
    'unique',
    unique.key,
    `("tenantId", ${columns.join(', ')})${nulls} where ${uniqueRows(model, unique)}`,
    unique.message,
  );
}

/** Most columns that an index carries along besides its own. */
const MOST_CARRIED = 10;

/** Short columns by which lists are filtered, scoped and computed: what counting has to look at. */
function carriedColumns(model: EntityModel, stored: readonly FieldModel[]): string[] {
  const keys = new Set<string>();
  const addReferences = (node: ExpressionNode | undefined): void => {
    if (node === undefined) return;
    for (const name of collectReferences(node)) keys.add(name.split('.')[0] ?? name);
  };
  for (const page of Object.values(model.pages)) {
    addReferences(page.where?.node);
    for (const key of foundBy(page)) {
      keys.add(key);
      const field = model.field.get(key);
      // A range is compared by both its ends; a live value is asked for by what its cases read.
      if (field?.property.end !== undefined) keys.add(field.property.end);
      if (field?.live === true) for (const branch of field.cases ?? []) addReferences(branch.when?.node);
    }
  }
  for (const scope of Object.values(model.permissions.scope ?? {})) {
    const parsed = typeof scope === 'string' ? undefined : parseExpression(scope.where);
    if (parsed !== undefined && 'node' in parsed) addReferences(parsed.node);
  }
  for (const key of [...model.owners.users, ...model.owners.depts]) keys.add(key);
  const short = (key: string): string[] => {
    const field = model.field.get(key);
    return field !== undefined && isShort(field) && (field.base || stored.includes(field)) ? [field.id] : [];
  };
  // Where not all find room the departments do, by which everyone of a workshop is let in.
  const places = new Set(model.owners.depts.flatMap(short));
  const found = [...keys].flatMap(short);
  const others = found.filter((id) => !places.has(id)).slice(0, Math.max(0, MOST_CARRIED - places.size));
  return found.filter((id) => places.has(id) || others.includes(id));
}

function planIndexes(model: EntityModel, stored: readonly FieldModel[]): readonly IndexPlan[] {
  const found = new Map<string, IndexPlan>();
  const carried = carriedColumns(model, stored);
  const joint = jointIndexOf(model);
  const texts = new Set<string>();
  const add = (label: string, definition: string, title: string): void => {
    if (found.has(definition)) return;
    found.set(definition, { ...named(model.id, 'index', label, definition, title), unique: false });
  };
  const columnOf = (key: string): FieldModel | undefined => {
    const field = model.field.get(key);
    return field?.column !== undefined && (field.base || stored.includes(field)) ? field : undefined;
  };
  // What comes behind a name stands in no index: names are another table's.
  const columnsOf = (order: PageModel['sort']): IndexColumn[] => {
    const fields = order.map((entry) => ({ field: columnOf(entry.field), descending: entry.descending }));
    const named = fields.findIndex(({ field }) => field !== undefined && isNamedOrder(field));
    return fields
      .slice(0, named < 0 ? undefined : named)
      .flatMap(({ field, descending }) =>
        field === undefined ? [] : [{ id: field.id, descending, words: holdsWords(field) }],
      );
  };
  const addOrder = (field: FieldModel): void => {
    const [first, ...behind] = orderBeginningWith(model, field.key);
    const descending = first?.descending ?? true;
    const own = { id: field.id, descending, words: holdsWords(field) };
    add(field.id, ordered([own, ...columnsOf(behind)], carried), `${field.title}的索引`);
  };
  const addPeriod = (field: FieldModel): void => {
    const period = periodOf(model, field);
    if (period === undefined) return;
    const definition = `("tenantId", (${period.length}) desc nulls last) ${LIVE_ROWS}`;
    add(`${field.id}_length`, definition, `${field.title}的时长索引`);
  };
  const addField = (field: FieldModel): void => {
    const kind = field.column?.kind;
    const name = quoteIdentifier(field.id);
    // The text of markup is found by reading it: an index would hold the elements too.
    if (field.type.markup === true) return;
    if (kind === 'text[]') add(field.id, `using gin (${name}) ${LIVE_ROWS}`, `${field.title}的索引`);
    else if (isIndexedPlace(field)) {
      for (const [axis, term] of placeIndexTerms(field)) {
        add(`${field.id}_${axis}`, `("tenantId", ${term}) ${LIVE_ROWS}`, `${field.title}的坐标索引`);
      }
    } else if (kind === 'jsonb' || kind === undefined) return;
    else if (field.filter === 'contains') {
      if (joint !== undefined) texts.add(`${SEARCH_FUNCTION}(${name})`);
      else add(`${field.id}_text`, `using gin (${SEARCH_FUNCTION}(${name})) ${LIVE_ROWS}`, `${field.title}的文字索引`);
    } else addOrder(field);
    if (field.filter === 'overlap') addPeriod(field);
  };

  for (const unique of model.unique) {
    const plan = planUnique(model, unique);
    if (plan !== undefined) found.set(plan.definition, { ...plan, unique: true });
  }
  for (const page of Object.values(model.pages)) {
    const sort = columnsOf(page.sort);
    const columns = sort.length > 0 ? sort : [{ id: 'createTime', descending: true }];
    add(`by_${columns[0]?.id}`, ordered(columns, carried), `${page.title}的排序`);
    for (const key of foundBy(page)) {
      const field = columnOf(key);
      if (field !== undefined && field.property.index !== false) addField(field);
    }
  }
  if (Object.keys(model.pages).length === 0) {
    add('by_createTime', ordered([{ id: 'createTime', descending: true }], carried), '默认排序');
  }
  const searched = [
    model.label,
    ...stored.filter((field) => field.property.quickSearch === true).map(({ key }) => key),
  ];
  for (const key of searched) {
    const field = columnOf(key);
    if (field !== undefined && (field.filter === 'contains' || isNamedOrder(field))) addField(field);
  }
  for (const field of stored) {
    const refers = field.property.ref !== undefined || model.tree?.parent === field.key;
    if (field.property.index === true || refers) addField(field);
  }
  for (const key of [...model.owners.users, ...model.owners.depts]) {
    const field = columnOf(key);
    if (field !== undefined) addField(field);
  }
  for (const { key, property } of model.fields) {
    if (property.running === undefined) continue;
    const keys = [...(property.running.by ?? []), property.running.order].flatMap((name) => columnOf(name)?.id ?? []);
    add(
      `${key}_running`,
      ordered(
        keys.map((id) => ({ id, descending: false })),
        [],
      ),
      '累计的索引',
    );
  }
  for (const index of model.indexes) {
    const columns = index.fields.flatMap((key) => columnOf(key)?.id ?? []);
    const keys = columns.map((id) => ({ id, descending: true }));
    if (columns.length > 0) add(index.key, ordered(keys, []), '索引');
  }
  if (joint !== undefined) {
    const plan = named(model.id, 'index', 'joint', jointDefinition(joint, [...texts]), '人员、部门和文字的合并索引');
    found.set(plan.definition, { ...plan, unique: false, analysed: true });
  }
  return [...found.values()];
}

/** By which a record's roll-ups find what they count, without looking at the rows where all they read is short. */
function planRollups(model: EntityModel, models: ReadonlyMap<string, EntityModel>): readonly IndexPlan[] {
  return rollupGraph(models)
    .from(model.key)
    .map(({ by, reads, target }) => {
      const read = [...reads]
        .flatMap((key) => model.field.get(key) ?? [])
        .filter((field) => field !== by && isShort(field));
      const include = read.length === 0 ? '' : ` include (${read.map(({ id }) => quoteIdentifier(id)).join(', ')})`;
      const definition = `("tenantId", ${quoteIdentifier(by.id)})${include} ${LIVE_ROWS}`;
      return {
        ...named(model.id, 'index', `${by.id}_rollup`, definition, `${target.title}的汇总索引`),
        unique: false,
      };
    });
}

function isShort(field: FieldModel): boolean {
  return field.column !== undefined && field.filter !== 'contains' && !['text[]', 'jsonb'].includes(field.column.kind);
}

function planPolicies(model: EntityModel): readonly NamedPlan[] {
  const current = `current_setting('${TENANT_SETTING}', true)`;
  const own = `"tenantId" = ${current}`;
  const policy = (label: string, definition: string) => named(model.id, 'policy', label, definition, '租户隔离');
  if (model.scope === 'tenant') return [policy('tenant', `using (${own}) with check (${own})`)];
  const top = `"tenantId" = '${TOP_TENANT}'`;
  const read = model.scope === 'inherited' ? `"tenantId" in (${current}, '${TOP_TENANT}')` : top;
  const write = model.scope === 'inherited' ? own : `${top} and ${current} = '${TOP_TENANT}'`;
  return [
    policy('read', `for select using (${read})`),
    policy('insert', `for insert with check (${write})`),
    policy('update', `for update using (${write}) with check (${write})`),
    policy('delete', `for delete using (${write})`),
  ];
}
