import { useRef } from 'react';

interface Shown {
  readonly userTyping: boolean;
  readonly input: string;
}

interface NumberBox {
  parser(text: string | undefined): number;
}

/**
 * What a box of numbers shows and does with a text that is no number: on leaving, the text goes to the form as the
 * value, whose check refuses it in words, and stands in the box until it is mended. By itself the component would put
 * the number of before back and say nothing.
 */
export function useRefusedText(
  value: unknown,
  box: NumberBox,
  onChange: (value: unknown) => void,
  onBlur: (() => void) | undefined,
) {
  const typed = useRef<string>(undefined);
  return {
    value: (typeof value === 'number' && Number.isFinite(value)) || typeof value === 'string' ? value : null,
    // The component reads more than we do (`1e5`), and would show it as a number beside the words that refuse it.
    ...(typeof value === 'string' && {
      formatter: (_: unknown, { userTyping, input }: Shown) => (userTyping ? input : value),
    }),
    onInput: (text: string) => {
      typed.current = text;
    },
    onBlur() {
      const text = typed.current;
      typed.current = undefined;
      if (text !== undefined && Number.isNaN(Number(box.parser(text)))) onChange(text);
      onBlur?.();
    },
  };
}
