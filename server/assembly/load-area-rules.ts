import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DefinedRules } from '../../src/core/rules/define-rules.ts';

/** Where rules stand that JSON cannot say: `<area>/<entity>.rules.ts`. */
const AREAS_FOLDER = join(import.meta.dirname, '..', 'areas');

/** An entity as far as its rules ask about it. */
interface RuledEntity {
  readonly area: string;
  readonly source: { readonly rules?: string };
}

/**
 * Loads the rules of all areas, by entity. Throws with a Chinese message, so that the server does not start, where a file
 * is of no entity of its area, cannot be loaded, or is not named by its entity; and where an entity names rules that no
 * file defines.
 */
export async function loadAreaRules(
  entities: ReadonlyMap<string, RuledEntity>,
  folder: string = AREAS_FOLDER,
): Promise<ReadonlyMap<string, DefinedRules>> {
  const rules = new Map<string, DefinedRules>();
  const files = existsSync(folder) ? globSync('*/*.rules.ts', { cwd: folder }).sort() : [];
  for (const file of files) {
    const name = file
      .split(sep)
      .join('/')
      .replace(/\.rules\.ts$/, '');
    const where = `服务端规则 ${basename(folder)}/${name}.rules.ts `;
    const [area, key] = [dirname(name), basename(name)];
    const entity = entities.get(key);
    if (entity?.area !== area) throw new Error(`${where}没有对应的实体：领域“${area}”里没有“${key}”`);
    if (entity.source.rules !== name) throw new Error(`${where}没有被实体引用：请在实体文件里写上 "rules": "${name}"`);
    const loaded = await load(join(folder, file), where);
    if (loaded.entity !== key) throw new Error(`${where}定义的是“${loaded.entity}”的规则，须与文件名一致`);
    rules.set(key, loaded);
  }
  for (const [key, { source }] of entities) {
    if (source.rules !== undefined && !rules.has(key))
      throw new Error(`实体“${key}”引用了服务端规则“${source.rules}”，但没有文件 areas/${source.rules}.rules.ts`);
  }
  return rules;
}

async function load(file: string, where: string): Promise<DefinedRules> {
  let module: { readonly rules?: DefinedRules };
  try {
    module = await import(pathToFileURL(file).href);
  } catch (error) {
    throw new Error(`${where}不能使用：${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (module.rules === undefined) throw new Error(`${where}没有导出 rules`);
  return module.rules;
}
