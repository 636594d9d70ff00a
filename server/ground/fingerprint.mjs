// Plain JavaScript: it runs on Node 20.19 too.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A text that changes when a file below these paths is added, removed or touched: names, sizes and times, since reading
 * thousands of files at each start would take longer.
 * @param {string} root
 * @param {readonly string[]} paths
 * @param {(name: string) => boolean} [counts]
 */
export function fingerprint(root, paths, counts = () => true) {
  const hash = createHash('sha256');
  for (const path of paths) for (const file of filesBelow(root, path, counts)) hash.update(`${file}\n`);
  return hash.digest('hex');
}

function filesBelow(root, path, counts) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  const stat = statSync(full);
  if (!stat.isDirectory()) return [`${path} ${stat.size} ${stat.mtimeMs}`];
  return readdirSync(full)
    .sort()
    .filter(counts)
    .flatMap((name) => filesBelow(root, `${path}/${name}`, counts));
}
