import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openSync } from 'fontkit';

const require = createRequire(import.meta.url);
const fileOf = (family: string, file: string): string =>
  join(dirname(require.resolve(`@expo-google-fonts/${family}/package.json`)), file);

const NORMAL = fileOf('noto-sans-sc', '400Regular/NotoSansSC_400Regular.ttf');
const BOLD = fileOf('noto-sans-sc', '700Bold/NotoSansSC_700Bold.ttf');

/** Fonts of what the text font lacks, in the order in which they are asked: rare characters, symbols, emoji. */
const FALLBACKS = {
  rare: fileOf('chocolate-classical-sans', '400Regular/ChocolateClassicalSans_400Regular.ttf'),
  symbols: fileOf('noto-sans-symbols-2', '400Regular/NotoSansSymbols2_400Regular.ttf'),
  emoji: fileOf('noto-emoji', '400Regular/NotoEmoji_400Regular.ttf'),
} as const;

/** Name of the text font, or of one that stands in for it. */
export type FontName = 'sans' | keyof typeof FALLBACKS;

const oneFace = (file: string) => ({ normal: file, bold: file, italics: file, bolditalics: file });

/** The fonts as pdfmake takes them; it reads the file of a font only when a text is set in it. */
export const PRINT_FONTS: Readonly<Record<FontName, Readonly<Record<string, string>>>> = {
  sans: { normal: NORMAL, bold: BOLD, italics: NORMAL, bolditalics: BOLD },
  rare: oneFace(FALLBACKS.rare),
  symbols: oneFace(FALLBACKS.symbols),
  emoji: oneFace(FALLBACKS.emoji),
};

/** Files that the printer may read. */
export const FONT_FILES: ReadonlySet<string> = new Set([NORMAL, BOLD, ...Object.values(FALLBACKS)]);

const characters = new Map<string, ReadonlySet<number>>();

/** What a font shows; its file is opened with the first question. */
function charactersOf(file: string): ReadonlySet<number> {
  const known = characters.get(file) ?? new Set(openSync(file).characterSet);
  characters.set(file, known);
  return known;
}

/** The first font that shows a character, by its code; undefined where none does. */
export function fontOf(code: number): FontName | undefined {
  if (charactersOf(NORMAL).has(code)) return 'sans';
  const names = Object.keys(FALLBACKS) as (keyof typeof FALLBACKS)[];
  return names.find((name) => charactersOf(FALLBACKS[name]).has(code));
}
