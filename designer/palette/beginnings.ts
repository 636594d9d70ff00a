import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import { definedPlace } from '../../src/core/dialect/walk/place.ts';
import type { FieldTypeDefinition } from '../../src/core/field-type.ts';
import { optionsFrom, optionsOf } from '../../src/core/new-entity/field-kinds.ts';
import type { OverlayAddress, OverlayEdit, OverlayPlace } from '../../src/core/overlay/overlay.ts';
import { fieldTypes } from '../../src/field-types/definitions.ts';
import { fieldTypeFixtures } from '../../src/field-types/fixtures.generated.ts';
import { soundKey } from '../names/sound-key.ts';
import { FIELDS, SECTIONS } from '../outline/groups.ts';

/** Something new that a form may get. */
export type NewKind =
  | { readonly kind: 'field'; readonly type: FieldTypeDefinition; readonly org?: Property['org'] }
  | { readonly kind: 'section' }
  /** Fields of a list of titles. */
  | { readonly kind: 'many' }
  | { readonly kind: 'columns'; readonly count: number };

/** What a person says of a new thing. */
interface Asked {
  readonly title: string;
  /** Key of the field or section. */
  readonly key: string;
  /** Options of a choice, or columns of a table. */
  readonly lines: readonly string[];
  readonly required: boolean;
  /** Entity that is referred to. */
  readonly target?: string;
}

/** Most columns of a form. */
const COLUMNS = 3;

/** Whether a company may make fields of a type: not where the keyword that is called like it is a shipped file's alone. */
const isGiven = ({ type }: FieldTypeDefinition): boolean =>
  definedPlace('property')?.properties.get(type)?.marks.shipped !== true;

/** All that a form may get, in the order of the registry. */
export function beginnings(): readonly NewKind[] {
  const given = Object.values(fieldTypes).filter(isGiven);
  const fields = given.flatMap((type): readonly NewKind[] => {
    if (!type.keywords.includes('org')) return [{ kind: 'field', type }];
    const chosen: unknown = definedPlace('property')?.properties.get('org')?.node.enum;
    return (Array.isArray(chosen) ? (chosen as readonly NonNullable<Property['org']>[]) : []).map((org) => ({
      kind: 'field',
      type,
      org,
    }));
  });
  const layouts = Array.from({ length: COLUMNS }, (_, index): NewKind => ({ kind: 'columns', count: index + 1 }));
  return [{ kind: 'many' }, ...fields, { kind: 'section' }, ...layouts];
}

/** What is asked line by line: the options of a choice, the columns of a table; undefined where nothing is. */
export function linesOf(beginning: NewKind): 'options' | 'columns' | undefined {
  if (beginning.kind !== 'field') return undefined;
  if (beginning.type.rowwise === true) return 'columns';
  return beginning.type.keywords.includes('options') ? 'options' : undefined;
}

/** Whether it refers to records of an entity that has to be named. */
export function needsTarget(beginning: NewKind): boolean {
  return beginning.kind === 'field' && beginning.type.keywords.includes('ref') && linesOf(beginning) === undefined;
}

/** Keywords without which a field of some type is none, as the examples of the types have them. */
const NEEDED = ['type', 'format', 'items', 'serial', 'compute'] as const satisfies readonly (keyof Property)[];

function sample(type: string): Partial<Property> {
  const examples: Readonly<Record<string, { readonly property: Property }>> = fieldTypeFixtures;
  const property = Object.hasOwn(examples, type) ? examples[type]?.property : undefined;
  return Object.fromEntries(NEEDED.flatMap((name) => (property?.[name] === undefined ? [] : [[name, property[name]]])));
}

/** The definition of a new field. */
function newField({ type, org }: Extract<NewKind, { kind: 'field' }>, asked: Asked): Property {
  const { items, ...plain } = sample(type.type);
  const lines = linesOf({ kind: 'field', type });
  const single = type.jsonTypes.find((each) => each !== 'array' && each !== 'object') ?? type.jsonTypes[0] ?? 'string';
  return {
    title: asked.title,
    field: type.type,
    ...plain,
    type: org === undefined ? (plain.type ?? single) : single,
    ...(items === undefined || org !== undefined ? {} : { items: lines === 'columns' ? tableOf(asked.lines) : items }),
    ...(org === undefined ? {} : { org }),
    ...(lines === 'options' ? { options: optionsOf(optionsFrom(asked.lines)) } : {}),
    ...(asked.target === undefined ? {} : { ref: { entity: asked.target } }),
    ...(type.keywords.includes('end') ? { end: endKey(asked.key) } : {}),
  } as Property;
}

const endKey = (key: string): string => `${key}End`;

function tableOf(lines: readonly string[]): Property['items'] {
  const properties: Record<string, Property> = {};
  for (const title of lines) {
    properties[soundKey(title, 'column', (key) => Object.hasOwn(properties, key))] = {
      title,
      field: 'input',
      type: 'string',
    };
  }
  return { type: 'object', properties } as Property['items'];
}

/** The command that brings a new thing, and where the thing stands then. */
export function beginningEdits(
  beginning: Exclude<NewKind, { kind: 'columns' | 'many' }>,
  asked: Asked,
  place: OverlayPlace,
): { readonly at: OverlayAddress; readonly edits: readonly OverlayEdit[] } {
  if (beginning.kind === 'section') {
    const at = [...SECTIONS, asked.key];
    return { at, edits: [{ edit: 'add', at, after: place.after, value: { title: asked.title, fields: [] } }] };
  }
  const at = [...FIELDS, asked.key];
  const value = newField(beginning, asked);
  const ends: readonly OverlayEdit[] = value.end === undefined ? [] : [endEdit(value, asked.key, place)];
  const required: readonly OverlayEdit[] = asked.required
    ? [{ edit: 'set', at, property: 'required', base: false, value: true }]
    : [];
  return { at, edits: [{ edit: 'add', at, ...place, value }, ...ends, ...required] };
}

/** The second end of a range, which its start draws. */
function endEdit({ end = '', ...start }: Property, key: string, place: OverlayPlace): OverlayEdit {
  const value = { title: start.title, field: start.field, type: start.type, format: start.format, endOf: key };
  return { edit: 'add', at: [...FIELDS, end], ...place, after: key, value: JSON.parse(JSON.stringify(value)) };
}

/** Whether a field has a key, or had it. */
export function isFieldTaken({ record }: Entity): (key: string) => boolean {
  return (key) => Object.entries(record.properties).some(([other, { id }]) => other === key || id === key);
}
