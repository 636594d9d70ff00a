import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkWorld } from '../../../server/metadata/judge/check-world.ts';
import { type MetadataFile, readMetadataFiles } from '../../../server/metadata/metadata-files.ts';
import { hasErrors } from '../../../src/core/dialect/problem.ts';

/** An entity's file as far as its copy is named otherwise. */
interface Copied {
  entity: string;
  readonly api: { base: string };
  pages?: Record<string, unknown>;
  readonly parent?: unknown;
  id?: unknown;
  rules?: unknown;
}

/**
 * Makes a folder of metadata with as many entities as are wanted: the shipped ones, and of those that stand for themselves
 * copies under other names.
 * @param folder an empty folder.
 * @returns the path of the largest entity that was copied, from the folder.
 */
export function growSchemas(shipped: string, folder: string, wanted: number): string {
  cpSync(shipped, folder, { recursive: true });
  const files = readMetadataFiles(folder);
  const entities = files.filter(({ kind }) => kind === 'entity');
  for (let round = 1, count = entities.length; count < wanted; round += 1) {
    const copies = entities.flatMap((file) => copyOf(file, round) ?? []);
    const { problems } = checkWorld([...files, ...copies], { texts: false });
    const broken = new Set(problems.filter((problem) => hasErrors([problem])).map(({ file }) => file));
    const sound = copies.filter(({ file }) => !broken.has(file));
    if (sound.length === 0) throw new Error('没有一个实体可以照样再写一份');
    for (const { file, content } of sound.slice(0, wanted - count)) {
      writeFileSync(join(dirname(folder), file.replace('schemas/', `${folder.split('/').at(-1)}/`)), content);
    }
    count += sound.length;
  }
  const [largest] = [...entities].sort((left, right) => right.content.length - left.content.length);
  if (largest === undefined) throw new Error('没有实体');
  return join(folder, largest.file.replace('schemas/', ''));
}

function copyOf({ content, ...file }: MetadataFile, round: number): MetadataFile | undefined {
  const entity = JSON.parse(content) as Copied;
  if (entity.parent !== undefined) return undefined;
  const end = `Copy${round}`;
  const key = `${entity.entity}${end}`;
  const renamed: Copied = {
    ...entity,
    entity: key,
    api: { ...entity.api, base: `${entity.api.base}${end}`.toLowerCase() },
  };
  delete renamed.id;
  delete renamed.rules;
  if (entity.pages !== undefined) {
    renamed.pages = Object.fromEntries(Object.entries(entity.pages).map(([code, page]) => [`${code}${end}`, page]));
  }
  const path = file.file.replace(`${entity.entity}.entity.json`, `${key}.entity.json`);
  return { ...file, key, file: path, hash: `${file.hash} ${end}`, content: JSON.stringify(renamed, null, 2) };
}

/** Rewrites an entity's file with another title, as somebody does who edits it. */
export function retitle(file: string, title: string): void {
  const entity = JSON.parse(readFileSync(file, 'utf8')) as { title: string };
  writeFileSync(file, JSON.stringify({ ...entity, title }, null, 2));
}
