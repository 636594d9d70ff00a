import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateFunctionReference, generateKeywordReference, replaceBetweenMarkers } from './generate-docs.ts';
import { generateMetaTypes, generateRecordTypes } from './generate-types.ts';
import { readWorld } from './read-world.ts';
import { printProblems, root, schemas } from './report.ts';

/** `types [--check]`: writes everything that is generated from metadata, or says what is out of date. */
export async function run(args: readonly string[]): Promise<number> {
  const wanted = await generateAll();
  if (wanted === undefined) return 1;
  const stale = [...wanted].filter(([file, text]) => textOf(file) !== text).map(([file]) => file);
  const folder = 'src/core/generated';
  const present = existsSync(path.join(root, folder)) ? readdirSync(path.join(root, folder)) : [];
  const orphans = present.map((name) => `${folder}/${name}`).filter((file) => !wanted.has(file));
  if (args.includes('--check')) {
    for (const file of stale) console.error(`${file} 与元数据不一致`);
    for (const file of orphans) console.error(`${file} 是多余的，没有对应的实体`);
    if (stale.length + orphans.length > 0) console.error('请运行 npm run metadata -- types 并提交结果');
    return stale.length + orphans.length > 0 ? 1 : 0;
  }
  for (const file of stale) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), wanted.get(file) ?? '');
    console.log(`已生成 ${file}`);
  }
  for (const file of orphans) {
    rmSync(path.join(root, file));
    console.log(`已删除 ${file}`);
  }
  if (stale.length + orphans.length === 0) console.log('都是最新的');
  return 0;
}

/** Generated files by path from the root; undefined where an entity file cannot be read, which is printed. */
export async function generateAll(): Promise<ReadonlyMap<string, string> | undefined> {
  const { world, problems } = readWorld(schemas);
  if (problems.length > 0) {
    printProblems(problems);
    return undefined;
  }
  const meta = 'schemas/meta/entity.schema.json';
  const files = new Map<string, string>();
  files.set('src/core/dialect/entity.generated.ts', await generateMetaTypes(path.join(root, meta), meta));
  for (const { area, entity } of world.entities.values()) {
    files.set(`src/core/generated/${entity.entity}.generated.ts`, await generateRecordTypes(entity, area));
  }
  const guide = 'docs/dialect.md';
  const parts = {
    keywords: generateKeywordReference(JSON.parse(readFileSync(path.join(root, meta), 'utf8'))),
    functions: generateFunctionReference(),
  };
  files.set(guide, replaceBetweenMarkers(textOf(guide) ?? '', parts));
  return files;
}

function textOf(file: string): string | undefined {
  const full = path.join(root, file);
  return existsSync(full) ? readFileSync(full, 'utf8') : undefined;
}
