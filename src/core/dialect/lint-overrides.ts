import { besideOf } from '../model/override-properties.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';
import { walkedPlaces } from './walk/walked.ts';

/** Keywords whose keys are fields that are written without anybody entering them. */
const WRITING: readonly unknown[] = ['set', 'values', 'map'];

/** What overrides a computed value is a person's decision: nothing writes it by itself. */
export function lintOverrides({ entity, sink }: LintedEntity, { entities }: LintWorld): void {
  const besides = new Map<string, ReadonlyMap<string, string>>();
  const besideIn = (key: string | undefined): ReadonlyMap<string, string> => {
    const other = key === undefined || key === entity.entity ? entity : entities.get(key)?.entity;
    const known = besides.get(key ?? '') ?? besideOf(other?.record.properties ?? {});
    besides.set(key ?? '', known);
    return known;
  };
  walkedPlaces(entity)({
    key({ path, isKey }, name, kind, names) {
      if (!isKey || kind !== 'field' || !WRITING.includes(path.at(-2)) || names.over === 'row') return;
      const field = besideIn(names.over === 'self' ? undefined : names.entity).get(name);
      if (field === undefined) return;
      sink.error(path, `“${name}”是人对“${field}”的改定，不能由系统填写`, '删去；要让人改定，在流转的 fields 里问');
    },
  });
}
