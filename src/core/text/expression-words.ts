const LITERAL = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;

const inner = (literal: string): string => literal.slice(1, -1);

/** Chinese characters and the wide punctuation that goes with them. */
const CHINESE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/** The texts in Chinese that an expression holds as literals, each once, in order: `'已超期'` of `late ? '已超期' : null`. */
export function wordsOf(expression: string): readonly string[] {
  const literals = (expression.match(LITERAL) ?? []).map(inner);
  return [...new Set(literals)].filter((text) => CHINESE.test(text));
}

/** The expression with another text in place of a literal, wherever it stands. */
export function withWord(expression: string, text: string, other: string): string {
  const written = `'${other.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return expression.replace(LITERAL, (literal) => (inner(literal) === text ? written : literal));
}
