// `node scripts/check-layers.ts [folder]`, part of `npm run lint`: import directions of the layers, and no business
// area named in generic code. Exits 1 with one line per fault.
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { areaEntities, isGeneric, namedEntities } from './layers/area-names.ts';
import { packageRefusal, refusal } from './layers/layer-rules.ts';
import { type ModuleReference, readModule } from './source/read-module.ts';
import { importedPath, packageOf, sourceFiles } from './source/source-files.ts';

/** A fault of the layering: where it stands, and what is wrong with the way out. */
interface LayerFault {
  readonly file: string;
  /** First line is 1. */
  readonly line: number;
  readonly message: string;
}

/** All faults of a checkout, in order of files and lines. */
export function checkLayers(root: string): LayerFault[] {
  const entities = areaEntities(root);
  return sourceFiles(root).flatMap((file) => {
    const source = readModule(file, readFileSync(join(root, file), 'utf8'));
    if (source.error !== undefined) return [{ file, line: 1, message: `无法解析：${source.error}。请先修正语法` }];
    const faults: LayerFault[] = [];
    for (const reference of source.references) {
      const message = faultOf(file, reference);
      if (message !== undefined) faults.push({ file, line: reference.line, message });
    }
    for (const { word, entity } of isGeneric(file) ? namedEntities(source.words, entities) : []) {
      const way = `请改为由元数据得到，确需专写的规则放到 server/areas/${entity.area}/ 或 src/screens/${entity.area}/`;
      const message = `通用代码点名了业务实体“${entity.key}”（schemas/areas/${entity.area}）。${way}`;
      faults.push({ file, line: word.line, message });
    }
    return faults.sort((a, b) => a.line - b.line);
  });
}

function faultOf(file: string, { specifier, lazy, typeOnly }: ModuleReference): string | undefined {
  const path = importedPath(file, specifier);
  if (path !== undefined) return refusal(file, path, lazy);
  if (specifier.startsWith('/') || specifier.startsWith('#')) {
    return `引用路径“${specifier}”不是相对路径，无法核对方向。请改为相对路径`;
  }
  const name = packageOf(specifier);
  return packageRefusal(file, name ?? specifier, name === undefined || isBuiltin(name), typeOnly);
}

if (import.meta.main) {
  const faults = checkLayers(process.argv[2] ?? join(import.meta.dirname, '..'));
  for (const { file, line, message } of faults) console.error(`${file}:${line}  ${message}。`);
  if (faults.length > 0) {
    console.error(`分层检查：${faults.length} 处不符。`);
    process.exitCode = 1;
  } else {
    console.log('分层检查：通过。');
  }
}
