import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the texts of traditional Chinese where some of `files`, which the server is about to read, are missing: the
 * repository does not keep them, and a server may be started without the build that makes them. Where they cannot be
 * made, Chinese is said in their place.
 * @param root the checkout, whose script makes them
 */
export function makeTraditional(root: string, files: readonly string[]): void {
  const script = join(root, 'scripts', 'locales', 'write-traditional.ts');
  // Whoever makes them may load this module, but waits for nobody.
  if (files.every((file) => existsSync(file)) || !existsSync(script) || process.env.ANLAN_MAKES_TEXTS !== undefined)
    return;
  const env = { ...process.env, ANLAN_MAKES_TEXTS: '1' };
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) console.error(`繁体译文没有生成，以简体代替：\n${stderr}`);
}
