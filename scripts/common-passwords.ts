import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** How many of the commonest passwords are refused. */
const COUNT = 10_000;
const PACKAGE = '@zxcvbn-ts/language-common';
const target = join(import.meta.dirname, '..', 'server', 'access', 'sign-in', 'common-passwords.txt');

/** The list as the repository holds it, made from the package that keeps it; one password a line, the commonest first. */
function content(): string {
  const folder = join(createRequire(import.meta.url).resolve(PACKAGE), '..', '..');
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const { version, license } = read('package.json') as { readonly version: string; readonly license: string };
  const passwords = read('src/passwords.json') as readonly string[];
  const head = [
    `# The ${COUNT.toLocaleString('en-US')} commonest passwords of leaked lists, the commonest first.`,
    `# Source: ${PACKAGE} ${version} (https://github.com/zxcvbn-ts/zxcvbn), dictionary "passwords"; licence ${license},`,
    '# Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., Copyright (c) 2021 @zxcvbn-ts.',
    '# Written by scripts/common-passwords.ts; not to be edited by hand.',
  ];
  return `${[...head, ...passwords.slice(0, COUNT)].join('\n')}\n`;
}

const wanted = content();
if (process.argv.includes('--check')) {
  const same = readFileSync(target, 'utf8') === wanted;
  console.log(same ? '常见密码表与来源一致' : '常见密码表与来源不一致，请运行 node scripts/common-passwords.ts');
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(target, wanted);
  console.log(`已写入 ${target}`);
}
