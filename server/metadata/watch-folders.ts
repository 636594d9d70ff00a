import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';

/** How often the folders are looked through in case nothing was told (network and container mounts tell nothing), in ms. */
const LOOK_EVERY = 10_000;

/**
 * Tells whenever a `.json` file below a folder may have come, changed or gone. Folders are watched and not files: a file
 * that is replaced by a rename, as editors save, is another file. Whatever is in doubt (a folder that came or went, a
 * watch that failed) is told too. The returned function ends it.
 */
export function watchFolders(
  root: string,
  onDoubt: () => void,
  options: { readonly lookEvery?: number; readonly onError?: (error: unknown) => void } = {},
): () => void {
  const watchers = new Map<string, FSWatcher>();
  let ended = false;

  const end = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const follow = (): boolean => {
    const present = new Set(foldersBelow(root));
    let changed = false;
    for (const folder of watchers.keys()) {
      if (present.has(folder)) continue;
      end(folder);
      changed = true;
    }
    for (const folder of present) {
      if (watchers.has(folder)) continue;
      changed = true;
      try {
        const watcher = watch(folder, (_event, name) => heard(name));
        watcher.on('error', () => {
          end(folder);
          onDoubt();
        });
        watchers.set(folder, watcher);
      } catch (error) {
        // The looking through finds what changes there.
        options.onError?.(error);
      }
    }
    return changed;
  };
  const heard = (name: string | null): void => {
    if (ended) return;
    const isFile = name?.endsWith('.json') === true;
    // Another name may be a folder that came, with files in it already.
    if (isFile || follow()) onDoubt();
  };

  follow();
  let last = fingerprint(root);
  const timer = setInterval(() => {
    follow();
    const now = fingerprint(root);
    if (now !== last) onDoubt();
    last = now;
  }, options.lookEvery ?? LOOK_EVERY);
  timer.unref();
  return () => {
    ended = true;
    clearInterval(timer);
    for (const folder of [...watchers.keys()]) end(folder);
  };
}

function entries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function foldersBelow(folder: string): readonly string[] {
  return [
    folder,
    ...entries(folder).flatMap((entry) => (entry.isDirectory() ? foldersBelow(path.join(folder, entry.name)) : [])),
  ];
}

/** Names, sizes and times of all files, as one text. */
function fingerprint(root: string): string {
  return foldersBelow(root)
    .flatMap((folder) =>
      entries(folder).flatMap((entry) => {
        if (!entry.isFile() || !entry.name.endsWith('.json')) return [];
        const file = path.join(folder, entry.name);
        const found = statSync(file, { throwIfNoEntry: false });
        return found === undefined ? [] : [`${file} ${found.size} ${found.mtimeMs} ${found.ino}`];
      }),
    )
    .join('\n');
}
