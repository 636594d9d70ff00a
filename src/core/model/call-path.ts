/** Path of an entity's call under its service: below the entity's base, or where it begins with `/` by itself. */
export function callPath({ base }: { readonly base: string }, path: string): string {
  return path.startsWith('/') ? path.slice(1) : `${base}/${path}`;
}
