/** A piece of text as the layout takes it. */
export interface TextRun {
  readonly text: string;
  readonly sub?: true;
  readonly sup?: true;
}

const LOWERED = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎';
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾';
const PLAIN = '0123456789+-=()';

/** Characters that the font lacks and others stand for. */
const INSTEAD: Readonly<Record<string, string>> = {
  '☑': '√',
  '☐': '□',
  '✓': '√',
  '✔': '√',
  '✗': '×',
  '✘': '×',
  '•': '·',
};

/**
 * Text as runs that the font can show: raised and lowered figures it lacks are set small, what has a likeness is shown
 * by that, and any other character by its number, `〔U+20BB7〕`, so that none vanishes and none shows as an empty box.
 */
export function textRuns(text: string, has: (code: number) => boolean): TextRun[] {
  const runs: TextRun[] = [];
  let plain = '';
  const flush = () => {
    if (plain !== '') runs.push({ text: plain });
    plain = '';
  };
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code === 10) plain += '\n';
    else if (code === 9) plain += '    ';
    else if (isInvisible(code)) continue;
    else if (has(code)) plain += character;
    else if (LOWERED.includes(character)) {
      flush();
      runs.push({ text: PLAIN[LOWERED.indexOf(character)] ?? '', sub: true });
    } else if (RAISED.includes(character)) {
      flush();
      runs.push({ text: PLAIN[RAISED.indexOf(character)] ?? '', sup: true });
    } else plain += INSTEAD[character] ?? `〔U+${code.toString(16).toUpperCase()}〕`;
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
