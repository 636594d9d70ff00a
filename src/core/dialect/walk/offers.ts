import type { Entity } from '../entity.generated.ts';
import type { LintWorld } from '../lint-context.ts';
import { knownNames } from './known-names.ts';
import { type Path, walk } from './walk.ts';

/** What stands at the place while it is asked: no thing has such a name. */
const BLANK = 'nothingYet';

/** A name that may stand at a place. */
interface OfferedName {
  readonly name: string;
  /** What people call such a thing: 字段. */
  readonly called: string;
}

/**
 * Names that may stand at a place of an entity's file, in the order of the files: keys of fields, states, roles, as the
 * marks say it. None where no name is meant there, or the files do not tell which there are.
 * @param isKey whether the key at the end of the path is meant, and not its value.
 */
export function offeredNames(entity: Entity, path: Path, isKey: boolean, world: LintWorld): readonly OfferedName[] {
  const asked = withBlank(entity, path, isKey);
  const place = isKey ? [...path.slice(0, -1), BLANK] : path;
  const offered: OfferedName[] = [];
  walk(asked, {
    key(at, name, names, over) {
      if (name !== BLANK || at.isKey !== isKey || at.path.join('/') !== place.join('/')) return;
      const found = [...(knownNames(names, over, entity, world) ?? []), ...(at.marks.besides ?? [])];
      for (const known of new Set(found)) offered.push({ name: known, called: at.marks.called ?? '' });
    },
  });
  return offered;
}

/** The entity with a name at the place that nothing has; what stands on the way is kept as it is. */
function withBlank(entity: Entity, path: Path, isKey: boolean): object {
  const put = (value: unknown, [step, ...rest]: Path): unknown => {
    if (step === undefined) return BLANK;
    const isLast = rest.length === 0;
    if (typeof step === 'number') {
      const list: readonly unknown[] = Array.isArray(value) ? value : [];
      return [...list.slice(0, step), put(list[step], rest), ...list.slice(step + 1)];
    }
    const map = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
    const below: unknown = Object.hasOwn(map, step) ? Reflect.get(map, step) : undefined;
    if (!isLast || !isKey) return { ...map, [step]: put(below, rest) };
    const { [step]: _, ...others } = map as Record<string, unknown>;
    return { ...others, [BLANK]: below ?? null };
  };
  const asked = put(entity, path);
  return typeof asked === 'object' && asked !== null ? asked : {};
}
