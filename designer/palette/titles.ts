import type { Entity } from '../../src/core/dialect/entity.generated.ts';

/** Titles that are taken: of two things that are called alike lists, filters and spreadsheets tell nobody which is meant. */
export function titlesOf({ record, form }: Entity, section: boolean): ReadonlySet<string> {
  const things = Object.values(section ? (form?.sections ?? {}) : record.properties);
  return new Set(things.flatMap(({ title, hidden }) => (title === undefined || hidden === true ? [] : [title])));
}
