import type { Entity } from '../dialect/entity.generated.ts';

/** Keywords that the file uses and this version only accepts, sorted. */
export function findNotYetAlive(entity: Entity): readonly string[] {
  const found = new Set<string>();
  const note = (keyword: string, value: unknown): void => {
    if (value !== undefined && value !== false) found.add(keyword);
  };
  note('rules', entity.rules);
  for (const page of Object.values(entity.pages ?? {})) {
    note('approval', page.approval);
  }
  return [...found].sort();
}
