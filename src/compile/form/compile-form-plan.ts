import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';

/** One field of a form, ready to be drawn. */
export interface FormElement {
  readonly key: string;
  readonly field: FieldModel;
  /** Second key of a date range. */
  readonly end: string | undefined;
  /** Width: one column or the whole row. */
  readonly span: 'one' | 'full';
  readonly hint: string | undefined;
}

export interface FormSectionPlan {
  readonly key: string;
  readonly title: string;
  /** Columns at full width. */
  readonly columns: number;
  readonly folded: boolean;
  readonly elements: readonly FormElement[];
}

/** A form, ready to be drawn: what never changes while it is filled in. */
export interface FormPlan {
  readonly sections: readonly FormSectionPlan[];
  /** All elements in order. */
  readonly elements: readonly FormElement[];
  /** Whether the sections have an anchor rail: more than three of them. */
  readonly anchors: boolean;
}

/** Sections above which a form has an anchor rail. */
const ANCHORED_ABOVE = 3;

/**
 * Sections and elements of a form in order. Without fields that this person may not see, and without the second ends of
 * date ranges, which are drawn with their start. A section that keeps no field is left out.
 */
export function compileFormPlan(model: EntityModel, isHidden: (field: string) => boolean = () => false): FormPlan {
  const sections = model.sections
    .map((section): FormSectionPlan => {
      const elements = section.fields.flatMap((key): FormElement[] => {
        const field = model.field.get(key);
        if (field === undefined || field.base || field.property.endOf !== undefined || isHidden(key)) return [];
        return [formElement(field)];
      });
      return {
        key: section.key,
        title: section.title,
        columns: section.columns,
        folded: section.folded,
        elements,
      };
    })
    .filter((section) => section.elements.length > 0);
  return {
    sections,
    elements: sections.flatMap((section) => section.elements),
    anchors: sections.length > ANCHORED_ABOVE,
  };
}

/** The element of one field, as forms and dialogs draw it. */
export function formElement(field: FieldModel): FormElement {
  return {
    key: field.key,
    field,
    end: field.property.end,
    span: field.property.span ?? field.type.span,
    hint: field.property.hint,
  };
}

/** Cuts a section into pieces of at most `size` elements, so that a long one can be mounted in parts. */
export function sectionPieces(section: FormSectionPlan, size: number): readonly (readonly FormElement[])[] {
  const pieces: FormElement[][] = [];
  for (let start = 0; start < section.elements.length; start += size) {
    pieces.push(section.elements.slice(start, start + size));
  }
  return pieces;
}
