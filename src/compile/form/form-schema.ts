import type { ISchema } from '@formily/json-schema';
import type { Property } from '../../core/dialect/entity.generated.ts';

/** A field in a form's schema. */
export interface FieldNode {
  /** Key of the field. */
  readonly name: string;
  readonly type: Property['type'];
  readonly title: string;
  /** Hint below the field, or behind a mark where it is long. */
  readonly description?: string;
  /** The end of a date range: it has a value of its own, and its start draws both. */
  readonly 'x-display'?: 'hidden';
  readonly 'x-decorator': string;
  readonly 'x-decorator-props': {
    /** Width: one column or the whole row. */
    readonly span: 'one' | 'full';
    /** Key of the second end of a date range. */
    readonly end?: string;
  };
  readonly 'x-component': string;
  readonly 'x-component-props': Readonly<Record<string, unknown>>;
}

/** A section in a form's schema. */
export interface SectionNode {
  /** Key of the section. */
  readonly name: string;
  readonly type: 'void';
  readonly title: string;
  readonly 'x-component': string;
  readonly 'x-component-props': {
    /** Columns at full width. */
    readonly columns: number;
    /** Whether it starts folded. */
    readonly folded: boolean;
  };
  readonly properties: Readonly<Record<string, FieldNode>>;
}

/** How the sections of a form stand: the node that holds them all. */
export interface LayoutNode {
  readonly type: 'void';
  readonly 'x-component': string;
  readonly properties: Readonly<Record<string, SectionNode>>;
}

/**
 * The Formily schema of a form, in the part of Formily's language that Anlan's forms use. It is made for the moment and
 * never stored.
 */
export interface FormSchema {
  readonly type: 'object';
  readonly properties: { readonly layout: LayoutNode };
}

/** The schema as Formily's own parts take it. */
export function asFormily(schema: FormSchema | LayoutNode): ISchema {
  return schema as ISchema;
}

/** Sections of a form, in order. */
export function formSections(schema: FormSchema): readonly SectionNode[] {
  return Object.values(schema.properties.layout.properties);
}

const drawn = new WeakMap<SectionNode, readonly FieldNode[]>();

/** Fields that a section draws, in order: the end of a date range is drawn by its start. */
export function drawnFields(section: SectionNode): readonly FieldNode[] {
  const known = drawn.get(section);
  if (known !== undefined) return known;
  const made = Object.values(section.properties).filter((node) => node['x-display'] !== 'hidden');
  drawn.set(section, made);
  return made;
}

/** All fields that a form draws, in order. */
export function formFields(schema: FormSchema): readonly FieldNode[] {
  return formSections(schema).flatMap(drawnFields);
}

/** Cuts a section into pieces of at most `size` fields, so that a long one can be mounted in parts. */
export function sectionPieces(section: SectionNode, size: number): readonly (readonly FieldNode[])[] {
  const fields = drawnFields(section);
  const pieces: (readonly FieldNode[])[] = [];
  for (let start = 0; start < fields.length; start += size) pieces.push(fields.slice(start, start + size));
  return pieces;
}
