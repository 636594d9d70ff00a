import { breakSql, rowsOfCompany } from '../../../../src/compile/sql/break-sql.ts';
import { sqlTypeOf } from '../../../../src/compile/sql/column-sql.ts';
import { tableName } from '../../../../src/compile/sql/plan-tables.ts';
import { quoteIdentifier, quoteText, renderSql } from '../../../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../../../src/core/model/entity-model.ts';
import { say } from '../../../../src/core/text/say.ts';
import type { RecordEnvironment } from '../../../../src/core/validation/record-environment.ts';
import { checkFieldValue } from '../../../../src/core/validation/validate-record.ts';
import type { ImpactChoice, ImpactWay } from '../../../../src/core/wire/design.ts';
import type { Connection } from '../../../ground/database/database.ts';
import { choicesOf } from '../../../metadata/choices.ts';
import { loggedName, logReplaced, type Moved, replaceChoice } from '../../../metadata/replace-gone.ts';
import type { MetadataSnapshot } from '../../../metadata/snapshot.ts';
import { type Demand, demandsOf, type Versions } from './demands.ts';

/** What a choice may take: stored keys and titles; undefined where a person writes it. */
export function choicesFor(
  { target, gone, heirs }: Demand,
  { after }: Versions,
  snapshot: MetadataSnapshot,
): readonly { readonly key: string; readonly title: string }[] | undefined {
  if (heirs !== undefined) return [...heirs].map(([key, title]) => ({ key, title }));
  if (target === undefined) return undefined;
  const isStatus = target.base && target.key === 'status';
  const all = isStatus
    ? Object.values(after.states).map(({ id, title }) => ({ key: id, title }))
    : choicesOf(snapshot, target)
        ?.filter(({ key, sealed }) => sealed !== true && target.property.options?.[key]?.sealed !== true)
        .map(({ key, title }) => ({ key: target.property.options?.[key]?.id ?? key, title }));
  return all?.filter(({ key }) => key !== gone?.key);
}

/** Why a choice cannot be carried out; undefined where it can. */
export function choiceFault(
  demand: Demand,
  versions: Versions,
  choice: ImpactChoice,
  { snapshot, environment }: { readonly snapshot: MetadataSnapshot; readonly environment: RecordEnvironment },
): string | undefined {
  if (!demand.ways.includes(choice.do)) return say('这里不能这样处理');
  const { value } = choice;
  const { confirm } = demand;
  if (confirm !== undefined && value?.trim() !== confirm) {
    return say('请输入名称“{title}”，以确认归档', { title: confirm });
  }
  if (choice.do !== 'fill' && choice.do !== 'map') return undefined;
  if (value === undefined || value === '') return choice.do === 'fill' ? say('请写明填什么') : say('请选择换成哪一个');
  const choices = choicesFor(demand, versions, snapshot);
  if (choices !== undefined) {
    return choices.some(({ key }) => key === value) ? undefined : say('没有“{key}”这个选项', { key: value });
  }
  const { target } = demand;
  if (target === undefined) return undefined;
  const [fault] = checkFieldValue(target, wireValue(target, value), environment);
  return fault?.msg;
}

const wireValue = (field: FieldModel, value: string): unknown =>
  field.valueType === 'number' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;

/** What carrying out needs besides a connection. */
interface Carrying {
  readonly nextId: () => string;
  readonly now: Date;
  readonly world: Parameters<typeof breakSql>[2];
}

/**
 * Changes the records as was chosen, each change logged, in the transaction that lets the entity serve. Records that came
 * since they were counted are changed with the others.
 * @returns ids of the records that were changed.
 */
export async function carryOut(
  connection: Connection,
  demand: Demand,
  versions: Versions,
  choice: ImpactChoice,
  carrying: Carrying,
): Promise<readonly string[]> {
  const { target, gone, table, heirs } = demand;
  const { value } = choice;
  if (target === undefined || value === undefined) return [];
  const { after } = versions;
  if (choice.do === 'map' && gone !== undefined) {
    const titles = heirs ?? choicesTitle(after, target);
    const replacement = {
      ...{ model: after, field: target, table, gone: gone.key, heir: value },
      ...{ goneTitle: gone.title, heirTitle: titles.get(value) ?? value },
    };
    const moved = await replaceChoice(connection, connection.tenantId, replacement, carrying.now);
    await logReplaced(connection, replacement, moved, carrying);
    return moved.map(({ id }) => id);
  }
  if (choice.do !== 'fill') return [];
  return (await fill(connection, demand, versions, target, value, carrying)).map(({ id }) => id);
}

function choicesTitle(model: EntityModel, field: FieldModel): ReadonlyMap<string, string> {
  const isStatus = field.base && field.key === 'status';
  const entries = isStatus
    ? Object.values(model.states).map(({ id, title }): [string, string] => [id, title])
    : Object.entries(field.property.options ?? {}).map(([key, { id, title }]): [string, string] => [id ?? key, title]);
  return new Map(entries);
}

/** Records that are filled in by one statement. */
const BATCH = 5_000;

async function fill(
  connection: Connection,
  demand: Demand,
  { before, after }: Versions,
  field: FieldModel,
  value: string,
  carrying: Carrying,
): Promise<readonly Moved[]> {
  // Its columns are there by now, the one that is filled in among them.
  const stored = new Set(after.fields.flatMap(({ id, column }) => (column === undefined ? [] : [id])));
  const is = breakSql(after, stored, carrying.world);
  const was = breakSql(before, stored, carrying.world);
  const again = demandsOf({ before, after, is, was }).find(({ id }) => id === demand.id);
  if (again === undefined) throw new Error(`the demand “${demand.id}” is not there any more`);
  const { text, values } = renderSql(again.concerned, 3);
  const table = tableName(after.id);
  const moved: Moved[] = [];
  // Part by part, lest one statement outlasts its patience: what is filled in is concerned no more. All of them are one
  // transaction with what serves from then on, since nobody may meet records that the form does not take.
  for (let last = BATCH; last === BATCH; ) {
    const part = await connection.query<Moved>(
      `update ${table} t set ${quoteIdentifier(field.id)} = $1::${sqlTypeOf(field)}, version = version + 1, "updateTime" = $2
       where t."tenantId" = ${quoteText(connection.tenantId)} and t.id in (
         select t.id from ${table} t where ${rowsOfCompany(connection.tenantId)} and ${text} limit ${BATCH})
       returning t.id as id, ${loggedName(after, 't')} as title`,
      [value, carrying.now.toISOString(), ...values],
    );
    moved.push(...part);
    last = part.length;
  }
  const title = choicesTitle(after, field).get(value) ?? value;
  const change = {
    ...{ model: after, field, table: undefined, gone: '', heir: value, goneTitle: '', heirTitle: title },
    cause: say('发布设计时补填'),
  };
  await logReplaced(connection, change, moved, carrying);
  return moved;
}

/** What was done, for the history of changes. */
export function doneWords(words: string, way: ImpactWay, value: string | undefined): string {
  const what: Readonly<Record<ImpactWay, string>> = {
    fill: say('补填“{value}”', { value: value ?? '' }),
    since: say('从现在起要求'),
    map: say('换成“{value}”', { value: value ?? '' }),
    keep: say('保留，不能再选'),
    later: say('照此发布，改到时改正'),
    archive: say('归档'),
  };
  return `${words}；${what[way]}`;
}
