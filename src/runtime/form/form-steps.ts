import { drawnFields, type SectionNode } from '../../compile/form/form-schema.ts';
import { isEmptyValue } from '../../core/validation/record-environment.ts';
import { fieldShows } from './field-shows.ts';
import type { FormEngine } from './form-engine.ts';
import { faultKey } from './form-faults.ts';
import type { FieldData } from './form-state.ts';

/** Sections and fields from which a form of a phone comes in steps. */
const STEPS = { sections: 3, fields: 12 };

/**
 * Whether a form is filled in section by section on a phone. Sections that start folded do not count: where the file puts
 * them away, what stands first is short already.
 */
export function isLongForm(sections: readonly SectionNode[]): boolean {
  const open = sections.filter((section) => !section['x-component-props'].folded);
  return open.length >= STEPS.sections && open.flatMap(drawnFields).length >= STEPS.fields;
}

/** What a section still lacks. */
interface StepState {
  /** Required fields that are empty. */
  readonly missing: number;
  /** Fields that were found wrong. */
  readonly faults: number;
}

/** What of a section's fields, as they show now, is still to be filled in or to be mended by this person. */
export function stepState(engine: FormEngine, section: SectionNode): StepState {
  const keys = drawnFields(section)
    .filter(({ name }) => fieldShows(engine, name))
    .flatMap(({ name, 'x-decorator-props': { end } }) => (end === undefined ? [name] : [name, end]));
  const faulty = new Set(engine.state.faults.map(faultKey));
  const faults = keys.filter((key) => faulty.has(key));
  const missing = keys.filter((key) => {
    const field = engine.field(key);
    return (
      field !== undefined &&
      engine.mayWrite(key) &&
      field.pattern !== 'disabled' &&
      (field.data as FieldData | undefined)?.required === true &&
      isEmptyValue(field.value)
    );
  });
  return { missing: missing.length, faults: faults.length };
}
