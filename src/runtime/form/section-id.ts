import { drawnFields, type SectionNode } from '../../compile/form/form-schema.ts';
import { fieldShows } from './field-shows.ts';
import type { FormEngine } from './form-engine.ts';

/** Id of a section's heading. */
export function sectionElementId(form: string, section: string): string {
  return `${form}-section-${section}`;
}

/** Whether some field of a section shows now; one without it has neither title nor anchor. */
export function sectionShows(engine: FormEngine, section: SectionNode): boolean {
  return drawnFields(section).some(({ name }) => fieldShows(engine, name));
}
