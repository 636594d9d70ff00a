import { entityTexts } from '../text/text-ids.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';

/** Warns of texts without a translation; of an area without a file of texts only once. */
export function lintTexts(all: readonly LintedEntity[], { locales }: LintWorld): void {
  for (const [language, areas] of locales ?? []) {
    const told = new Set<string>();
    for (const { area, entity, sink } of all) {
      const texts = areas.get(area);
      const file = `schemas/locales/${language}/${area}.json`;
      if (texts === undefined) {
        if (!told.has(area)) sink.warning([], `没有 ${language} 的译文文件 ${file}，界面显示中文`, `建立 ${file}`);
        told.add(area);
        continue;
      }
      for (const { id, text, path } of entityTexts(entity)) {
        if (texts[id] === undefined || texts[id] === '') {
          sink.warning(path, `“${text}”没有 ${language} 译文，界面显示中文`, `在 ${file} 里加上 "${id}"`);
        }
      }
    }
  }
}
