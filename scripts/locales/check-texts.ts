import type { Problem } from '../../src/core/dialect/problem.ts';
import type { Translation } from '../../src/core/text/language.ts';
import { translationFault } from '../../src/core/text/translation-fault.ts';
import type { CodeTexts } from './code-texts.ts';

/** Files of translations by their path from the root; undefined where one is not there. */
type ReadTranslations = (file: string) => Readonly<Record<string, string>> | undefined;

/** Whether the ids of a table, by its file of translations, are its texts in a language. */
type IsWordedIn = (pattern: string, language: Translation) => boolean;

/** Languages whose texts people write; traditional Chinese is generated. */
const WRITTEN: readonly Translation[] = ['en-US', 'pt-BR'];

/**
 * What is wrong with the translations of the code's texts: those that are missing, empty, still Chinese, of nothing, with
 * other places than the Chinese, or in Portuguese the same as in English.
 */
export function checkTexts(
  texts: CodeTexts,
  read: ReadTranslations,
  isWordedIn: IsWordedIn = () => false,
): readonly Problem[] {
  return WRITTEN.flatMap((language) =>
    [...texts].flatMap(([pattern, table]) => {
      if (isWordedIn(pattern, language)) return [];
      const file = pattern.replace('{language}', language);
      const translations = read(file) ?? {};
      const englishOf = (id: string): string | undefined => {
        if (language === 'en-US') return undefined;
        return isWordedIn(pattern, 'en-US') ? id : read(pattern.replace('{language}', 'en-US'))?.[id];
      };
      const problem = (id: string, message: string, fix: string): Problem => ({
        file,
        pointer: `/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        message,
        fix,
        severity: 'error',
      });
      const missing = [...table]
        .filter(([id]) => !Object.hasOwn(translations, id))
        .map(([id, text]) => problem(id, `“${text}”没有 ${language} 译文`, `在 ${file} 里加上 "${id}"`));
      const wrong = Object.entries(translations).flatMap(([id, translation]) => {
        const text = table.get(id);
        if (text === undefined) return [problem(id, `代码里没有标识为“${id}”的文字`, '删除它，或改成现有的标识')];
        // A separator may consist of blanks and marks alone.
        const isMark = !/[\p{L}\p{N}{]/u.test(text) && translation !== '';
        const fault = isMark ? undefined : translationFault(translation, text, language, englishOf(id));
        return fault === undefined ? [] : [problem(id, `“${text}”的译文${fault}`, '改正译文')];
      });
      return [...missing, ...wrong];
    }),
  );
}
