import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModule } from '../source/read-module.ts';
import { importedPath, sourceFiles } from '../source/source-files.ts';
import { isTest } from './layer-rules.ts';

/** One place where a file of ours imports another. */
export interface ImportEdge {
  /** Path of the importing file from the root, with `/`. */
  readonly from: string;
  /** Path of the imported file. */
  readonly to: string;
  /** Line of the import; the first is 1. */
  readonly line: number;
  /** True for `import()`, which loads only when it is reached. */
  readonly lazy: boolean;
  /** True where nothing but types is taken, so that nothing is loaded. */
  readonly typeOnly: boolean;
}

/** Source files of a checkout and the imports between them. */
interface ImportGraph {
  /** Paths from the root, in order. */
  readonly files: readonly string[];
  readonly edges: readonly ImportEdge[];
}

/**
 * Files of a checkout, tests apart, and the imports between them in order of files and lines. Re-exports, type imports
 * and lazy imports count as well, since whoever reads a file must know what they lead to. Imports of styles and JSON are
 * left out. A file that cannot be parsed imports nothing here: check-layers reports it.
 */
export function importGraph(root: string): ImportGraph {
  const files = sourceFiles(root).filter((file) => !isTest(file));
  const known = new Set(files);
  const edges = files.flatMap((file) => importsOf(root, file)).filter(({ to }) => known.has(to));
  return { files, edges };
}

function importsOf(root: string, from: string): ImportEdge[] {
  return readModule(from, readFileSync(join(root, from), 'utf8'))
    .references.flatMap(({ specifier, ...reference }) => {
      const to = importedPath(from, specifier);
      return to === undefined ? [] : [{ from, to, ...reference }];
    })
    .sort((a, b) => a.line - b.line);
}
