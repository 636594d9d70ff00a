import type { EntityModel } from '../../../core/model/entity-model.ts';
import { targetOf } from '../../../core/model/entity-scope.ts';

/** What a list shows: what waits for the person, all that waits, or its own records. */
export type ListTab = 'mine' | 'all' | 'records';

/** Parameter of the address that names the tab. */
export const TAB_PARAMETER = '_awaits';

/** What is known when nobody has chosen a tab. */
interface TabFacts {
  /** What the address names. */
  readonly chosen: string | null;
  /** Whether the address asks for certain records. */
  readonly narrowed: boolean;
  /** How much waits for the person; undefined until it is known. */
  readonly mine: number | undefined;
}

/** The tab that is shown: the chosen one, else what waits for the person where anything does; undefined until that is known. */
export function tabShown({ chosen, narrowed, mine }: TabFacts): ListTab | undefined {
  if (chosen === 'mine' || chosen === 'all' || chosen === 'records') return chosen;
  if (narrowed) return 'records';
  return mine === undefined ? undefined : mine > 0 ? 'mine' : 'records';
}

/**
 * The field by which records of a page refer to what waits, so that one can be added to it: the record above, else its
 * only reference there; undefined where it cannot be said.
 */
export function referringField(model: EntityModel, entity: string): string | undefined {
  if (model.parent?.entity === entity) return model.parent.field;
  const fields = model.fields.filter(({ property }) => targetOf(property) === entity);
  return fields.length === 1 ? fields[0]?.key : undefined;
}
