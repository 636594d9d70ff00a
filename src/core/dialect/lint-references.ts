import { faultyEntity, reportUnknown } from '../model/compile-expression.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';
import { jsonPointer, type Problem } from './problem.ts';
import { isOfWorld, knownNames } from './walk/known-names.ts';
import type { Names } from './walk/walk.ts';
import { walkedPlaces } from './walk/walked.ts';

/**
 * Every key that names a thing names one that exists, wherever the meta-schema marks a key.
 * @param told what is said of the entity already: a place of which more was said is not told of again.
 */
export function lintReferences({ entity, sink }: LintedEntity, world: LintWorld, told: readonly Problem[]): void {
  const places = new Set([...told, ...sink.problems].map(({ pointer }) => pointer));
  walkedPlaces(entity)({
    key({ path, marks }, name, kind, names) {
      const known = knownNames(kind, names, entity, world);
      if (known === undefined || known.has(name) || marks.besides?.includes(name) === true) return;
      if (places.has(jsonPointer(...path))) return;
      const at = kind === 'entity' ? world.faulty?.get(name) : undefined;
      if (at !== undefined) {
        sink.error(path, faultyEntity(name, at).message, faultyEntity(name, at).fix);
        return;
      }
      reportUnknown(sink, path, `${isOfWorld(kind) ? '' : ownerOf(names, world)}${marks.called ?? kind}`, name, known);
    },
  });
}

function ownerOf({ over, entity }: Names, { entities }: LintWorld): string {
  if (over === 'parent') return '上级实体的';
  return over === 'target' ? `“${entities.get(entity ?? '')?.entity.title ?? entity}”的` : '';
}
