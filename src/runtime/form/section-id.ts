/** Id of a section's heading. */
export function sectionElementId(form: string, section: string): string {
  return `${form}-section-${section}`;
}
