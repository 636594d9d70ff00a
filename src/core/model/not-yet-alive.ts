import type { Entity } from '../dialect/entity.generated.ts';

/** Functions that type-check but whose run time comes later. */
const LATER_FUNCTIONS: readonly string[] = ['exists', 'isHoliday', 'lookup', 'workdays'];

/**
 * Keywords and functions that the file uses and this version only accepts, sorted: `writes` for a transition that
 * inserts a row, `exists()` for a function.
 */
export function findNotYetAlive(entity: Entity, functions: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  const note = (keyword: string, value: unknown): void => {
    if (value !== undefined && value !== false) found.add(keyword);
  };
  for (const keyword of ['parent', 'schedule', 'print', 'import', 'export', 'effects'] as const) {
    note(keyword, entity[keyword]);
  }
  note('rules', entity.rules);
  for (const state of Object.values(entity.states ?? {})) note('timers', state.timers);
  for (const transition of Object.values(entity.transitions ?? {})) {
    for (const keyword of ['effects', 'writes', 'lock', 'auto'] as const) note(keyword, transition[keyword]);
  }
  for (const page of Object.values(entity.pages ?? {})) {
    note('approval', page.approval);
  }
  for (const name of LATER_FUNCTIONS) if (functions.has(name)) found.add(`${name}()`);
  return [...found].sort();
}
