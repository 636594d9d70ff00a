/**
 * Whether `lint` with these arguments looks at translations. Entities that are named are judged without them, unless they
 * are asked for: making traditional Chinese anew, which each touched file asks for, takes longer than all the rest.
 */
export function lintReadsTranslations(args: readonly string[]): boolean {
  if (args.includes('--watch')) return false;
  const named = args.filter((arg) => !arg.startsWith('--'));
  return named.length === 0 || args.includes('--complete') || named.some((name) => !name.endsWith('.entity.json'));
}
