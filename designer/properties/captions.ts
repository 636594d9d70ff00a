import { KEYWORD_NAMES } from '../../src/core/dialect/keyword-names.ts';
import { defineTexts } from '../../src/ui/text/define-texts.ts';

export const { useText: useCaption } = defineTexts('keywords', KEYWORD_NAMES);

/** Whether a keyword has a name of its own. */
export const isCaptioned = (keyword: string): keyword is keyof typeof KEYWORD_NAMES =>
  Object.hasOwn(KEYWORD_NAMES, keyword);
