import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lintWorldOf } from '../../server/metadata/judge/check-world.ts';
import { parseFiles } from '../../server/metadata/judge/parse-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { printJson } from '../../src/core/dialect/print-json.ts';
import { entityTexts } from '../../src/core/text/text-ids.ts';
import { readCodeTexts } from './code-texts.ts';
import { TRADITIONAL } from './ensure-traditional.mjs';
import { toTraditional } from './traditional.ts';

/** What is made of the Chinese, and what changed in the checkout. */
interface Made {
  /** All files of traditional Chinese, by their paths from the root. */
  readonly files: readonly string[];
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Files of traditional Chinese with what they hold, by their path from the root: texts of the code and of the metadata.
 * What cannot be read is left out, which the linter tells.
 */
export async function traditionalFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const world = lintWorldOf(parseFiles(readMetadataFiles(path.join(root, 'schemas'))), { complete: true });
  const files = new Map<string, Record<string, string>>();
  const add = (file: string, texts: Iterable<readonly [string, string]>): void => {
    const table = files.get(file) ?? {};
    for (const [id, text] of texts) table[id] = toTraditional(text);
    files.set(file, table);
  };
  for (const [pattern, table] of await readCodeTexts(root)) add(pattern.replace('{language}', TRADITIONAL), table);
  const metadata = (name: string, texts: readonly { readonly id: string; readonly text: string }[]): void =>
    add(
      `schemas/locales/${TRADITIONAL}/${name}.json`,
      texts.map(({ id, text }): [string, string] => [id, text]),
    );
  for (const { area, entity } of world.entities.values()) metadata(area, entityTexts(entity));
  for (const [name, sources] of world.sources ?? []) for (const { texts } of sources) metadata(name, texts);
  return new Map([...files].map(([file, table]) => [file, printed(table)]));
}

function printed(table: object): string {
  const result = printJson(JSON.stringify(table));
  if ('fault' in result) throw new Error(result.fault.message);
  return result.printed;
}

/** Makes the files of a checkout what they should be. Others may do the same at the same time. */
export async function writeTraditional(root: string): Promise<Made> {
  const wanted = await traditionalFiles(root);
  const written = [...wanted].filter(([file, text]) => textOf(path.join(root, file)) !== text).map(([file]) => file);
  for (const file of written) {
    const full = path.join(root, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(`${full}.${process.pid}`, wanted.get(file) ?? '');
    renameSync(`${full}.${process.pid}`, full);
  }
  const removed = [`src/locales/${TRADITIONAL}`, `schemas/locales/${TRADITIONAL}`]
    .flatMap((folder) => filesOf(root, folder))
    .filter((file) => file.endsWith('.json') && !wanted.has(file));
  for (const file of removed) rmSync(path.join(root, file), { force: true });
  return { files: [...wanted.keys()], written, removed };
}

const filesOf = (root: string, folder: string): readonly string[] =>
  existsSync(path.join(root, folder)) ? readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`) : [];

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
