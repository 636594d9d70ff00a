import { type EntityText, entityTexts } from '../text/text-ids.ts';
import { translationFault } from '../text/translation-fault.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';
import { createProblemSink, type Problem, type ProblemSink } from './problem.ts';

/** Languages in which every shipped text is translated: what is missing or wrong there is an error in what is shipped. */
const COMPLETE: ReadonlySet<string> = new Set(['en-US', 'pt-BR']);

/** Texts of a source file, `file` from the repository's root. */
interface Source {
  readonly file: string;
  readonly texts: readonly EntityText[];
}

type Translations = Readonly<Record<string, string>>;

/**
 * What is wrong with the translations: texts without one (of a file of translations that is not there only once),
 * translations of nothing, and those that are empty, still Chinese or English, or lack a `{place}` of the Chinese text.
 */
export function lintTexts(all: readonly LintedEntity[], world: LintWorld): readonly Problem[] {
  const { locales, sources, complete = false } = world;
  if (locales === undefined) return [];
  const files = new Map<string, Source[]>();
  for (const { area, entity, sink } of all) {
    files.set(area, [...(files.get(area) ?? []), { file: sink.file, texts: entityTexts(entity) }]);
  }
  for (const [name, list] of sources ?? []) files.set(name, [...(files.get(name) ?? []), ...list]);
  const untranslated: Problem[] = [];
  if (!complete) {
    for (const [name, list] of files) untranslated.push(...lintUntranslated(name, list, locales));
  }
  return [...locales]
    .flatMap(([language, translations]) =>
      [...new Set([...files.keys(), ...translations.keys()])].flatMap((name) =>
        lintFile(language, name, files.get(name) ?? [], translations.get(name), {
          english: locales.get('en-US')?.get(name),
          complete,
        }),
      ),
    )
    .concat(untranslated);
}

/** One line for all that an area, or a file of texts, has not translated: Chinese is shown there. */
function lintUntranslated(
  name: string,
  sources: readonly Source[],
  locales: NonNullable<LintWorld['locales']>,
): readonly Problem[] {
  let first: ProblemSink | undefined;
  let missing = 0;
  const languages: string[] = [];
  for (const [language, translations] of locales) {
    const texts = translations.get(name) ?? {};
    const lacking = sources.flatMap((source) =>
      source.texts.filter(({ id }) => !Object.hasOwn(texts, id)).map(() => source),
    );
    if (lacking[0] === undefined) continue;
    first ??= createProblemSink(lacking[0].file);
    missing += lacking.length;
    languages.push(language);
  }
  first?.warning(
    [],
    `“${name}”有 ${missing} 处文字没有译文（${languages.join('、')}），界面显示中文`,
    `补在 schemas/locales/<语言>/${name}.json 里；加 --complete 逐处列出`,
  );
  return first?.problems ?? [];
}

function lintFile(
  language: string,
  name: string,
  sources: readonly Source[],
  translations: Translations | undefined,
  { english, complete }: { readonly english: Translations | undefined; readonly complete: boolean },
): readonly Problem[] {
  const file = `schemas/locales/${language}/${name}.json`;
  const tell = complete && COMPLETE.has(language) ? 'error' : 'warning';
  const own = createProblemSink(file);
  const sinks = sources.map((source) => createProblemSink(source.file));
  const originals = new Map<string, string>();
  for (const [index, { texts }] of sources.entries()) {
    const sink = sinks[index] as ProblemSink;
    for (const { id, text, path } of texts) {
      originals.set(id, text);
      if (!complete || translations === undefined || Object.hasOwn(translations, id)) continue;
      sink[tell](path, `“${text}”没有 ${language} 译文，界面显示中文`, `在 ${file} 里加上 "${id}"`);
    }
  }
  if (complete && translations === undefined) {
    sinks[0]?.[tell]([], `没有 ${language} 的译文文件 ${file}，界面显示中文`, `建立 ${file}`);
  }
  for (const [id, translation] of Object.entries(translations ?? {})) {
    const original = originals.get(id);
    if (original === undefined) own[tell]([id], `没有标识为“${id}”的文字，译文用不上`, '删除它，或改成现有的标识');
    else {
      const fault = translationFault(translation, original, language, language === 'en-US' ? undefined : english?.[id]);
      if (fault !== undefined) own[tell]([id], `“${original}”的译文${fault}`, '改正译文');
    }
  }
  return [...sinks, own].flatMap(({ problems }) => problems);
}
