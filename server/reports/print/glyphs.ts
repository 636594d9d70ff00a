import type { FontName } from './fonts.ts';

/** A piece of text as the layout takes it. */
export interface TextRun {
  readonly text: string;
  /** Another font than that of the text. */
  readonly font?: FontName;
  readonly sub?: true;
  readonly sup?: true;
}

/** The font that shows a character, by its code; undefined where none does. */
type FontOf = (code: number) => FontName | undefined;

const LOWERED = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎';
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾';
const PLAIN = '0123456789+-=()';

/**
 * Text as runs that fonts can show: what the text font lacks is set in the first one that has it, but raised and lowered
 * figures are set small. What no font shows stands as its number, `〔U+2FFFE〕`, so that none vanishes and none shows as
 * an empty box.
 */
export function textRuns(text: string, fontOf: FontOf): TextRun[] {
  const runs: TextRun[] = [];
  let piece = '';
  let font: FontName = 'sans';
  const flush = () => {
    if (piece !== '') runs.push(font === 'sans' ? { text: piece } : { text: piece, font });
    piece = '';
  };
  const add = (more: string, name: FontName) => {
    if (name !== font) flush();
    font = name;
    piece += more;
  };
  const small = (index: number, kind: 'sub' | 'sup') => {
    flush();
    runs.push({ text: PLAIN[index] ?? '', [kind]: true });
  };
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code === 10) piece += '\n';
    else if (code === 9) piece += '    ';
    else if (isInvisible(code)) continue;
    else {
      const name = fontOf(code);
      if (name === 'sans') add(character, name);
      else if (LOWERED.includes(character)) small(LOWERED.indexOf(character), 'sub');
      else if (RAISED.includes(character)) small(RAISED.indexOf(character), 'sup');
      else if (name === undefined) add(`〔U+${code.toString(16).toUpperCase()}〕`, 'sans');
      else add(character, name);
    }
  }
  flush();
  return runs;
}

// Control characters, marks of direction, variation selectors and halves of characters leave no ink.
function isInvisible(code: number): boolean {
  return (
    code < 32 ||
    (code >= 0x7f && code < 0xa0) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2069) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    (code >= 0xd800 && code <= 0xdfff) ||
    (code >= 0xe0100 && code <= 0xe01ef)
  );
}
