import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkColours } from '../check-colours.ts';
import { isColourFile, literalColours } from './literal-colours.ts';

const inSheet = (text: string) => literalColours('src/a.css', text).map(({ line, colour }) => `${line} ${colour}`);
const inCode = (text: string) => literalColours('src/a.tsx', text).map(({ line, colour }) => `${line} ${colour}`);

it('names each colour that a style sheet writes out, with its line', () => {
  expect(
    inSheet('a {\n  color: #FFF;\n  background: rgb(0 0 0 / 4%);\n}\nb { border: 1px solid red; fill: hsl(0 0% 0%) }'),
  ).toEqual(['2 #FFF', '3 rgb()', '5 red', '5 hsl()']);
});

it('takes variables, comments, selectors and what is no colour for what they are', () => {
  expect(
    inSheet(
      '/* #fff */\n#add .red { color: var(--anlan-red-text); background: transparent; border-color: currentColor }\n.a { white-space: nowrap }',
    ),
  ).toEqual(['2 #add']);
  expect(inSheet('.tag[data-colour="red"] { border: 1px solid var(--anlan-red-line) }')).toEqual([]);
});

it('names the colours of code, where names are those of states', () => {
  expect(
    inCode("const a = '#13646f';\n// '#fff'\n<a href=\"#content\" style={{ color: 'rgba(0, 0, 0, 0.4)' }} />"),
  ).toEqual(['1 #13646f', '3 rgba()']);
  expect(inCode('<StatusTag color="red" text="a" />; const b = "&#160;"; x.#fade;')).toEqual(['1 #fade']);
});

it('leaves the palette, tests and generated files alone', () => {
  const files = [
    'src/ui/theme/palette.ts',
    'src/ui/theme/palette.css',
    'src/a.test.tsx',
    'src/a.generated.ts',
    'src/a.json',
  ];
  expect(files.filter(isColourFile)).toEqual([]);
  expect(isColourFile('src/ui/theme/theme.ts')).toBe(true);
});

it('finds none in the client', () => {
  expect(checkColours(join(import.meta.dirname, '../..'))).toEqual([]);
});
