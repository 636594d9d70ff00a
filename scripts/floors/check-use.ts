import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModule } from '../source/read-module.ts';
import { packageOf, sourceFiles } from '../source/source-files.ts';
import { TOOL_PACKAGES } from './floors.ts';

const CONFIGURATION = ['vite.config.ts', 'vitest.config.ts'];

/** Asked packages that nothing uses: of the tools, no test or configuration; of the rest, no production code. */
export function checkUse(root: string, asked: readonly string[]): string[] {
  const product = new Set<string>();
  const anywhere = new Set<string>();
  const files = [...sourceFiles(root), ...CONFIGURATION];
  for (const file of files) {
    const production = !file.startsWith('tests/') && !/\.test\.tsx?$/.test(file) && !CONFIGURATION.includes(file);
    for (const { specifier, typeOnly } of readModule(file, read(root, file)).references) {
      const name = packageOf(specifier);
      if (name === undefined || typeOnly) continue;
      anywhere.add(name);
      if (production) product.add(name);
    }
  }
  return asked
    .filter((name) => !(TOOL_PACKAGES.includes(name) ? anywhere : product).has(name))
    .map(
      (name) => `“${name}”在用户指定的清单里，却没有代码引用它。请真正用到它，或在 docs/decisions.md 说明并从清单去掉`,
    );
}

function read(root: string, file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
