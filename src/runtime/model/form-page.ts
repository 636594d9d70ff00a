import type { Entity, Property } from '../../core/dialect/entity.generated.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { buildPageModel, type EntityPageModel } from './page-model.ts';
import type { RecordData } from './record-view.ts';

/** Most rows of a child entity that travel with their record. */
const MOST_ROWS = 1000;

const built = new WeakMap<EntityPageModel, EntityPageModel>();

/** Fields of a row that are entered in the form of its record; undefined where one of them cannot stand in a table. */
function rowProperties(child: Entity): Readonly<Record<string, Property>> | undefined {
  const parent = child.parent?.field;
  const own = Object.entries(child.record.properties).filter(
    ([key, property]) =>
      key !== parent && property.compute === undefined && property.cases === undefined && property.field !== 'serial',
  );
  const misplaced = ['upload', 'subTable', 'dateDuration', 'password', 'permissionMatrix', 'json'];
  return own.some(([, { field }]) => misplaced.includes(field)) ? undefined : Object.fromEntries(own);
}

/**
 * Child entities whose rows are entered in the form of their record and saved with it: plain lists. Rows that a step
 * writes, that come from a library, that have states, files or rows of their own are entered where they stand.
 */
export function formChildren(page: EntityPageModel): readonly Entity[] {
  const { entity, children = {} } = page.metadata;
  const written = new Set(Object.values(entity.transitions ?? {}).map(({ writes }) => writes));
  return Object.values(children)
    .map((child) => child.entity)
    .filter(
      (child) =>
        child.parent?.entity === entity.entity &&
        child.parent.seed === undefined &&
        child.parent.lockRows !== true &&
        child.readOnly !== true &&
        child.appendOnly !== true &&
        child.states === undefined &&
        !written.has(child.entity) &&
        !Object.values(children).some((other) => other.entity.parent?.entity === child.entity) &&
        rowProperties(child) !== undefined,
    );
}

/** The page as its form sees it: rows of plain child entities are tables of the record. The page itself without such. */
export function formPage(page: EntityPageModel): EntityPageModel {
  const children = formChildren(page);
  if (children.length === 0) return page;
  const known = built.get(page);
  if (known !== undefined) return known;
  const { metadata } = page;
  const { entity } = metadata;
  const tables = children.map((child): [string, Property] => [
    child.entity,
    {
      title: child.title,
      field: 'subTable',
      type: 'array',
      maxItems: MOST_ROWS,
      items: {
        type: 'object',
        required: (child.record.required ?? []).filter((key) => Object.hasOwn(rowProperties(child) ?? {}, key)),
        properties: { ...rowProperties(child), id: { title: '编号', field: 'input', type: 'string', hidden: true } },
      },
    },
  ]);
  const sections = entity.form?.sections;
  const made = buildPageModel({
    ...metadata,
    entity: {
      ...entity,
      record: { ...entity.record, properties: { ...entity.record.properties, ...Object.fromEntries(tables) } },
      ...(sections === undefined
        ? {}
        : {
            form: {
              ...entity.form,
              sections: {
                ...sections,
                ...Object.fromEntries(
                  children.map((child) => [`${child.entity}Rows`, { title: child.title, fields: [child.entity] }]),
                ),
              },
            },
          }),
    },
  });
  built.set(page, made);
  return made;
}

/** The record with the rows of its form's children under their entities' keys, as its tables hold them. */
export function withChildRows(page: EntityPageModel, record: WireRecord): WireRecord {
  const children = (record.children ?? {}) as Readonly<Record<string, unknown>>;
  const tables = formChildren(page).map((child) => {
    const rows = Object.hasOwn(children, child.entity) ? children[child.entity] : undefined;
    return [child.entity, Array.isArray(rows) ? rows.map((row) => tableRow(child, row as RecordData)) : null];
  });
  return { ...record, ...Object.fromEntries(tables) };
}

function tableRow(child: Entity, row: RecordData): RecordData {
  const kept = ['id', ...Object.keys(rowProperties(child) ?? {})];
  const labels = kept.map((key) => `${key}Label`).filter((key) => row[key] !== undefined && row[key] !== null);
  return Object.fromEntries([...kept, ...labels].map((key) => [key, row[key] ?? null]));
}
