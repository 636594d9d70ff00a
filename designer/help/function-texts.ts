import { FUNCTIONS } from '../../src/core/expression/index.ts';
import { defineTexts } from '../../src/ui/text/define-texts.ts';

/** Words of a signature: what each argument is. */
const WORDS = /\p{Script=Han}+/gu;

const said = Object.values(FUNCTIONS).flatMap(({ doc, signature }) => [doc, ...(signature.match(WORDS) ?? [])]);

/** What functions of expressions do and take, by the Chinese that stands beside each of them. */
const { useText } = defineTexts('help-functions', Object.fromEntries(said.map((text) => [text, text])));

/** Says a function's signature and sentence in the language of the moment. */
export function useFunctionHelp(): (text: string) => string {
  const text = useText();
  return (chinese) => (said.includes(chinese) ? text(chinese) : chinese.replace(WORDS, (word) => text(word)));
}
