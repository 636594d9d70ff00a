import { compileListQuery } from '../../../src/compile/sql/list-query.ts';
import { TOP_TENANT, tableName } from '../../../src/compile/sql/plan-tables.ts';
import { nameSql } from '../../../src/compile/sql/record-name.ts';
import { inlineLive, sqlEnvironment } from '../../../src/compile/sql/record-sql.ts';
import {
  collectReferences,
  compileExpressionSql,
  type ExpressionNode,
  quoteIdentifier,
  renderSql,
} from '../../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { joined, say } from '../../../src/core/text/say.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import { choiceAccessOf, expressionNode } from '../../access/permission/row-access.ts';
import { misfitNode } from '../call/choice-rules.ts';
import { callFor } from '../call/entity-call.ts';
import { heldIds } from '../call/held-files.ts';
import { heldRecords, labelMemory, standingMemory } from '../call/held-records.ts';
import type { EntityCall, Reading } from '../call/ports.ts';
import { queryInput, runQuery } from '../call/query-input.ts';
import type { Row } from '../call/record-row.ts';
import { readsOpen } from './open-reads.ts';
import { referringRecord } from './reference-condition.ts';
import { isLabelOpen } from './reference-labels.ts';

interface Mention {
  readonly field: FieldModel;
  readonly pointer: string;
  readonly title: string;
  readonly ids: readonly string[];
}

/** Referenced ids of fields and of the rows of sub-tables. */
function mentionsOf(fields: readonly FieldModel[], values: Row, pointer = '', title = ''): Mention[] {
  return fields.flatMap((field): Mention[] => {
    const value = values[field.key];
    const at = `${pointer}${fieldPointer(field.key)}`;
    const name = title === '' ? field.title : joined(title, field.title);
    if (field.columns !== undefined && Array.isArray(value)) {
      const columns = field.columns;
      return value.flatMap((row: unknown, index) =>
        typeof row === 'object' && row !== null
          ? mentionsOf(columns, row as Row, `${at}/${index}`, say('{name}第{number}行', { name, number: index + 1 }))
          : [],
      );
    }
    if (field.target === undefined || value === null || value === undefined) return [];
    const ids = (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string');
    return ids.length === 0 ? [] : [{ field, pointer: at, title: name, ids }];
  });
}

/** What is known of the values whose references are checked. */
export interface ReferenceOrigin {
  /** Values as they were stored: what stood there already may stay. Default none. */
  readonly before?: Row | undefined;
  /** Fields that the person himself entered, which name only what he may choose. Default none. */
  readonly given?: ReadonlySet<string> | undefined;
}

/**
 * Checks that referenced records exist, are not removed, and belong to the tenant (or to the platform, where shared),
 * and that the person could have chosen what he entered: one query for each entity referred to. Faults stand at the
 * field.
 */
export async function checkReferences(
  tx: Reading,
  fields: readonly FieldModel[],
  values: Row,
  { before = {}, given }: ReferenceOrigin = {},
): Promise<WireFault[]> {
  const { call } = tx;
  const stood = new Set(mentionsOf(fields, before).flatMap(({ field, ids }) => ids.map((id) => mentionKey(field, id))));
  const entered = new Set(
    fields.filter(({ key }) => given?.has(key) === true).flatMap((field) => [field, ...(field.columns ?? [])]),
  );
  // Fields of the same target, the same condition and the same rules share one query.
  const groups = new Map<string, Mention[]>();
  for (const mention of mentionsOf(fields, values)) {
    const { where, rules } = mention.field.property.ref ?? {};
    const key = JSON.stringify([mention.field.target, where, rules]);
    groups.set(key, [...(groups.get(key) ?? []), mention]);
  }
  const faults: WireFault[] = [];
  for (const mentions of groups.values()) {
    const [first] = mentions;
    const target = call.snapshot.entities.get(first?.field.target ?? '');
    if (first === undefined || target === undefined) continue;
    const ids = [...new Set(mentions.flatMap((mention) => mention.ids))];
    const known = await existingIds(tx, target, ids);
    const fitting = await fittingIds(tx, target, ids, first.field, values);
    const added = (mention: Mention) => mention.ids.filter((id) => !stood.has(mentionKey(mention.field, id)));
    const chosen = mentions.filter(({ field }) => entered.has(field)).flatMap(added);
    const offered = call.internal || chosen.length === 0 ? undefined : await offeredIds(tx, target, chosen);
    const isNamed = offered !== undefined && target.key === 'user' && isLabelOpen(call, first.field);
    const left = isNamed ? await leftAmong(tx, target, chosen, offered) : undefined;
    const misfits = chosen.length === 0 ? undefined : await misfitsOf(tx, target, chosen, first.field, values);
    for (const mention of mentions) {
      const { pointer, title, ids: asked } = mention;
      const fresh = added(mention);
      if (offered !== undefined && entered.has(mention.field) && !fresh.every((id) => offered.has(id))) {
        const gone = fresh.flatMap((id) => left?.get(id) ?? []);
        // Whether such a record exists is not told.
        const msg =
          gone.length > 0
            ? say('{title}里“{names}”的账号已停用，请换成在岗的人', { title, names: gone.join(say('、')) })
            : say('{title}所选的记录不存在，或不在您可选的范围内', { title });
        faults.push({ pointer, msg });
      } else if (!fresh.every((id) => known.has(id))) {
        faults.push({ pointer, msg: say('{title}所选的记录不存在或已被删除', { title }) });
      } else if (fitting !== undefined && !asked.every((id) => fitting.has(id))) {
        faults.push({ pointer, msg: say('{title}所选的记录不符合可选条件', { title }) });
      } else if (entered.has(mention.field)) {
        const msg = fresh.map((id) => misfits?.get(id)).find((told) => told !== undefined);
        if (msg !== undefined) faults.push({ pointer, msg });
      }
    }
  }
  return faults;
}

function mentionKey(field: FieldModel, id: string): string {
  return `${field.id} ${id}`;
}

/** Which of the ids a picker would offer the person; undefined where it offers all records. */
async function offeredIds(
  tx: Reading,
  target: EntityModel,
  ids: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  // Pickers of people leave out those who have been disabled.
  const enabled = target.key === 'user' ? [expressionNode("status != '0'")] : [];
  const access = choiceAccessOf(target, tx.call.context.caller, tx.call.snapshot);
  if (access === 'all' && enabled.length === 0) return undefined;
  const rows = await choicesAmong(tx, target, ids, enabled);
  return new Set(rows.map((row) => String(row.id)));
}

/** Names of the people whom a picker left out for nothing but that they were disabled, by id. */
async function leftAmong(
  tx: Reading,
  target: EntityModel,
  ids: readonly string[],
  offered: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const others = ids.filter((id) => !offered.has(id));
  if (others.length === 0) return new Map();
  const rows = await choicesAmong(tx, target, others, [expressionNode("status == '0'")], ['realName']);
  return new Map(rows.map((row) => [String(row.id), String(row.realName ?? '')]));
}

/** Rows of those ids that the person may choose from, of which the conditions hold. */
async function choicesAmong(
  { call, db }: Reading,
  target: EntityModel,
  ids: readonly string[],
  where: readonly ExpressionNode[],
  further: readonly string[] = [],
): Promise<readonly Row[]> {
  const query = compileListQuery(
    {
      model: target,
      fields: ['id', ...further].flatMap((key) => target.field.get(key) ?? []),
      where,
      access: choiceAccessOf(target, call.context.caller, call.snapshot),
      filters: [],
      search: [],
      byIds: true,
      sort: [],
      paged: false,
      total: 'none',
      labels: false,
    },
    call.world,
  );
  return runQuery(db, { ...query, name: undefined }, queryInput(call, { ids }));
}

/**
 * Which of the ids are records of the entity that the tenant can refer to. The tenant's own are held until the
 * transaction ends: whoever removes one of them waits, and then finds the record that refers to it.
 */
async function existingIds(tx: Reading, target: EntityModel, named: readonly string[]): Promise<Set<string>> {
  const { call, db } = tx;
  // Those that count the record have been locked before it, and by more than is asked for here.
  const held = heldRecords(tx.locked, target, named);
  const standing = new Set(named.filter((id) => held.get(id)?.stands === true));
  const ids = named.filter((id) => !standing.has(id));
  if (ids.length === 0) return standing;
  const ask = async (tenants: readonly string[], asked: readonly string[], lock: string) => {
    const rows = await db.query<{ id: string }>(
      `select id from ${tableName(target.id)} where "tenantId" = any($1) and id = any($2) and "isDeleted" = 0
       order by id${lock}`,
      [tenants, asked],
    );
    return new Map(rows.map(({ id }) => [id, true]));
  };
  // Within a batch the lock of the first record that refers to it holds for all.
  const read = (tenants: readonly string[], lock: string) =>
    tx.batch?.each(standingMemory(target, tenants), ids, (asked) => ask(tenants, asked, lock)) ??
    ask(tenants, ids, lock);
  const { tenantId } = call.context;
  const tenants = tenantsOf(call, target);
  // Rows of the platform can be read here, not locked.
  const shared = tenants.filter((tenant) => tenant !== tenantId);
  const found = new Set(standing);
  if (tenants.includes(tenantId)) for (const id of (await read([tenantId], ' for key share')).keys()) found.add(id);
  if (shared.length > 0 && found.size < named.length) for (const id of (await read(shared, '')).keys()) found.add(id);
  return found;
}

function tenantsOf(call: EntityCall, target: EntityModel): string[] {
  const { tenantId } = call.context;
  if (target.scope === 'tenant') return [tenantId];
  return target.scope === 'global' ? [TOP_TENANT] : [tenantId, TOP_TENANT];
}

/** Which of the ids meet the reference's own condition; undefined where it has none. */
async function fittingIds(
  tx: Reading,
  target: EntityModel,
  ids: readonly string[],
  field: FieldModel,
  values: Row,
): Promise<ReadonlySet<string> | undefined> {
  const where = field.property.ref?.where;
  if (where === undefined) return undefined;
  const found = await valuesOver(tx, { target, ids, values }, expressionNode(where), { position: 'condition' });
  return new Set(found.flatMap(([id, fits]) => (fits === true ? [id] : [])));
}

/** Why the ids may not be chosen for the field, of those that may not; undefined where the reference has no rules. */
async function misfitsOf(
  tx: Reading,
  target: EntityModel,
  ids: readonly string[],
  field: FieldModel,
  values: Row,
): Promise<ReadonlyMap<string, string> | undefined> {
  const about = callFor(tx.call, target);
  const named = { record: tx.call.model };
  const node = misfitNode(field, (words) => readsOpen(about, collectReferences(words), named));
  if (node === undefined || tx.call.internal) return undefined;
  const found = await valuesOver(tx, { target, ids, values }, node, { as: 'text' });
  return new Map(found.flatMap(([id, words]): [string, string][] => (typeof words === 'string' ? [[id, words]] : [])));
}

/** What an expression over the target is for each of the ids, where `record.x` is the referring record. */
async function valuesOver(
  tx: Reading,
  { target, ids, values }: { readonly target: EntityModel; readonly ids: readonly string[]; readonly values: Row },
  node: ExpressionNode,
  options: Parameters<typeof compileExpressionSql>[2],
): Promise<readonly (readonly [string, unknown])[]> {
  const { call } = tx;
  const environment = sqlEnvironment(target, 't', call.world, referringRecord(call.model, values, call));
  const { text, values: parameters } = renderSql(
    compileExpressionSql(inlineLive(node, target), environment, options),
    3,
  );
  const rows = await tx.db.query<{ id: string; value: unknown }>(
    `select t.id, (${text}) as value from ${tableName(target.id)} t where t."tenantId" = any($1) and t.id = any($2)`,
    [tenantsOf(call, target), ids, ...parameters],
  );
  return rows.map(({ id, value }) => [id, value]);
}

/**
 * Whether a record would become its own ancestor if it stood below `parentId`. Moves within one tree wait for each
 * other until their transactions end: two of them, each sound by itself, could close a circle.
 */
export async function isBelowItself(tx: Reading, id: string, parentId: string): Promise<boolean> {
  const { call, db } = tx;
  const parent = call.model.field.get(call.model.tree?.parent ?? '');
  if (parent === undefined) return false;
  const table = tableName(call.model.id);
  const column = quoteIdentifier(parent.id);
  const { tenantId } = call.context;
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`tree ${tenantId} ${call.model.id}`]);
  const rows = await db.query(
    `with recursive above(id) as (
       select $2::text
       union
       select t.${column} from ${table} t join above on t.id = above.id
       where t."tenantId" = $1 and t.${column} is not null
     ) select 1 from above where id = $3 limit 1`,
    [tenantId, parentId, id],
  );
  return rows.length > 0;
}

/** Asks once for what all of some new records refer to; a batch remembers it for each of them. */
export async function meetReferences(tx: Reading, records: readonly Row[]): Promise<void> {
  const { model, snapshot } = tx.call;
  if (tx.batch === undefined) return;
  const wanted = new Map<string, Set<string>>();
  for (const { field, ids } of records.flatMap((values) => mentionsOf(model.fields, values))) {
    const known = wanted.get(field.target ?? '') ?? new Set();
    wanted.set(field.target ?? '', new Set([...known, ...ids]));
  }
  for (const [key, ids] of wanted) {
    const target = snapshot.entities.get(key);
    if (target !== undefined) await existingIds(tx, target, [...ids]);
  }
  await referenceLabels(tx, records);
}

/** Titles of referenced records by target and id, for the log. */
export async function referenceLabels(
  tx: Reading,
  records: readonly Row[],
): Promise<(field: FieldModel, value: unknown) => string | readonly string[] | undefined> {
  const { call, db } = tx;
  const wanted = new Map<string, Set<string>>();
  for (const values of records) {
    for (const { field, ids } of mentionsOf(
      call.model.fields.filter((field) => !field.base),
      values,
    )) {
      const target = field.target ?? '';
      wanted.set(target, new Set([...(wanted.get(target) ?? []), ...ids]));
    }
  }
  const labels = new Map<string, string>();
  for (const [key, ids] of wanted) {
    const target = call.snapshot.entities.get(key);
    const label = target?.field.get(target.label);
    const name = label === undefined ? undefined : nameSql(label, 't', (one) => call.snapshot.entities.get(one));
    if (target === undefined || name === undefined) continue;
    for (const [id, { label: text }] of heldRecords(tx.locked, target, [...ids])) {
      if (text === undefined) continue;
      ids.delete(id);
      if (text !== null) labels.set(`${key}/${id}`, text);
    }
    if (ids.size === 0) continue;
    const ask = async (asked: readonly string[]) => {
      const rows = await db.query<{ id: string; label: string | null }>(
        `select t.id, ${name} as label from ${tableName(target.id)} t where t."tenantId" = any($1) and t.id = any($2)`,
        [[call.context.tenantId, TOP_TENANT], asked],
      );
      return new Map(rows.map(({ id, label: text }) => [id, text]));
    };
    const found = await (tx.batch?.each(labelMemory(target), [...ids], ask) ?? ask([...ids]));
    for (const [id, text] of found) if (text !== null) labels.set(`${key}/${id}`, text);
  }
  const held = records.flatMap((values) => heldIds(call.model.fields, values));
  const describe = (ids: readonly string[]) => call.services.files.describeFiles(db, ids);
  // What a file is called does not change.
  const files = await (tx.batch?.each('files', held, describe) ?? describe(held));
  return (field, value) => {
    if (field.type.group === 'file') {
      return Array.isArray(value) ? value.map((id) => files.get(String(id))?.originalName ?? String(id)) : undefined;
    }
    if (field.target === undefined) return undefined;
    const title = (id: unknown): string => labels.get(`${field.target}/${String(id)}`) ?? String(id);
    return Array.isArray(value) ? value.map(title) : value === null ? undefined : title(value);
  };
}
