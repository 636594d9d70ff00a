import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The commit from which plants upgrade to this version. */
export const PREVIOUS_RELEASE = '0658e4f';

/** Whether the repository's history has the previous release; a shallow copy and an archive have not. */
export function hasPreviousRelease(): boolean {
  return (
    spawnSync('git', ['cat-file', '-e', `${PREVIOUS_RELEASE}^{commit}`], { cwd: root, stdio: 'ignore' }).status === 0
  );
}

/** The previous release in a folder of its own, with the packages of this one. */
export function unpackPreviousRelease(): { readonly folder: string; remove(): void } {
  const above = mkdtempSync(join(tmpdir(), 'anlan-previous-'));
  const folder = join(above, 'program');
  const packed = join(above, 'program.tar');
  mkdirSync(folder);
  execFileSync('git', ['archive', '--format=tar', `--output=${packed}`, PREVIOUS_RELEASE], { cwd: root });
  execFileSync('tar', ['-xf', packed, '-C', folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return { folder, remove: () => rmSync(above, { recursive: true, force: true }) };
}
