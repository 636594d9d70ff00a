import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Folders that hold code of ours. */
const CODE_FOLDERS = ['src', 'designer', 'server', 'mocks', 'scripts', 'tests'] as const;

/** Source files below the given folders of a checkout, as paths from its root with `/`, in order. */
export function sourceFiles(root: string, folders: readonly string[] = CODE_FOLDERS): string[] {
  return folders.flatMap((folder) => filesBelow(root, folder)).filter((file) => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(file));
}

function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(root, path) : [path];
    });
}

/** Package that a module specifier names: `antd` for `antd/es/form`; undefined for relative paths and Node's own modules. */
export function packageOf(specifier: string): string | undefined {
  if (/^(?:\.{1,2}(?:\/|$)|\/|#|node:)/.test(specifier)) return undefined;
  const [first = '', second] = specifier.split('/');
  return first.startsWith('@') && second !== undefined ? `${first}/${second}` : first;
}

/** Path from the root that a relative specifier of a file names; undefined for packages and paths that are not relative. */
export function importedPath(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  // Vite's `?url`, `?worker` and the like are no part of the path.
  const [path = ''] = specifier.split('?');
  return posix.normalize(posix.join(posix.dirname(from), path));
}
