import { conversionOf } from '../../src/compile/sql/conversion.ts';
import { isWider } from '../../src/compile/sql/is-wider.ts';
import { converterOf, tableName } from '../../src/compile/sql/plan-tables.ts';
import { cellConversion, holdsCell, holdsChoice, inAnyRow } from '../../src/compile/sql/row-cells.ts';
import { removedPlaces, type StoredPlace, storedPlaces } from '../../src/compile/sql/stored-places.ts';
import { jsonPointer, type Problem } from '../../src/core/dialect/problem.ts';
import { quoteIdentifier, quoteText } from '../../src/core/expression/index.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import { entityFile } from '../../src/core/model/model-world.ts';
import type { Database } from '../ground/database/database.ts';
import { tenantCodes } from '../ground/database/tenants.ts';
import { type MeaningWorld, misfits } from './changed-meaning.ts';
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
 * types that became narrower or mean something else, states and options that records still hold. What no record holds costs nothing.
 */
export async function lossesOf(
  database: Database,
  before: ReadonlyMap<string, EntityModel>,
  now: ReadonlyMap<string, EntityModel>,
  changed: ReadonlySet<string>,
  dictionary: MeaningWorld['dictionary'] = () => undefined,
): Promise<readonly Loss[]> {
  const losses: Loss[] = [];
  const world = { before, dictionary };
  const byId = new Map([...now.values()].map((model) => [model.id, model]));
  for (const model of before.values()) {
    if (!changed.has(model.key)) continue;
    const after = byId.get(model.id);
    const file = entityFile(model.area, model.key);
    for (const question of after === undefined ? goneEntity(model) : questionsOf(model, after, world)) {
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

function questionsOf(before: EntityModel, now: EntityModel, world: MeaningWorld): readonly Question[] {
  const places = new Map(storedPlaces(now).map((place) => [place.id, place]));
  const former = storedPlaces(before);
  const removed = new Set(removedPlaces(now));
  const known = new Set(former.map(({ id }) => id));
  const fresh = [...places.values()].filter(({ id }) => !known.has(id));
  const questions = former.flatMap((place): readonly Question[] => {
    const { table, field } = place;
    // Of a table that went, or is no table any more, it alone is asked.
    if (table !== undefined && places.get(table.id)?.field.columns === undefined) return [];
    const after = places.get(place.id);
    if (after !== undefined) {
      const stored = narrower(before, place, after);
      return [...goneChoices(before, place, after), ...(stored ?? otherMeaning(before, place, after, world))];
    }
    if (removed.has(place.id)) return [];
    // A field whose value is computed on reading now has no column, but is still there.
    const stays = table === undefined && now.fields.some(({ id }) => id === field.id);
    return stays ? [] : [goneField(before, place, fresh)];
  });
  const met = newCollisions(before, now).map((found): Question => collision(now, found));
  return [...goneStates(before, now), ...questions, ...met];
}

/** Of what `questionsOf` asks, what nobody but the records themselves can answer: types, meanings, and uniqueness. */
export function blockingQuestions(
  before: EntityModel,
  now: EntityModel,
  world: MeaningWorld,
): readonly Pick<Question, 'condition' | 'words'>[] {
  const places = new Map(storedPlaces(now).map((place) => [place.id, place]));
  const questions = storedPlaces(before).flatMap((place) => {
    const after = places.get(place.id);
    if (after === undefined) return [];
    return narrower(before, place, after) ?? otherMeaning(before, place, after, world);
  });
  return [...questions, ...newCollisions(before, now).map((found) => collision(now, found))];
}

function collision(
  model: EntityModel,
  { unique, isWhole, condition }: ReturnType<typeof newCollisions>[number],
): Question {
  const titles = unique.fields.map((key) => model.field.get(key)?.title ?? key).join('、');
  return {
    table: model.id,
    condition,
    consentable: false,
    pointer: `/unique/${unique.key}`,
    words: (count) => ({
      message: `“${titles}”在规定的范围内应当唯一，但有 ${count} 条记录相互重复`,
      fix: isWhole
        ? '先改正这些记录，或用 where 缩小唯一的范围'
        : '先改正这些记录；新字段的值能区分它们的，先导入新字段并补齐已有记录，再加唯一规则',
    }),
  };
}

/** How questions name a place, and how they ask of it. */
function asking({ id, table, field }: StoredPlace) {
  const column = quoteIdentifier(field.id);
  const live = (condition: string): string => `(${condition}) and "isDeleted" = 0`;
  if (table === undefined) {
    return {
      what: `字段“${field.title}”（${field.key}）`,
      column,
      live,
      held: live(`${column} is not null`),
      holder: '实体上',
      part: '字段',
    };
  }
  return {
    what: `“${table.title}”的列“${field.title}”（${id}）`,
    column,
    live: (condition: string) => live(inAnyRow(table.id, condition)),
    held: live(inAnyRow(table.id, holdsCell(field.id))),
    holder: `“${table.key}”的 items 里`,
    part: '列',
  };
}

function goneField(model: EntityModel, place: StoredPlace, fresh: readonly StoredPlace[]): Question {
  const { field, table } = place;
  const { what, held, holder } = asking(place);
  const likely = fresh.find((other) => other.table?.id === table?.id && other.type === place.type);
  const renamed = likely === undefined ? '' : `若“${likely.field.key}”就是它，在那里写 "id": "${field.id}"；`;
  return {
    table: model.id,
    condition: held,
    consentable: true,
    pointer: jsonPointer(...place.path.slice(0, -1)),
    words: (count) => ({
      message: `删除${what}：${count} 条记录有值`,
      fix: `${renamed}确实删除就在${holder}写 "removed": ["${field.id}"]，数据仍保留；或${CONSENT}`,
    }),
  };
}

/** Values that are stored as they were, and are not what the field holds now. */
function otherMeaning(
  model: EntityModel,
  before: StoredPlace,
  after: StoredPlace,
  world: MeaningWorld,
): readonly Question[] {
  const condition = misfits(tableName(model.id), before, after, world);
  if (condition === undefined) return [];
  const { what, held, live, part } = asking(before);
  return [
    {
      table: model.id,
      // What a cell holds is not looked into: all that are filled in count.
      condition: before.table === undefined ? live(condition) : held,
      consentable: true,
      pointer: jsonPointer(...after.path, 'field'),
      words: (count) => ({
        message: `${what}改变了含义：${count} 条记录的值不是它现在能有的值`,
        fix: `换一个键另加${part}，或${CONSENT}：原来的值照旧存着`,
      }),
    },
  ];
}

/** Undefined where values are stored as before. */
function narrower(model: EntityModel, before: StoredPlace, after: StoredPlace): readonly Question[] | undefined {
  const [was, is] = [before.type, after.type];
  const { convert } = converterOf(after.field);
  if (is === was) return undefined;
  if (convert === undefined && isWider(was, is)) return [];
  const { live, held, part } = asking(before);
  const { id } = before.field;
  const conversion =
    before.table === undefined
      ? conversionOf(quoteIdentifier(id), was, is, convert)
      : cellConversion(id, was, is, convert);
  const name = before.table === undefined ? after.field.key : before.id;
  const head = `“${before.field.title}”（${name}）的存储类型由 ${was} 改为 ${is}`;
  const asked = { table: model.id, condition: held };
  if (typeof conversion === 'string') {
    return [
      {
        ...asked,
        consentable: false,
        pointer: jsonPointer(...after.path, 'convert'),
        words: (count) => ({
          message: `${head}：${count} 条记录有值，convert 不能用于已存的 ${was}：${conversion}`,
          fix: `改写 convert，old 是已存的值；或换一个键另加${part}`,
        }),
      },
    ];
  }
  return [
    {
      ...asked,
      lost: live(conversion.lost),
      // Who says how has said that it shall be; only what is lost is asked for.
      onlyLost: convert !== undefined,
      consentable: true,
      pointer: jsonPointer(...after.path, 'type'),
      words: (count, lost) => ({
        message: `${head}：${count} 条记录有值，其中 ${lost} 条不能完整转换`,
        fix: `${convert === undefined ? `在${part}上写明怎样转换（"convert"），或` : ''}换一个键另加${part}，或${CONSENT}：不能转换的值会变为空`,
      }),
    },
  ];
}

type Choices = Readonly<Record<string, { readonly id?: string; readonly title: string }>>;

/** Keys that rows hold: the permanent ones of options, and those of states. */
function heldKeys(choices: Choices | undefined): ReadonlyMap<string, string> {
  return new Map(Object.entries(choices ?? {}).map(([key, { id, title }]) => [id ?? key, title]));
}

/** Keys that are gone and that nothing takes the place of. */
function unreplaced(
  before: Choices | undefined,
  now: Choices | undefined,
  replaced: Readonly<Record<string, string>> = {},
): readonly (readonly [string, string])[] {
  const left = heldKeys(now);
  if (left.size === 0) return [];
  return [...heldKeys(before)].filter(([key]) => !left.has(key) && !Object.hasOwn(replaced, key));
}

function goneStates(before: EntityModel, now: EntityModel): readonly Question[] {
  const { states, removedStates } = now.source;
  return unreplaced(before.source.states, states, removedStates).map(([key, title]) => ({
    table: before.id,
    condition: `status = ${quoteText(key)} and "isDeleted" = 0`,
    consentable: false,
    pointer: '/states',
    words: (count) => ({
      message: `删除状态“${title}”（${key}）：${count} 条记录还是它`,
      fix: `若是改名，在新的上写 "id": "${key}"；否则写明换成哪一个："removedStates": {"${key}": "…"}`,
    }),
  }));
}

function goneChoices(model: EntityModel, before: StoredPlace, after: StoredPlace): readonly Question[] {
  const { live, column } = asking(before);
  const { options, removedOptions } = after.field.property;
  const of = before.table === undefined ? '' : `${before.table.title}的`;
  return unreplaced(before.field.property.options, options, removedOptions).map(([key, title]) => {
    const holds =
      before.table !== undefined
        ? holdsChoice(before.field.id, key)
        : before.field.column?.kind === 'text[]'
          ? `${quoteText(key)} = any(${column})`
          : `${column} = ${quoteText(key)}`;
    return {
      table: model.id,
      condition: live(holds),
      consentable: false,
      pointer: jsonPointer(...after.path, 'options'),
      words: (count) => ({
        message: `删除“${of}${before.field.title}”的选项“${title}”（${key}）：${count} 条记录还是它`,
        fix: `若是改名，在新的上写 "id": "${key}"；否则写明换成哪一个："removedOptions": {"${key}": "…"}，选项也可以停用（"sealed": true）`,
      }),
    };
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
