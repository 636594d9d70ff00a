import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { readModule } from '../source/read-module.ts';
import { importedPath, sourceFiles } from '../source/source-files.ts';

/** A name that a file exports. */
interface ExportedName {
  /** `default` for the default export. */
  readonly name: string;
  /** First line is 1. */
  readonly line: number;
  /** Whether the file says what it is; false where it passes another file's on. */
  readonly own: boolean;
}

/** What a file takes of another one: names, or `all` where it takes the module as a whole or loads it when it is reached. */
interface TakenNames {
  /** Path from the root. */
  readonly from: string;
  readonly names: readonly string[] | 'all';
}

/** What a file gives to others and takes of them. */
export interface ModuleNames {
  readonly file: string;
  readonly exports: readonly ExportedName[];
  readonly takes: readonly TakenNames[];
  /** Every identifier in it, to see which names of a module are meant that it takes as a whole. */
  readonly identifiers: ReadonlySet<string>;
}

/** Files of the root that take names of our code. */
const ROOT_FILES: readonly string[] = ['vite.config.ts', 'vitest.config.ts'];

/** What the files of a checkout give and take, tests and the tools' own files of the root included. */
export function moduleNames(root: string): ModuleNames[] {
  const files = [...sourceFiles(root), ...ROOT_FILES.filter((file) => existsSync(join(root, file)))];
  return files.map((file) => namesOf(file, readFileSync(join(root, file), 'utf8')));
}

/** What one file gives and takes. */
function namesOf(file: string, source: string): ModuleNames {
  const { module } = parseSync(file, source);
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length;
  const takes: TakenNames[] = [];
  const take = (specifier: string, names: readonly string[] | 'all') => {
    const from = importedPath(file, specifier);
    if (from !== undefined) takes.push({ from, names });
  };
  const { references, words } = readModule(file, source);
  for (const { moduleRequest, entries } of module.staticImports) {
    const whole = entries.some(({ importName }) => importName.kind === 'NamespaceObject');
    take(moduleRequest.value, whole ? 'all' : entries.map(({ importName }) => importName.name ?? 'default'));
  }
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, moduleRequest, importName, start }): ExportedName[] => {
      if (moduleRequest !== null) take(moduleRequest.value, importName.name === null ? 'all' : [importName.name]);
      const name = exportName.kind === 'Default' ? 'default' : exportName.name;
      return name === null ? [] : [{ name, line: lineOf(exportName.start ?? start), own: moduleRequest === null }];
    }),
  );
  const named = new Set(module.staticImports.map(({ moduleRequest }) => moduleRequest.value));
  for (const { specifier, lazy } of references) if (lazy || !named.has(specifier)) take(specifier, 'all');
  const identifiers = new Set(words.flatMap(({ text, kind }) => (kind === 'identifier' ? [text] : [])));
  return { file, exports, takes, identifiers };
}
