import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Property } from '../../src/core/dialect/entity.generated.ts';
import type { DefinedRules } from '../../src/core/rules/define-rules.ts';

/** Where rules stand that JSON cannot say: `<area>/<entity>.rules.ts`. */
const AREAS_FOLDER = join(import.meta.dirname, '..', 'areas');

type RuledProperties = Readonly<Record<string, Pick<Property, 'by'>>>;

/** An entity as far as its rules ask about it. */
interface RuledEntity {
  readonly area: string;
  readonly source: { readonly rules?: string; readonly record: { readonly properties: RuledProperties } };
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
    const fault = fillFault(loaded, entity.source.record.properties);
    if (fault !== undefined) throw new Error(`${where}${fault}`);
    rules.set(key, loaded);
  }
  for (const [key, { source }] of entities) {
    if (source.rules !== undefined && !rules.has(key))
      throw new Error(`实体“${key}”引用了服务端规则“${source.rules}”，但没有文件 areas/${source.rules}.rules.ts`);
  }
  return rules;
}

/** Where the fields that rules fill are not those that the entity's file says they do. */
function fillFault({ fills = [], derive }: DefinedRules, properties: RuledProperties): string | undefined {
  const marked = Object.keys(properties).filter((key) => properties[key]?.by === 'rules');
  const more = fills.find((key) => !marked.includes(key));
  if (more !== undefined) return `填写“${more}”，但实体文件没有给它写 "by": "rules"`;
  const less = marked.find((key) => !fills.includes(key));
  if (less !== undefined) return `没有填写“${less}”：实体文件给它写了 "by": "rules"，fills 里没有`;
  return fills.length > 0 && derive === undefined ? '有 fills 而没有 derive' : undefined;
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
