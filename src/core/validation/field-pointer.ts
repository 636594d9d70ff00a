/** JSON pointer of a field, with `/` and `~` escaped. */
export function fieldPointer(...keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
