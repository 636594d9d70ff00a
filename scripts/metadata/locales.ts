import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import type { LintWorld } from '../../src/core/dialect/lint-world.ts';
import { entityTexts } from '../../src/core/text/text-ids.ts';
import { checkTexts } from '../locales/check-texts.ts';
import { type CodeTexts, readCodeTexts } from '../locales/code-texts.ts';
import { toTraditional } from '../locales/traditional.ts';
import { printProblems, root, schemas } from './report.ts';

const TRADITIONAL = 'zh-TW';

/**
 * `locales [--check]`: writes the texts of traditional Chinese, of code and metadata, or says what is out of date; and
 * checks the translations of the code's texts. Those of metadata are the linter's.
 */
export async function run(args: readonly string[]): Promise<number> {
  const { parsed, world, problems: found } = checkWorld(readMetadataFiles(schemas), { complete: true });
  // What is wrong with entities is the linter's, unless it keeps their texts from being read.
  const problems = [...parsed.problems, ...found.filter(({ file }) => file.startsWith('schemas/locales/'))];
  const code = await readCodeTexts(root);
  const wanted = traditionalFiles(code, world);
  const stale = [...wanted].filter(([file, text]) => textOf(file) !== text).map(([file]) => file);
  const orphans = [`src/locales/${TRADITIONAL}`, `schemas/locales/${TRADITIONAL}`]
    .flatMap((folder) => filesOf(folder))
    .filter((file) => !wanted.has(file));
  const isCheck = args.includes('--check');
  if (isCheck) {
    for (const file of stale) console.error(`${file} 与中文不一致`);
    for (const file of orphans) console.error(`${file} 是多余的，没有对应的中文`);
    if (stale.length + orphans.length > 0) console.error('请运行 npm run metadata -- locales 并提交结果');
  } else {
    for (const file of stale) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), wanted.get(file) ?? '');
      console.log(`已生成 ${file}`);
    }
    for (const file of orphans) {
      rmSync(path.join(root, file));
      console.log(`已删除 ${file}`);
    }
  }
  const failed = printProblems([...problems, ...checkTexts(code, readTranslations)]);
  return failed || (isCheck && stale.length + orphans.length > 0) ? 1 : 0;
}

/** Files of traditional Chinese with what they hold, by their path from the root. */
function traditionalFiles(code: CodeTexts, world: LintWorld): ReadonlyMap<string, string> {
  const files = new Map<string, Record<string, string>>();
  const add = (file: string, texts: Iterable<readonly [string, string]>): void => {
    const table = files.get(file) ?? {};
    for (const [id, text] of texts) table[id] = toTraditional(text);
    files.set(file, table);
  };
  for (const [pattern, table] of code) add(pattern.replace('{language}', TRADITIONAL), table);
  const metadata = (name: string, texts: readonly { readonly id: string; readonly text: string }[]): void =>
    add(
      `schemas/locales/${TRADITIONAL}/${name}.json`,
      texts.map(({ id, text }): [string, string] => [id, text]),
    );
  for (const { area, entity } of world.entities.values()) metadata(area, entityTexts(entity));
  for (const [name, sources] of world.sources ?? []) for (const { texts } of sources) metadata(name, texts);
  return new Map([...files].map(([file, table]) => [file, `${JSON.stringify(table, null, 2)}\n`]));
}

const filesOf = (folder: string): readonly string[] =>
  existsSync(path.join(root, folder)) ? readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`) : [];

function textOf(file: string): string | undefined {
  const full = path.join(root, file);
  return existsSync(full) ? readFileSync(full, 'utf8') : undefined;
}

function readTranslations(file: string): Readonly<Record<string, string>> | undefined {
  const text = textOf(file);
  return text === undefined ? undefined : (JSON.parse(text) as Record<string, string>);
}
