import type { BreakSql } from '../../../../src/compile/sql/break-sql.ts';
import { holdsChoice, inAnyRow } from '../../../../src/compile/sql/row-cells.ts';
import { type StoredPlace, storedPlaces } from '../../../../src/compile/sql/stored-places.ts';
import { entityPlace, formOf, type Place } from '../../../../src/core/dialect/walk/place.ts';
import { quoteIdentifier, quoteText, type SqlFragment, sql } from '../../../../src/core/expression/index.ts';
import type { Choice } from '../../../../src/core/field-type.ts';
import type { EntityModel, FieldModel, ModelRule } from '../../../../src/core/model/entity-model.ts';
import { say } from '../../../../src/core/text/say.ts';
import { sameJson } from '../../../../src/core/validation/same-value.ts';
import type { ImpactItem, ImpactWay } from '../../../../src/core/wire/design.ts';
import { blockingQuestions } from '../../../metadata/hold-back.ts';

/** Where a demand stands in the entity's file, by keys of the moment and places in lists. */
type DemandPlace = { readonly field: string; readonly rule?: number } | { readonly formRule: number };

/** Records that a demand concerns, and ids of some of them. */
export interface Concerned {
  readonly count: number;
  readonly ids: readonly string[];
}

/** A column of a sub-table in one version of an entity. */
export interface ColumnVersion {
  readonly table: FieldModel;
  readonly column: FieldModel;
}

/** Something that an entity asks from now on, or no longer has, and that records may not fit. */
export interface Demand extends Pick<ImpactItem, 'id' | 'fix'> {
  readonly ways: readonly ImpactWay[];
  /** What is new, in words; empty where `told` says it. */
  readonly what: string;
  /** What is said of `count` records. */
  told(count: number): string;
  /** Records of the company that it concerns, over `t`; of `values` those with any value at all. */
  readonly concerned: SqlFragment;
  /** Field whose values are judged one by one, since only its type knows them; undefined where `concerned` says all. */
  readonly values?: { readonly before: FieldModel; readonly after: FieldModel };
  /** A column whose rows are judged record by record, as it is and as it was; undefined for all else. */
  readonly rows?: { readonly is: ColumnVersion; readonly was: ColumnVersion | undefined };
  /** Where `since` is written. */
  readonly place?: DemandPlace;
  /** What takes a value: the field that is filled in, or in which one choice takes another's place. */
  readonly target?: FieldModel;
  /** The sub-table in whose rows the target stands. */
  readonly table?: FieldModel;
  /** What has to be typed before it is done. */
  readonly confirm?: string;
  /** Stored key of the choice or state that is no longer there, with its title. */
  readonly gone?: { readonly key: string; readonly title: string };
  /** What may take its place, by stored key with its title; missing where the target itself says it. */
  readonly heirs?: ReadonlyMap<string, string>;
}

/** An entity as it serves and as it would, with how each is asked of the rows. */
export interface Versions {
  readonly before: EntityModel;
  readonly after: EntityModel;
  readonly was: BreakSql;
  readonly is: BreakSql;
}

/** What a change of an entity asks of its records that it did not ask before. */
export function demandsOf(versions: Versions): readonly Demand[] {
  const { before, after } = versions;
  const former = new Map(before.fields.map((field) => [field.id, field]));
  return [
    ...goneStates(versions),
    ...storedPlaces(before).flatMap((place) => goneChoices(versions, place)),
    ...after.fields.flatMap((field): readonly Demand[] => {
      if (field.base || field.computed) return [];
      const known = former.get(field.id);
      return [
        ...lacking(versions, field, known),
        ...limits(versions, field, known),
        ...rulesOf(versions, field, known?.rules ?? []),
        ...columnsOf(versions, field, known),
      ];
    }),
    ...rulesOf(versions, undefined, before.formRules),
    ...statesAsking(versions),
    ...blocking(versions),
  ];
}

const quoted = (field: FieldModel): string => `“${field.title}”`;

function lacking({ after, before, was, is }: Versions, field: FieldModel, known: FieldModel | undefined): Demand[] {
  const asks = (model: EntityModel, one: FieldModel | undefined) => {
    const section = model.sections.find(({ fields }) => one !== undefined && fields.includes(one.key));
    return one && [one.required, one.requiredWhen?.source, one.visible?.source, section?.visible?.source];
  };
  const isAsked = field.required || field.requiredWhen !== undefined;
  if (!isAsked || sameJson(asks(after, field), asks(before, known))) return [];
  const asked = known === undefined ? sql`false` : was.lacking(known);
  return [
    {
      id: `${after.key} required ${field.key}`,
      ways: [...(canFill(field) ? (['fill'] as const) : []), 'since'],
      what: say('{field}改为必填', { field: quoted(field) }),
      told: (count) => say('{count}条记录还没有填', { count }),
      concerned: sql`${is.complete} and ${is.madeSince(field.property.since)} and ${is.lacking(field)} and not (${asked})`,
      place: { field: field.key },
      target: field,
    },
  ];
}

/** Whether a person can say one value for many records: texts, numbers, days and single choices. */
function canFill({ type, column, target, multiple }: FieldModel): boolean {
  const isPlain = column !== undefined && ['text', 'numeric', 'integer', 'date'].includes(column.kind);
  return isPlain && target === undefined && !multiple && ['text', 'number', 'choice', 'time'].includes(type.group);
}

/** The keywords of a field that decide which values it takes: no texts, no layout, and nothing that is an expression. */
function limiting(field: FieldModel): Readonly<Record<string, unknown>> {
  const place = fieldPlace(field);
  return Object.fromEntries(
    Object.entries(field.property).filter(([keyword]) => {
      const below = place?.properties.get(keyword);
      return below !== undefined && keyword !== 'since' && !isAside(below);
    }),
  );
}

function fieldPlace({ property }: FieldModel): Place | undefined {
  const properties = entityPlace().properties.get('record')?.properties.get('properties');
  return properties?.entries && formOf(properties.entries, property);
}

function isAside({ marks, items, properties }: Place): boolean {
  if (marks.text !== undefined || marks.layout === true || marks.expression === true) return true;
  const rule = items?.properties ?? properties;
  return [...rule.values()].some((below) => below.marks.expression === true);
}

function limits({ after, is }: Versions, field: FieldModel, known: FieldModel | undefined): Demand[] {
  const isStored = known?.column !== undefined && known.column.ddl === field.column?.ddl;
  if (!isStored || field.property.writeOnly === true || sameJson(limiting(field), limiting(known))) return [];
  return [
    {
      id: `${after.key} limits ${field.key}`,
      ways: ['since'],
      what: say('{field}的限制收紧', { field: quoted(field) }),
      told: (count) => say('{count}条记录的值不符合', { count }),
      concerned: sql`${is.madeSince(field.property.since)} and t.${quoteIdentifier(field.id)} is not null`,
      values: { before: known, after: field },
      place: { field: field.key },
    },
  ];
}

function rulesOf({ after, is }: Versions, field: FieldModel | undefined, former: readonly ModelRule[]): Demand[] {
  const known = new Set(former.map(({ when }) => when.source));
  const rules = field === undefined ? after.formRules : field.rules;
  return rules.flatMap((rule, index): Demand[] => {
    if (known.has(rule.when.source)) return [];
    const title = field === undefined ? say('整表规则') : quoted(field);
    return [
      {
        id: `${after.key} rule ${field?.key ?? ''} ${rule.when.source}`,
        ways: ['since'],
        what: say('{field}新的规则“{rule}”', { field: title, rule: rule.message }),
        told: (count) => say('{count}条记录不符合', { count }),
        concerned: sql`${is.complete} and ${is.madeSince(rule.since)} and ${is.against(rule, field)}`,
        place: field === undefined ? { formRule: index } : { field: field.key, rule: index },
      },
    ];
  });
}

/** What a column asks of its rows besides its limits, which are those of the table's values. */
function askedOf(column: FieldModel | undefined): unknown {
  if (column === undefined) return undefined;
  const { required, requiredWhen, visible, rules } = column;
  const conditions = [requiredWhen?.source, visible?.source, ...rules.map(({ when }) => when.source)];
  return [required, conditions];
}

/** Columns of a sub-table that ask more of its rows. These have no past, so that there is no asking from now on. */
function columnsOf({ after, is }: Versions, table: FieldModel, known: FieldModel | undefined): Demand[] {
  if (known?.columns === undefined || table.columns === undefined || known.column === undefined) return [];
  const former = new Map(known.columns.map((column) => [column.id, column]));
  return table.columns.flatMap((column): Demand[] => {
    const was = former.get(column.id);
    if (column.computed || sameJson(askedOf(column), askedOf(was))) return [];
    const asks = column.required || column.requiredWhen !== undefined || column.rules.length > 0;
    if (!asks) return [];
    return [
      {
        id: `${after.key} column ${table.key}.${column.key}`,
        ways: ['later'],
        what: say('{table}的列{column}要求变了', { table: quoted(table), column: quoted(column) }),
        told: (count) => say('{count}条记录里有不符合的行', { count }),
        concerned: is.complete,
        rows: { is: { table, column }, was: was === undefined ? undefined : { table: known, column: was } },
      },
    ];
  });
}

/** Fields that a state requires, and did not. */
function statesAsking({ before, after, is }: Versions): Demand[] {
  return Object.values(after.states).flatMap((state) => {
    const former = Object.values(before.states).find(({ id }) => id === state.id);
    return state.required.flatMap((key): Demand[] => {
      const field = after.field.get(key);
      if (field === undefined || former === undefined || former.required.includes(key)) return [];
      return [
        {
          id: `${after.key} state ${state.key} requires ${key}`,
          ways: canFill(field) ? ['fill'] : [],
          fix: say('先填写这些记录，再发布'),
          what: say('状态“{state}”要求填写{field}', { state: state.title, field: quoted(field) }),
          told: (count) => say('{count}条记录还没有填', { count }),
          concerned: is.lackingIn(field, state.id),
          target: field,
        },
      ];
    });
  });
}

function goneStates({ before, after }: Versions): Demand[] {
  const left = new Set(Object.values(after.states).map(({ id }) => id));
  const status = after.field.get('status');
  return Object.values(before.states).flatMap(({ id, key, title }): Demand[] => {
    if (left.has(id)) return [];
    return [
      {
        id: `${after.key} state ${key}`,
        ways: left.size === 0 || status === undefined ? [] : ['map'],
        fix: say('先让这些记录离开这个状态'),
        what: say('没有状态“{state}”了', { state: title }),
        told: (count) => say('{count}条记录还在这个状态', { count }),
        concerned: sql`t.status = ${quoteText(id)}`,
        ...(status === undefined ? {} : { target: status }),
        gone: { key: id, title },
      },
    ];
  });
}

type Options = NonNullable<FieldModel['property']['options']>;

const keysOf = (options: Options | undefined) =>
  new Map(Object.entries(options ?? {}).map(([key, option]) => [option.id ?? key, option]));

/** Options that can no longer be chosen: sealed, or gone altogether. */
function goneChoices({ before, after }: Versions, place: StoredPlace): Demand[] {
  const now = storedPlaces(after).find(({ id }) => id === place.id);
  const { field } = place;
  if (now === undefined || field.property.options === undefined || now.field.property.options === undefined) return [];
  const left = keysOf(now.field.property.options);
  return [...keysOf(field.property.options)].flatMap(([key, option]): Demand[] => {
    const still = left.get(key);
    if (option.sealed === true || (still !== undefined && still.sealed !== true)) return [];
    return [
      {
        id: `${before.key} option ${place.id} ${key}`,
        // Rows show the title of what they hold; of an option that is gone there would be none.
        ways: still === undefined ? ['map'] : ['keep', 'map'],
        ...holding(place, { key, title: option.title }),
        target: now.field,
        ...(now.table === undefined ? {} : { table: now.table }),
      },
    ];
  });
}

/** The records that hold a choice which can be chosen no more. */
function holding({ field, table }: StoredPlace, gone: { readonly key: string; readonly title: string }) {
  const column = `t.${quoteIdentifier(field.id)}`;
  const holds =
    table !== undefined
      ? inAnyRow(table.id, holdsChoice(field.id, gone.key))
      : field.column?.kind === 'text[]'
        ? `${quoteText(gone.key)} = any(${column})`
        : `${column} = ${quoteText(gone.key)}`;
  return {
    what: say('{field}不能再选“{option}”', { field: quoted(field), option: gone.title }),
    told: (count: number) => say('{count}条记录选了它', { count }),
    concerned: sql`${holds}`,
    gone,
  };
}

/** What the choices of a dictionary that are put out of use ask of the records of an entity that hold them. */
export function sealedChoices(
  model: EntityModel,
  code: string,
  { before, after }: { readonly before: readonly Choice[]; readonly after: readonly Choice[] },
): readonly Demand[] {
  const open = new Set(before.flatMap(({ key, sealed }) => (sealed === true ? [] : [key])));
  const sealed = after.filter((choice) => choice.sealed === true && open.has(choice.key));
  const heirs = new Map(after.flatMap(({ key, title, sealed: gone }) => (gone === true ? [] : [[key, title]])));
  const places = storedPlaces(model).filter(
    ({ field: { property } }) => property.dict === code && property.options === undefined,
  );
  return sealed.flatMap(({ key, title }) =>
    places.map(
      (place): Demand => ({
        id: `${model.key} choice ${place.id} ${key}`,
        ways: ['keep', 'map'],
        ...holding(place, { key, title }),
        target: place.field,
        ...(place.table === undefined ? {} : { table: place.table }),
        heirs,
      }),
    ),
  );
}

/** What no choice can help: values that a column could not hold any more, and records that are to be unique and are not. */
function blocking({ before, after }: Versions): Demand[] {
  const world = { before: new Map([[before.key, before]]), dictionary: () => undefined };
  return blockingQuestions(before, after, world).map((question, index) => ({
    id: `${after.key} blocked ${index}`,
    ways: [],
    fix: say('撤回这处修改，或先改正这些记录'),
    what: '',
    told: (count) => question.words(count, count).message,
    concerned: sql`t.id in (select id from data.${quoteIdentifier(before.id)} where "isDeleted" = 0 and (${question.condition}))`,
  }));
}

/** That an entity of the company's own goes, with records in it: they are kept, and nobody sees them. */
export function removalOf({ key, title }: EntityModel): Demand {
  return {
    id: `${key} removed`,
    ways: ['archive'],
    what: say('不再有业务“{title}”', { title }),
    told: (count) => say('{count}条记录将归档：数据保留，谁也看不到，回退后恢复', { count }),
    concerned: sql`true`,
    confirm: title,
  };
}

/** A demand with the number of records that it concerns, as one sentence. */
export function demandWords({ what, told }: Demand, count: number): string {
  return what === '' ? told(count) : `${what}：${told(count)}`;
}
