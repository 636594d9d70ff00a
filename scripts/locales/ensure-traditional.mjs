// Plain JavaScript: it runs on Node 20.19 too.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint } from '../../server/ground/fingerprint.mjs';
import { serverEnvironment } from '../server-process.mjs';

/** The language that is made of the Chinese and not kept in the repository. */
export const TRADITIONAL = 'zh-TW';

/** What its texts are made from. */
const SOURCES = ['src', 'designer', 'server', 'schemas', 'scripts/locales', 'package-lock.json'];

/**
 * Makes the texts of traditional Chinese unless they are there and nothing that they are made from was touched since. True
 * when it made them. Throws in Chinese when that fails.
 * @param {string} root
 * @param {() => { status: number | null, stderr: string }} [make]
 */
export function ensureTraditional(root, make = () => run(root)) {
  if (isMade(root)) return false;
  const { status, stderr } = make();
  if (status !== 0) throw new Error(`繁体译文没有生成：\n${stderr}`);
  return true;
}

/**
 * Notes what was made, and from what.
 * @param {string} root
 * @param {readonly string[]} files
 */
export function noteTraditional(root, files) {
  mkdirSync(dirname(stampOf(root)), { recursive: true });
  writeFileSync(stampOf(root), JSON.stringify({ from: sourcesOf(root), files }));
}

function isMade(root) {
  try {
    const { from, files } = JSON.parse(readFileSync(stampOf(root), 'utf8'));
    return files.every((file) => existsSync(join(root, file))) && from === sourcesOf(root);
  } catch {
    return false;
  }
}

const sourcesOf = (root) => fingerprint(root, SOURCES, (name) => !name.startsWith(TRADITIONAL));
const stampOf = (root) => join(root, 'node_modules', '.cache', 'anlan-traditional.json');

function run(root) {
  const node = join(root, 'node_modules', 'node', 'bin', 'node');
  const script = join(root, 'scripts', 'locales', 'write-traditional.ts');
  // A server's module that looks for these texts does not ask for them again meanwhile.
  const env = { ...serverEnvironment(root), ...process.env, ANLAN_MAKES_TEXTS: '1' };
  return spawnSync(node, [script], { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
}
