import type { ModelWorld } from './model-world.ts';

/** A world as far as its dictionaries go. */
interface WithDictionaries {
  readonly dictionaries: ModelWorld['dictionaries'];
}

type Ask = (world: WithDictionaries) => unknown;

// Questions stand outside of what notes them: one that is kept holds nothing of the world that it was asked of first.
const hasCode =
  (code: string): Ask =>
  ({ dictionaries }) =>
    dictionaries.has(code);
const choicesOf =
  (code: string): Ask =>
  ({ dictionaries }) =>
    dictionaries.choices(code);
const codesOf: Ask = ({ dictionaries }) => [...(dictionaries.codes?.() ?? [])].join('\n');

/** The dictionaries of a world, noting what they are asked: choices are compared by identity, codes by what they are. */
export function notedDictionaries(
  { dictionaries }: WithDictionaries,
  note: (words: string, ask: Ask) => void,
): Required<ModelWorld['dictionaries']> {
  return {
    has(code) {
      note(`has ${code}`, hasCode(code));
      return dictionaries.has(code);
    },
    choices(code) {
      note(`choices ${code}`, choicesOf(code));
      return dictionaries.choices(code);
    },
    codes() {
      note('codes', codesOf);
      return dictionaries.codes?.() ?? [];
    },
  };
}
