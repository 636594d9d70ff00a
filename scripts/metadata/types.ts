import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LintWorld } from '../../src/core/dialect/lint-world.ts';
import { suggestion } from '../../src/core/dialect/nearest.ts';
import { printJson } from '../../src/core/dialect/print-json.ts';
import { readModule } from '../source/read-module.ts';
import { blockSchema } from './authored-schema.ts';
import {
  generateFunctionReference,
  generateKeywordReference,
  generateKeywordTable,
  replaceBetweenMarkers,
} from './generate-docs.ts';
import { generateMetaTypes, generateRecordTypes } from './generate-types.ts';
import { readWorld } from './read-world.ts';
import { generateRecipes } from './recipes.ts';
import { printProblems, root, schemas } from './report.ts';

/**
 * `types`: writes everything checked in that is generated from metadata; `--check` says what is out of date, and of which
 * entity no types of records can be made. `types --records <folder> [entity…]`: writes those, of all entities by default,
 * where whoever needs them wants them. `types --editor [--watch]`: what an editor completes and refuses names by.
 */
export async function run(args: readonly string[]): Promise<number> {
  if (args[0] === '--editor') {
    return (await import('./editor/write-editor.ts')).run(root, args.includes('--watch'));
  }
  const { world, problems } = readWorld(schemas);
  if (problems.length > 0) {
    printProblems(problems);
    return 1;
  }
  const [option, folder, ...entities] = args;
  if (option === '--records') return writeRecordTypes(world, folder, entities);
  const wanted = await generateAll();
  const stale = [...wanted].filter(([file, text]) => textOf(file) !== text).map(([file]) => file);
  if (option === '--check') {
    const { orphans } = generateRecipes(root);
    const unmade = [...(await recordTypes(world))].filter(([file, text]) => readModule(file, text).error !== undefined);
    for (const file of stale) console.error(`${file} 与元数据不一致`);
    for (const file of orphans)
      console.error(`${file} 没有对应的示例，请删除，或在 schemas/examples/index.json 里写上`);
    for (const [file] of unmade) console.error(`${file} 不能生成`);
    if (stale.length > 0) console.error('请运行 npm run metadata -- types 并提交结果');
    return stale.length + orphans.length + unmade.length > 0 ? 1 : 0;
  }
  for (const file of stale) write(path.join(root, file), file, wanted.get(file) ?? '');
  if (stale.length === 0) console.log('都是最新的');
  return 0;
}

/** Generated files that are checked in, by path from the root. */
export async function generateAll(): Promise<ReadonlyMap<string, string>> {
  const meta = 'schemas/meta/entity.schema.json';
  const joint = 'schemas/meta/page.schema.json';
  const schema = JSON.parse(readFileSync(path.join(root, meta), 'utf8'));
  const keywords = generateKeywordReference(schema);
  const jointKeywords = generateKeywordTable(JSON.parse(readFileSync(path.join(root, joint), 'utf8')));
  const block = printJson(JSON.stringify(blockSchema(schema)));
  const recipes = generateRecipes(root);
  const written = (file: string, part: Readonly<Record<string, string>>) =>
    [file, replaceBetweenMarkers(textOf(file) ?? '', part)] as const;
  return new Map([
    ['src/core/dialect/entity.generated.ts', await generateMetaTypes(path.join(root, meta), meta)],
    ['src/core/joint/joint-page.generated.ts', await generateMetaTypes(path.join(root, joint), joint)],
    ['schemas/meta/block.schema.json', 'printed' in block ? block.printed : ''],
    written('docs/dialect/keywords.md', { keywords }),
    written('docs/dialect/joint-pages.md', { keywords: jointKeywords }),
    written('docs/dialect/expressions.md', { functions: generateFunctionReference() }),
    written('docs/dialect.md', { recipes: recipes.list }),
    ...recipes.pages,
  ]);
}

/** Types of the records of some entities, of all by default, by file name. */
export async function recordTypes(
  world: LintWorld,
  keys: Iterable<string> = world.entities.keys(),
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const key of keys) {
    const found = world.entities.get(key);
    if (found !== undefined) files.set(`${key}.generated.ts`, await generateRecordTypes(found.entity, found.area));
  }
  return files;
}

async function writeRecordTypes(
  world: LintWorld,
  folder: string | undefined,
  entities: readonly string[],
): Promise<number> {
  if (folder === undefined) {
    console.error('请写 types --records <文件夹> [实体…]');
    return 1;
  }
  const unknown = entities.filter((key) => !world.entities.has(key));
  for (const key of unknown) console.error(`没有名为“${key}”的实体${suggestion(key, world.entities.keys())}`);
  if (unknown.length > 0) return 1;
  const files = await recordTypes(world, entities.length === 0 ? world.entities.keys() : entities);
  for (const [name, text] of files) write(path.join(folder, name), path.join(folder, name), text);
  return 0;
}

function write(file: string, shown: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`已生成 ${shown}`);
}

function textOf(file: string): string | undefined {
  const full = path.join(root, file);
  return existsSync(full) ? readFileSync(full, 'utf8') : undefined;
}
