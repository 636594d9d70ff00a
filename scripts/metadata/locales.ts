import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { checkTexts } from '../locales/check-texts.ts';
import { readCodeTexts, readWordedIds } from '../locales/code-texts.ts';
import { noteTraditional } from '../locales/ensure-traditional.mjs';
import { writeTraditional } from '../locales/traditional-files.ts';
import { printProblems, root, schemas } from './report.ts';

/**
 * `locales`: makes the texts of traditional Chinese, of code and metadata, and checks the translations of the code's
 * texts. Those of metadata are the linter's.
 */
export async function run(): Promise<number> {
  const { files, written, removed } = await writeTraditional(root);
  noteTraditional(root, files);
  for (const file of written) console.log(`已生成 ${file}`);
  for (const file of removed) console.log(`已删除 ${file}`);
  const { parsed, problems: found } = checkWorld(readMetadataFiles(schemas), { complete: true });
  // What is wrong with entities is the linter's, unless it keeps their texts from being read.
  const problems = [...parsed.problems, ...found.filter(({ file }) => file.startsWith('schemas/locales/'))];
  const texts = await readCodeTexts(root);
  const faults = checkTexts(texts, readTranslations, await readWordedIds(root));
  return printProblems([...problems, ...faults]) ? 1 : 0;
}

function textOf(file: string): string | undefined {
  const full = path.join(root, file);
  return existsSync(full) ? readFileSync(full, 'utf8') : undefined;
}

function readTranslations(file: string): Readonly<Record<string, string>> | undefined {
  const text = textOf(file);
  return text === undefined ? undefined : (JSON.parse(text) as Record<string, string>);
}
