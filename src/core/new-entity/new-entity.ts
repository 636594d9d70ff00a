import type { Entity, Property } from '../dialect/entity.generated.ts';
import { cloneJson } from '../overlay/draft.ts';
import { FIELD_KINDS, type FieldKind, hasOwnOptions, type NewOption, optionsOf } from './field-kinds.ts';

/** A field that an entity begins with. */
export interface NewField {
  readonly key: string;
  readonly title: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly options?: readonly NewOption[];
  readonly scale?: number;
  readonly maxLength?: number;
}

/** What is decided of an entity before it is made. */
interface NewEntity {
  readonly key: string;
  readonly title: string;
  readonly fields: readonly NewField[];
  /** Roles that add and change records, beside whoever wrote them. */
  readonly editors: readonly string[];
}

/** Fields of a list, and of its filters, to begin with: what a screen shows without scrolling. */
const COLUMNS = 8;
const FILTERS = 6;
/** Title of the section that all fields begin in, in the language of the files. */
const SECTION = '基本信息';

const ACTIONS = ['add', 'edit', 'delete', 'import', 'export'] as const;

/** A field as a file has it. */
export function newProperty({ title, kind, options, scale, maxLength }: Omit<NewField, 'key' | 'required'>): Property {
  return {
    title,
    ...cloneJson(FIELD_KINDS[kind]),
    ...(hasOwnOptions(kind) ? { options: optionsOf(options ?? []) } : {}),
    ...(kind === 'number' ? { scale: scale ?? 2 } : {}),
    ...(kind === 'input' || kind === 'textarea' ? { maxLength: maxLength ?? (kind === 'input' ? 100 : 500) } : {}),
  } as Property;
}

/** The entity of a register: one form, one list; everybody of the company reads it, the editors write it. */
export function newEntity({ key, title, fields, editors }: NewEntity): Entity {
  const label = fields.find(({ kind }) => kind === 'input') ?? fields[0];
  const short = fields.filter(({ kind }) => kind !== 'textarea' && kind !== 'upload');
  const properties = fields.map((field): [string, Property] => {
    const property = newProperty(field);
    return [field.key, field === label && field.kind === 'input' ? { ...property, quickSearch: true } : property];
  });
  const filterable = short.filter((field) => field === label || field.kind !== 'input');
  return {
    dialect: 1,
    entity: key,
    title,
    ...(label === undefined ? {} : { label: label.key }),
    api: { service: 'safety', base: `own/${key}` },
    record: {
      type: 'object',
      required: fields.filter(({ required }) => required).map((field) => field.key),
      properties: Object.fromEntries(properties),
    },
    form: { columns: 3, sections: { base: { title: SECTION, fields: fields.map((field) => field.key) } } },
    pages: {
      [key]: {
        title,
        columns: [...short.slice(0, COLUMNS).map((field) => field.key), 'createTime'],
        filters: filterable.slice(0, FILTERS).map((field) => field.key),
        sort: ['-createTime'],
        actions: [...ACTIONS],
        grants: {
          everyone: ['view'],
          ...Object.fromEntries(editors.map((role) => [role, [...ACTIONS]])),
        },
      },
    },
    permissions: { scope: { everyone: 'tenant' } },
    import: {},
    export: {},
  } as Entity;
}
