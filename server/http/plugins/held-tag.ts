/**
 * Whether somebody holds the version of a tag already, by his header `If-None-Match`: a list of tags, weak or not, or `*`
 * for any.
 */
export function holdsTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
