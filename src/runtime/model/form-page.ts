import type { Entity, Form, Property, Section } from '../../core/dialect/entity.generated.ts';
import { compileEvaluator, OutOfReachError } from '../../core/expression/index.ts';
import { say } from '../../core/text/say.ts';
import { enteredSeed, SEED_KEY, type SeededTable } from '../../core/validation/seeded-rows.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { childPage, rowOrder, sortedRows } from './child-page.ts';
import { buildPageModel, type EntityPageModel } from './page-model.ts';
import { expressionUserOf } from './person.ts';
import { browserEnvironment } from './record-environment.ts';
import type { RecordData } from './record-view.ts';

/** Most rows of a child entity that travel with their record. */
const MOST_ROWS = 1000;

/** The page as its form sees it, by the children whose rows are its tables. */
const built = new WeakMap<EntityPageModel, Map<string, EntityPageModel>>();
type Sections = NonNullable<Form['sections']>;

const columns = new WeakMap<Entity, Readonly<Record<string, Property>>>();

/** Fields of a row that are entered in the form of its record; undefined where one of them cannot stand in a table. */
function rowProperties(child: Entity): Readonly<Record<string, Property>> | undefined {
  const parent = child.parent?.field;
  // What the steps of a row fill in later has no place where it is first entered.
  const isLater = ({ disabledWhen }: Property) => child.states !== undefined && disabledWhen === 'true';
  // What the library gives a row is known there too, though nobody enters it.
  const given = child.parent?.seed?.map ?? {};
  const own = Object.entries(child.record.properties).filter(
    ([key, property]) =>
      key !== parent &&
      property.compute === undefined &&
      property.cases === undefined &&
      property.field !== 'serial' &&
      (!isLater(property) || Object.hasOwn(given, key)),
  );
  const misplaced = ['upload', 'subTable', 'dateDuration', 'password', 'permissionMatrix', 'json'];
  return own.some(([, { field }]) => misplaced.includes(field)) ? undefined : Object.fromEntries(own);
}

/**
 * Columns of a row in the form of its record: what is entered there, and what the browser can compute from the row and
 * the record above it, in the order of the child.
 */
function tableProperties(page: EntityPageModel, child: Entity): Readonly<Record<string, Property>> {
  const known = columns.get(child);
  if (known !== undefined) return known;
  const shown = new Set(Object.keys(rowProperties(child) ?? {}));
  const own = childPage(page, child.entity);
  const model = own?.model;
  for (const key of model?.computeOrder ?? []) {
    const field = model?.field.get(key);
    const sources = [field?.compute, ...(field?.cases ?? []).map(({ when }) => when)].filter(
      (one) => one !== undefined,
    );
    const isReadable = (name: string) => shown.has(name) || name === 'parent' || name.startsWith('parent.');
    const isOwn = sources.every(({ serverOnly, references }) => !serverOnly && references.every(isReadable));
    if (isOwn && (field?.compute ?? field?.cases) !== undefined && Object.hasOwn(child.record.properties, key)) {
      shown.add(key);
    }
  }
  const made = Object.fromEntries(
    Object.entries(child.record.properties).flatMap(([key, property]) => {
      if (!shown.has(key)) return [];
      // Rules that look further than row and record are the server's.
      const asked = model?.field.get(key)?.rules ?? [];
      const rules = property.rules?.filter((_, index) => asked[index]?.when.serverOnly !== true);
      const { defaultFrom, ...plain } = rules === undefined ? property : { ...property, rules };
      const isLeft = defaultFrom === undefined || own === undefined || isFilledLater(own, key);
      return [[key, isLeft ? plain : { ...plain, defaultFrom }]];
    }),
  );
  columns.set(child, made);
  return made;
}

/** What the table of a child demands of its rows. */
function demandedCells(page: EntityPageModel, child: Entity): string[] {
  const own = childPage(page, child.entity);
  return (child.record.required ?? []).filter(
    (key) => Object.hasOwn(tableProperties(page, child), key) && (own === undefined || !isFilledLater(own, key)),
  );
}

/** What the rows of a child's table must hold and the server fills in too. */
function expectedCells(page: EntityPageModel, child: Entity): string[] {
  const demanded = demandedCells(page, child);
  const shown = tableProperties(page, child);
  return (child.record.required ?? []).filter((key) => Object.hasOwn(shown, key) && !demanded.includes(key));
}

/** Whether rows of a child can be added in one of the states. */
function isOpen(page: EntityPageModel, child: Entity, states: readonly string[]): boolean {
  const when = childPage(page, child.entity)?.model.parent?.create.when;
  if (when === undefined || when.serverOnly || states.length === 0) return true;
  // All else than the state is known only of a record.
  const unknown = (name: string): never => {
    throw new OutOfReachError(name);
  };
  return states.some((key) => {
    try {
      const names = (name: string) => (name === 'status' ? key : unknown(name));
      const environment = { ...browserEnvironment(page, expressionUserOf(null, '')), names };
      return (
        compileEvaluator(when.node)(Object.defineProperty(environment, 'me', { get: () => unknown('me') })) === true
      );
    } catch (error) {
      if (error instanceof OutOfReachError) return true;
      throw error;
    }
  });
}

/** The state of a record that is still a draft, a new one included; undefined otherwise. */
function draftState({ model }: EntityPageModel, record: RecordData | undefined): string | undefined {
  const state = record === undefined ? model.initialState : record.status;
  return typeof state === 'string' && model.states[state]?.draft === true ? state : undefined;
}

/** Whether a record cannot leave a state without rows of a child: its rules, or those of a step out of it, look at them. */
function isDemanded({ model }: EntityPageModel, child: string, state: string): boolean {
  const steps = Object.values(model.transitions).filter(({ from }) => from.includes(state));
  const conditions = [...model.formRules, ...steps.flatMap(({ guards }) => guards)];
  return conditions.some(({ when }) => when.references.includes(child));
}

/** Whether rows of a child are entered in the form of the record. Those with states only while it is a draft that needs them. */
function isEntered(page: EntityPageModel, child: Entity, record: RecordData | undefined): boolean {
  if (child.states === undefined) {
    const open = Object.values(page.model.states).filter(({ edit }) => edit !== false);
    return isOpen(
      page,
      child,
      open.map(({ key }) => key),
    );
  }
  const state = draftState(page, record);
  return state !== undefined && isDemanded(page, child.entity, state) && isOpen(page, child, [state]);
}

/**
 * Child entities whose rows are entered in the form of their record and saved with it: plain lists, and in a draft what
 * it cannot be submitted without. Other rows that have states, that a step writes, that come from a library, that have
 * files or rows of their own are entered where they stand.
 * @param record the stored record; undefined for a new one.
 */
export function formChildren(page: EntityPageModel, record?: RecordData): readonly Entity[] {
  const { entity, children = {} } = page.metadata;
  const written = new Set(Object.values(entity.transitions ?? {}).map(({ writes }) => writes));
  return Object.values(children)
    .map((child) => child.entity)
    .filter(
      (child) =>
        child.parent?.entity === entity.entity &&
        (child.parent.seed?.entered !== undefined ||
          (child.parent.seed === undefined && child.parent.lockRows !== true)) &&
        child.readOnly !== true &&
        child.appendOnly !== true &&
        !written.has(child.entity) &&
        isEntered(page, child, record) &&
        !Object.values(children).some((other) => other.entity.parent?.entity === child.entity) &&
        rowProperties(child) !== undefined,
    );
}

/** Tables of a form whose rows come from libraries, by the key of their entity. */
export function seededTables(page: EntityPageModel, record?: RecordData): ReadonlyMap<string, SeededTable> {
  const tables = formChildren(page, record).flatMap(({ entity }): readonly [string, SeededTable][] => {
    const child = childPage(page, entity);
    const seed = enteredSeed(child?.model.parent);
    if (child === undefined || seed === undefined) return [];
    return [[entity, { seed, locked: child.model.parent?.lockRows === true, order: rowOrder(child) }]];
  });
  return new Map(tables);
}

/** Where a record's form opens: with rows of children it needs the whole page, unless the entity says where. */
export function formPlace(page: EntityPageModel): 'page' | 'drawer' {
  const said = page.metadata.entity.form?.open;
  if (said === undefined && formChildren(page).length > 0) return 'page';
  return page.model.form.open === 'page' ? 'page' : 'drawer';
}

/** The table whose rows are all that a rule looks at; undefined for other rules. */
function ruledTable(page: EntityPageModel, index: number, tables: readonly Entity[]): Entity | undefined {
  const names = page.model.formRules[index]?.when.references.map((name) => name.split('.')[0]) ?? [];
  return tables.find(({ entity }) => names.length > 0 && names.every((name) => name === entity));
}

/** The sections of the form with one for each table: behind the section whose field asked for its rows, else last. */
function withTables(page: EntityPageModel, tables: readonly Entity[], sections: Sections): Sections {
  const rules = page.metadata.entity.form?.rules ?? [];
  const askedBy = (table: Entity) => rules.find((_, index) => ruledTable(page, index, tables) === table)?.at;
  const own = (table: Entity): [string, Section] => [
    `${table.entity}Rows`,
    { title: table.title, fields: [table.entity] },
  ];
  const placed = Object.entries(sections).flatMap(([key, section]) => [
    [key, section] as const,
    ...tables.filter((table) => section.fields.includes(askedBy(table) ?? '')).map(own),
  ]);
  const done = new Set(placed.map(([key]) => key));
  return Object.fromEntries([...placed, ...tables.map(own).filter(([key]) => !done.has(key))]);
}

/** The state in which a new row begins, as a table holds it. */
function initialState(child: Entity): RecordData {
  const { status } = stateProperty(child);
  return status === undefined ? {} : { status: status.default };
}

/** The state of a row, which formulas over the rows ask for: a new one has that in which it begins. */
function stateProperty({ states = {} }: Entity): Readonly<Record<string, Property>> {
  const initial = Object.keys(states).find((key) => states[key]?.initial === true);
  if (initial === undefined) return {};
  return { status: { title: say('状态'), field: 'input', type: 'string', hidden: true, default: initial } };
}

/**
 * Whether the server fills a field that a new record leaves empty, from what only it knows: fields behind a reference,
 * or the record that a row belongs to, which its page does not even name.
 */
function isFilledLater({ model, metadata }: EntityPageModel, key: string): boolean {
  const from = model.field.get(key)?.defaultFrom;
  if (from === undefined) return metadata.entity.record.properties[key]?.defaultFrom !== undefined;
  const isBehind = (name: string) =>
    name.includes('.') && model.field.get(name.split('.')[0] ?? '')?.target !== undefined;
  return from.serverOnly || from.references.some(isBehind);
}

/** What a form demands: of a new record not what the server fills, which the browser cannot show before. */
function demandedKeys(page: EntityPageModel, record: RecordData | undefined): readonly string[] {
  const { required = [] } = page.metadata.entity.record;
  return record === undefined ? required.filter((key) => !isFilledLater(page, key)) : required;
}

/**
 * The page as its form sees it: rows of child entities are tables of the record, and a new one need not say what the
 * server fills, which is marked all the same. The page itself where nothing of that applies.
 */
export function formPage(page: EntityPageModel, record?: RecordData): EntityPageModel {
  const children = formChildren(page, record);
  const demanded = demandedKeys(page, record);
  const less = demanded.length < (page.metadata.entity.record.required ?? []).length;
  if (children.length === 0 && !less) return page;
  const name = [less ? 'new' : '', ...children.map((child) => child.entity)].join();
  const known = built.get(page)?.get(name);
  if (known !== undefined) return known;
  const { metadata } = page;
  const { entity } = metadata;
  // What only looks at the rows of a table is told there, wherever the file puts it.
  const rules = entity.form?.rules?.map((rule, index) => {
    const table = ruledTable(page, index, children);
    return table === undefined ? rule : { ...rule, at: table.entity };
  });
  const tables = children.map((child): [string, Property] => [
    child.entity,
    {
      title: child.title,
      field: 'subTable',
      type: 'array',
      maxItems: MOST_ROWS,
      items: {
        type: 'object',
        required: demandedCells(page, child),
        properties: {
          ...tableProperties(page, child),
          id: { title: say('编号'), field: 'input', type: 'string', hidden: true },
          ...(child.parent?.seed === undefined
            ? {}
            : { [SEED_KEY]: { title: say('库中编号'), field: 'input', type: 'string', hidden: true } }),
          ...stateProperty(child),
        },
      },
    },
  ]);
  const sections = entity.form?.sections;
  const model = buildPageModel({
    ...metadata,
    entity: {
      ...entity,
      record: {
        ...entity.record,
        required: [...demanded],
        properties: { ...entity.record.properties, ...Object.fromEntries(tables) },
      },
      ...(sections === undefined
        ? {}
        : {
            form: {
              ...entity.form,
              ...(rules === undefined ? {} : { rules }),
              sections: withTables(page, children, sections),
            },
          }),
    },
  });
  const expected = new Set([
    ...(entity.record.required ?? []).filter((key) => !demanded.includes(key)),
    ...children.flatMap((child) => expectedCells(page, child).map((key) => `${child.entity}.${key}`)),
  ]);
  const made: EntityPageModel = expected.size === 0 ? model : { ...model, expected };
  built.set(page, (built.get(page) ?? new Map<string, EntityPageModel>()).set(name, made));
  return made;
}

/**
 * Rows of a record as another one begins with them: without their ids and what their steps wrote. Those that have come
 * to their end stay behind.
 * @param record with its children, as its detail gives them.
 */
export function copiedRows(page: EntityPageModel, child: Entity, record: RecordData): readonly RecordData[] {
  const children = (record.children ?? {}) as Readonly<Record<string, unknown>>;
  const rows = Object.hasOwn(children, child.entity) ? children[child.entity] : undefined;
  const own = childPage(page, child.entity);
  if (!Array.isArray(rows) || own === undefined) return [];
  const { states, field, parent } = own.model;
  const isAlive = ({ status }: RecordData) => typeof status !== 'string' || states[status]?.edit !== false;
  const live = (rows as RecordData[]).filter(isAlive);
  const ordered = parent?.seed === undefined ? live : sortedRows(own, live);
  return ordered.map((row) => {
    const { id: _, status: __, ...copy } = tableRow(page, child, row);
    // Nobody signs by copying what another signed.
    const kept = Object.entries(copy).filter(([key]) => field.get(key)?.type.seal === undefined);
    return { ...Object.fromEntries(kept), ...initialState(child) };
  });
}

/** The record with the rows of its form's children under their entities' keys, as its tables hold them. */
export function withChildRows(page: EntityPageModel, record: WireRecord): WireRecord {
  const children = (record.children ?? {}) as Readonly<Record<string, unknown>>;
  const tables = formChildren(page, record).map((child) => {
    const rows = Object.hasOwn(children, child.entity) ? children[child.entity] : undefined;
    if (!Array.isArray(rows)) return [child.entity, null];
    const own = childPage(page, child.entity);
    // What a library gave stands in its order; what people entered, as they did.
    const ordered = own?.model.parent?.seed === undefined ? rows : sortedRows(own, rows as RecordData[]);
    return [child.entity, ordered.map((row) => tableRow(page, child, row as RecordData))];
  });
  return { ...record, ...Object.fromEntries(tables) };
}

function tableRow(page: EntityPageModel, child: Entity, row: RecordData): RecordData {
  const kept = [
    'id',
    ...(child.parent?.seed === undefined ? [] : [SEED_KEY]),
    ...Object.keys(stateProperty(child)),
    ...Object.keys(tableProperties(page, child)),
  ];
  const labels = kept.map((key) => `${key}Label`).filter((key) => row[key] !== undefined && row[key] !== null);
  return Object.fromEntries([...kept, ...labels].map((key) => [key, row[key] ?? null]));
}

/** Child entities of a page besides some, by their keys. */
function otherChildren({ metadata }: EntityPageModel, tables: readonly string[]): readonly Entity[] {
  return Object.values(metadata.children ?? {})
    .map((child) => child.entity)
    .filter(({ entity, parent }) => parent?.entity === metadata.entity.entity && !tables.includes(entity));
}

/** Whether expressions of a form read rows of children that are no tables of it, so that these have to be fetched. */
export function readsChildren(page: EntityPageModel, tables: readonly string[] = []): boolean {
  const { model } = page;
  const names = new Set(otherChildren(page, tables).map(({ entity }) => entity));
  if (names.size === 0) return false;
  const expressions = [
    ...model.fields.flatMap((field) => [
      field.compute,
      field.visible,
      field.requiredWhen,
      field.disabledWhen,
      field.defaultFrom,
      ...(field.cases ?? []).map(({ when }) => when),
      ...field.rules.map(({ when }) => when),
    ]),
    ...model.sections.map(({ visible }) => visible),
    ...model.formRules.map(({ when }) => when),
  ];
  return expressions.some((expression) =>
    expression?.references.some((reference) => names.has(reference.split('.')[0] ?? '')),
  );
}

/**
 * Rows of children as expressions of a form read them, by entity: those that came with the record. A new record has
 * none; of what a library gives it only the server knows.
 */
export function providedRows(
  page: EntityPageModel,
  record: RecordData | undefined,
  tables: readonly string[] = [],
): RecordData {
  const children = (record?.children ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    otherChildren(page, tables).flatMap(({ entity, parent }) => {
      if (record === undefined) return parent?.seed === undefined ? [[entity, []]] : [];
      const rows = Object.hasOwn(children, entity) ? children[entity] : undefined;
      return Array.isArray(rows) ? [[entity, rows]] : [];
    }),
  );
}
