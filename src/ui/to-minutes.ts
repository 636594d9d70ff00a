/** Dates with a time to the second, as people read them: to the minute. Other text stays as it is. */
export function toMinutes(text: string): string {
  return text.replaceAll(/\b(\d{4}-\d{2}-\d{2} \d{2}:\d{2}):\d{2}\b/g, '$1');
}
