import { conversionOf } from '../../src/compile/sql/conversion.ts';
import { isWider } from '../../src/compile/sql/diff-plan.ts';
import { converterOf, printedType, tableName } from '../../src/compile/sql/plan-tables.ts';
import type { Problem } from '../../src/core/dialect/problem.ts';
import { quoteIdentifier, quoteText } from '../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import { entityFile } from '../../src/core/model/model-world.ts';
import type { Database } from '../ground/database/database.ts';
import { tenantCodes } from '../ground/database/tenants.ts';
import { newCollisions } from './unique-collisions.ts';

/** A change of an entity that would take values away from records, and from how many. */
interface Loss {
  readonly entity: string;
  readonly problem: Problem;
  /** Whether consent lets it pass; a state or option that records hold must be left by them first. */
  readonly consentable: boolean;
}

/** What is asked of the database: how many rows of a table a condition takes, over all tenants. */
interface Question {
  readonly table: string;
  readonly condition: string;
  /** Which of these rows lose their value, where others keep it. */
  readonly lost?: string;
  /** Whether rows that keep their value are no matter. Default false. */
  readonly onlyLost?: boolean;
  readonly consentable: boolean;
  readonly pointer: string;
  words(count: number, lost: number): { readonly message: string; readonly fix: string };
}

/**
 * What serving `now` instead of `before` would cost records that exist: fields and entities that went without a word,
 * types that became narrower, states and options that records still hold. What no record holds costs nothing.
 */
export async function lossesOf(
  database: Database,
  before: ReadonlyMap<string, EntityModel>,
  now: ReadonlyMap<string, EntityModel>,
  changed: ReadonlySet<string>,
): Promise<readonly Loss[]> {
  const losses: Loss[] = [];
  const byId = new Map([...now.values()].map((model) => [model.id, model]));
  for (const model of before.values()) {
    if (!changed.has(model.key)) continue;
    const after = byId.get(model.id);
    const file = entityFile(model.area, model.key);
    for (const question of after === undefined ? goneEntity(model) : questionsOf(model, after)) {
      const { count, lost } = await countRows(database, question);
      if ((question.onlyLost === true ? lost : count) === 0) continue;
      const { message, fix } = question.words(count, lost);
      losses.push({
        entity: model.key,
        consentable: question.consentable,
        problem: { file, pointer: question.pointer, message, fix, severity: 'error' },
      });
    }
  }
  return losses;
}

const CONSENT = '确认后运行 npm run metadata -- apply --consent';

function goneEntity(model: EntityModel): readonly Question[] {
  return [
    {
      table: model.id,
      condition: `"isDeleted" = 0`,
      consentable: true,
      pointer: '',
      words: (count) => ({
        message: `删除实体“${model.title}”（${model.key}）：${count} 条记录`,
        fix: `若是改名，在新实体上写 "id": "${model.id}"；确实不要了，${CONSENT}`,
      }),
    },
  ];
}

function questionsOf(before: EntityModel, now: EntityModel): readonly Question[] {
  const fields = new Map(now.fields.map((field) => [field.id, field]));
  const removed = new Set(now.source.removed ?? []);
  const fresh = now.fields.filter(({ id, base }) => !base && !before.fields.some((other) => other.id === id));
  const met = newCollisions(before, now).map((found): Question => collision(now, found));
  const changed = before.fields.flatMap((field): readonly Question[] => {
    if (field.column === undefined) return [];
    const after = fields.get(field.id);
    if (after === undefined) return field.base || removed.has(field.id) ? [] : [goneField(before, field, fresh)];
    const questions = goneChoices(before, field, after, now);
    const was = printedType(field.column.ddl);
    const is = after.column === undefined ? undefined : printedType(after.column.ddl);
    if (is === undefined || is === was) return questions;
    if (after.property.convert === undefined && isWider(was, is)) return questions;
    return [...questions, narrower(before, after, was, is)];
  });
  return [...changed, ...met];
}

function collision(model: EntityModel, { unique, condition }: ReturnType<typeof newCollisions>[number]): Question {
  const titles = unique.fields.map((key) => model.field.get(key)?.title ?? key).join('、');
  return {
    table: model.id,
    condition,
    consentable: false,
    pointer: `/unique/${unique.key}`,
    words: (count) => ({
      message: `“${titles}”在规定的范围内应当唯一，但有 ${count} 条记录相互重复`,
      fix: '先改正这些记录，或用 where 缩小唯一的范围',
    }),
  };
}

function goneField(model: EntityModel, field: FieldModel, fresh: readonly FieldModel[]): Question {
  const likely = fresh.find(({ column }) => column?.ddl === field.column?.ddl);
  const renamed = likely === undefined ? '' : `若“${likely.key}”就是它，在那里写 "id": "${field.id}"；`;
  return {
    table: model.id,
    condition: `${quoteIdentifier(field.id)} is not null and "isDeleted" = 0`,
    consentable: true,
    pointer: '/record/properties',
    words: (count) => ({
      message: `删除字段“${field.title}”（${field.key}）：${count} 条记录有值`,
      fix: `${renamed}确实删除就在实体上写 "removed": ["${field.id}"]，数据仍保留；或${CONSENT}`,
    }),
  };
}

function narrower(model: EntityModel, field: FieldModel, was: string, is: string): Question {
  const column = quoteIdentifier(field.id);
  const { convert } = converterOf(field);
  const conversion = conversionOf(column, was, is, convert);
  const head = `“${field.title}”（${field.key}）的存储类型由 ${was} 改为 ${is}`;
  const asked = { table: model.id, condition: `${column} is not null and "isDeleted" = 0` };
  const place = `/record/properties/${field.key}`;
  if (typeof conversion === 'string') {
    return {
      ...asked,
      consentable: false,
      pointer: `${place}/convert`,
      words: (count) => ({
        message: `${head}：${count} 条记录有值，convert 不能用于已存的 ${was}：${conversion}`,
        fix: '改写 convert，old 是已存的值；或换一个键另加字段',
      }),
    };
  }
  return {
    ...asked,
    lost: conversion.lost,
    // Who says how has said that it shall be; only what is lost is asked for.
    onlyLost: convert !== undefined,
    consentable: true,
    pointer: `${place}/type`,
    words: (count, lost) => ({
      message: `${head}：${count} 条记录有值，其中 ${lost} 条不能完整转换`,
      fix: `${convert === undefined ? '在字段上写明怎样转换（"convert"），或' : ''}换一个键另加字段，或${CONSENT}：不能转换的值会变为空`,
    }),
  };
}

/** Keys that rows hold: the permanent ones of options, and those of states. */
function heldKeys(field: FieldModel): ReadonlyMap<string, string> {
  return new Map(Object.entries(field.property.options ?? {}).map(([key, { id, title }]) => [id ?? key, title]));
}

function goneChoices(model: EntityModel, before: FieldModel, after: FieldModel, now: EntityModel): readonly Question[] {
  const left = heldKeys(after);
  if (left.size === 0) return [];
  const isStatus = before.key === 'status';
  const replaced = (isStatus ? now.source.removedStates : after.property.removedOptions) ?? {};
  const keyword = isStatus ? 'removedStates' : 'removedOptions';
  const what = isStatus ? '状态' : `“${before.title}”的选项`;
  const column = quoteIdentifier(before.id);
  return [...heldKeys(before)].flatMap(([key, title]): readonly Question[] => {
    if (left.has(key) || Object.hasOwn(replaced, key)) return [];
    const holds =
      before.column?.kind === 'text[]' ? `${quoteText(key)} = any(${column})` : `${column} = ${quoteText(key)}`;
    return [
      {
        table: model.id,
        condition: `${holds} and "isDeleted" = 0`,
        consentable: false,
        pointer: isStatus ? '/states' : `/record/properties/${after.key}/options`,
        words: (count) => ({
          message: `删除${what}“${title}”（${key}）：${count} 条记录还是它`,
          fix: `若是改名，在新的上写 "id": "${key}"；否则写明换成哪一个："${keyword}": {"${key}": "…"}${isStatus ? '' : '，选项也可以停用（"sealed": true）'}`,
        }),
      },
    ];
  });
}

/** Rows of all tenants, each asked for itself: row-level security holds for the owner too. */
async function countRows(
  database: Database,
  { table, condition, lost: losing = 'false' }: Question,
): Promise<{ readonly count: number; readonly lost: number }> {
  const name = tableName(table);
  const [made] = await database.withTenant('000000', (connection) =>
    connection.query<{ ready: boolean }>(
      `select to_regclass($1) is not null and to_regclass('data.tenant') is not null as ready`,
      [name],
    ),
  );
  if (made?.ready !== true) return { count: 0, lost: 0 };
  let count = 0;
  let lost = 0;
  for (const tenantId of new Set(['000000', ...(await tenantCodes(database, 'all'))])) {
    const [row] = await database.withTenant(tenantId, (connection) =>
      connection.query<{ count: string; lost: string }>(
        `select count(*) as count, count(*) filter (where ${losing}) as lost from ${name} where "tenantId" = $1 and (${condition})`,
        [tenantId],
      ),
    );
    count += Number(row?.count ?? 0);
    lost += Number(row?.lost ?? 0);
  }
  return { count, lost };
}
