import { fieldTextId } from '../text/text-ids.ts';
import type { Entity } from './entity.generated.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';
import { createProblemSink, type Problem } from './problem.ts';

/**
 * Fields of an entity whose titles a translation makes the same while they differ in Chinese: a list that shows both has
 * two columns under one heading, and nobody can tell which of them he filters or exports.
 */
export function lintTitles(all: readonly LintedEntity[], { locales, complete = false }: LintWorld): readonly Problem[] {
  return [...(locales ?? [])].flatMap(([language, translations]) =>
    all.flatMap(({ area, entity }) => {
      const sink = createProblemSink(`schemas/locales/${language}/${area}.json`);
      for (const [id, title, other] of sharedTitles(entity, translations.get(area) ?? {})) {
        sink[complete ? 'error' : 'warning'](
          [id],
          `“${title}”也是“${other}”的译文，同一列表里分不清`,
          '给其中一个换一种说法',
        );
      }
      return sink.problems;
    }),
  );
}

/** Text id, translation and the Chinese title that has it already, for each field after the first of a translation. */
function sharedTitles(
  entity: Entity,
  texts: Readonly<Record<string, string>>,
): readonly (readonly [id: string, translation: string, other: string])[] {
  const first = new Map<string, string>();
  return Object.entries(entity.record.properties).flatMap(([key, { id: own, title, hidden }]) => {
    const id = fieldTextId(entity.id ?? entity.entity, own ?? key);
    const translation = Object.hasOwn(texts, id) ? texts[id] : undefined;
    if (translation === undefined || hidden === true) return [];
    const other = first.get(translation) ?? title;
    first.set(translation, other);
    return other === title ? [] : [[id, translation, other] as const];
  });
}
