/** A colour that is written out where it stands. */
interface LiteralColour {
  readonly line: number;
  readonly colour: string;
}

/** The only files of the client that write colours. */
const PALETTE = /^src\/ui\/theme\/palette\.(?:ts|css|test\.ts)$/;

/** Whether a file of the client is one that may hold no colour of its own: style sheets and code, but for tests. */
export function isColourFile(path: string): boolean {
  return /\.(?:css|tsx?)$/.test(path) && !/\.(?:test|generated)\.tsx?$/.test(path) && !PALETTE.test(path);
}

const WRITTEN =
  /(?<![\w&-])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w-])|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/gi;

/** Names of CSS that people write; those of system colours and of transparency are no colours of their own. */
const NAMED =
  /(?<![\w-])(?:white|black|gr[ae]y|silver|red|maroon|orange|gold|yellow|olive|lime|green|teal|aqua|cyan|blue|navy|purple|fuchsia|magenta|pink|brown|tomato|crimson|(?:light|dark|medium|deep)[a-z]*(?:blue|green|gr[ae]y|red|pink|cyan|orange|salmon))(?![\w-])/gi;

/** Declarations whose value holds a colour, in a style sheet and in an object of styles. */
const COLOURED =
  /(?:^|[\s;{])(?:[\w-]*color|background|border[\w-]*|outline|fill|stroke|box-shadow|text-shadow)\s*:([^;{}]*)/gi;

/** The colours that a file writes out, with their lines; comments do not count. */
export function literalColours(path: string, source: string): LiteralColour[] {
  const text = blanked(source, path.endsWith('.css'));
  const found = [...text.matchAll(WRITTEN)].map(({ 0: colour, index }) => ({ index, colour }));
  if (path.endsWith('.css')) {
    for (const { 0: declaration, 1: value = '', index } of text.matchAll(COLOURED)) {
      const start = index + declaration.length - value.length;
      for (const name of value.matchAll(NAMED)) {
        // Names that a variable bears are ours.
        if (!isInVariable(value, name.index)) found.push({ index: start + name.index, colour: name[0] });
      }
    }
  }
  return found
    .sort((a, b) => a.index - b.index)
    .map(({ index, colour }) => ({ line: text.slice(0, index).split('\n').length, colour: colour.replace('(', '()') }));
}

const isInVariable = (value: string, index: number): boolean => /var\([^)]*$/.test(value.slice(0, index));

/** The text without its comments, at the same places. */
function blanked(source: string, isSheet: boolean): string {
  const comments = isSheet ? /\/\*[\s\S]*?\*\//g : /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;
  return source.replace(comments, (comment) => comment.replace(/[^\n]/g, ' '));
}
