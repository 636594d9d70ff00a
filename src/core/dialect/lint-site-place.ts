import { ON_SITE } from '../site/read-on-site.ts';
import type { LintedEntity } from './lint-context.ts';

/** Refuses a place that nobody can prove: where the platform alone takes the step, or a field has the name of the proof. */
export function lintSitePlace({ model, sink }: LintedEntity): void {
  for (const { key, title, who, fields, place } of Object.values(model.transitions)) {
    if (place === undefined) continue;
    const path = ['transitions', key, 'place'];
    if (who.every((actor) => actor === 'system')) {
      sink.error(path, `“${title}”只由系统办理，没有人能证明在现场`, '去掉 place，或在 who 里写上办理的人');
    }
    if (fields.some(({ field }) => field === ON_SITE)) {
      sink.error(path, `“${title}”询问的字段“${ON_SITE}”与所在位置的证明同名`, '给该字段另取一个键');
    }
  }
}
