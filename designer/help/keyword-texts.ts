import { defineTexts } from '../../src/ui/text/define-texts.ts';
import KEYWORDS from './keywords.json' with { type: 'json' };

/**
 * What keywords mean, by the English sentence of the meta-schema's reference: a sentence that is written anew has no
 * translation until it gets one.
 */
export const { useText: useKeywordHelp } = defineTexts('help-keywords', KEYWORDS, 'en-US');

type Sentence = Parameters<ReturnType<typeof useKeywordHelp>>[0];

/** Whether a sentence of the reference is said in other languages; what only shipped files say is not. */
export const isExplained = (sentence: string): sentence is Sentence => Object.hasOwn(KEYWORDS, sentence);
