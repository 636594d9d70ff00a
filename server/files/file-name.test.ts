import { expect, test } from 'vitest';
import { sanitiseFileName } from './file-name.ts';

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\现场\\照片.jpg', '照片.jpg'],
  ['安全\u202Egpj.exe', '安全gpj.exe'],
  ['\u2067照\u2069片.png', '照片.png'],
  ['照\u200B片\uFEFF\u2060\u00AD.png', '照片.png'],
  ['a\u200Db.png', 'ab.png'],
  ['\u200D\u200B', '未命名文件'],
  ['班组👨‍👩‍👧.png', '班组👨‍👩‍👧.png'],
  ['👷🏽‍♀️.png', '👷🏽‍♀️.png'],
  ['𠮷\u0000野.pdf', '𠮷野.pdf'],
  ['坏\uD800.pdf', '坏.pdf'],
  ['   ', '未命名文件'],
  ['..', '未命名文件'],
  [undefined, '未命名文件'],
])('%j becomes %s', (given, expected) => {
  expect(sanitiseFileName(given)).toBe(expected);
});

test('a name of 255 stays, a longer one keeps its extension and no half character', () => {
  const whole = `${'长'.repeat(251)}.pdf`;
  expect(sanitiseFileName(whole)).toBe(whole);
  expect(sanitiseFileName(`长${whole}`)).toBe(whole);
  const cut = sanitiseFileName(`a${'𠮷'.repeat(200)}.pdf`);
  expect([cut.length <= 255, cut.endsWith('𠮷.pdf'), cut.isWellFormed()]).toEqual([true, true, true]);
});
