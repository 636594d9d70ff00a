import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkSecure } from '../check-secure.ts';
import { isPlainFile, secureOnly } from './secure-only.ts';

it('names what plain http has not, with its line and what does the same', () => {
  const text =
    'const key = crypto.randomUUID();\nawait navigator.clipboard.writeText(key);\nnavigator.clipboard?.write([]);';
  expect(secureOnly(text).map(({ line, what, instead }) => `${line} ${what} ${instead}`)).toEqual([
    '1 crypto.randomUUID src/api/new-key.ts',
    '2 navigator.clipboard.writeText src/ui/copy-text.ts',
    '3 navigator.clipboard?.write src/ui/copy-text.ts',
  ]);
});

it('takes reading a clipboard where there is one, and our own keys, for what they are', () => {
  expect(secureOnly('navigator.clipboard?.readText();\nnewKey();\ncrypto.getRandomValues(bytes);')).toEqual([]);
});

it('leaves the modules that do without it, tests and what is no code alone', () => {
  const left = ['src/api/new-key.ts', 'src/ui/copy-text.ts', 'designer/a.test.ts', 'src/a.generated.ts', 'src/a.css'];
  expect(left.filter(isPlainFile)).toEqual([]);
  expect(isPlainFile('designer/session/useDesign.ts')).toBe(true);
});

it('finds none in the client and the designer', () => {
  expect(checkSecure(join(import.meta.dirname, '../..'))).toEqual([]);
});
