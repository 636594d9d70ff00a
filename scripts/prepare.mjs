// Plain JavaScript without packages: it runs before anything is installed, on Node 20.19.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprint } from '../server/ground/fingerprint.mjs';
import { ensureTraditional } from './locales/ensure-traditional.mjs';
import { serverEnvironment } from './server-process.mjs';

/** The checkout's folder. */
export const checkout = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Node 24 that npm installs for the product; the machine's own may be older. */
export const node = join(checkout, 'node_modules', 'node', 'bin', 'node');

/** What the client is built from: the build is stale when anything here has changed. */
const buildInputs = [
  'src',
  'designer',
  'extensions',
  'schemas/meta',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];

/** The environment with the product's tools, Node 24 among them, before the machine's. */
export function toolEnvironment(extra = {}) {
  return { ...process.env, PATH: join(checkout, 'node_modules', '.bin') + delimiter + process.env.PATH, ...extra };
}

/**
 * The command that runs npm with these arguments: the npm that started us, else the one on the path.
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function npm(...args) {
  const cli = process.env.npm_execpath ?? '';
  return cli.endsWith('npm-cli.js') ? [process.execPath, [cli, ...args]] : ['npm', args];
}

/** Installs the packages that package-lock.json names, unless they are there. Throws in Chinese when that fails. */
export async function ensureInstalled() {
  if (!isInstalled()) {
    await work('正在安装依赖（npm ci）', npm('ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'));
  }
  if (works(node)) return;
  await work('正在安装 Node 24（npm rebuild node）', npm('rebuild', 'node', '--foreground-scripts'));
  if (!works(node))
    throw new Error('Node 24 没有装好：npm 可能禁用了安装脚本。请执行 npm ci --ignore-scripts=false 后重试。');
}

/**
 * Makes what is not kept in the repository where its sources have changed since: the texts of traditional Chinese, and
 * the client in dist/. True when it built that.
 */
export async function ensureBuilt() {
  ensureTraditional(checkout);
  const stamp = join(checkout, 'dist', '.build-stamp');
  const wanted = hashOf(buildInputs);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false;
  await work('正在构建前端（vite build）', [node, [join(checkout, 'node_modules', 'vite', 'bin', 'vite.js'), 'build']]);
  writeFileSync(stamp, wanted);
  return true;
}

/**
 * Has the server's modules stripped of their types by a process of their own, where one was touched since: a server that
 * does so itself holds the compiler for as long as it lives. Where that fails, the server says why.
 */
export async function ensureStripped() {
  const stamp = join(checkout, 'node_modules', '.cache', 'anlan-stripped');
  const wanted = fingerprint(checkout, ['server', 'src', 'mocks', 'extensions', 'package-lock.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const env = { ...serverEnvironment(checkout), ...process.env, ANLAN_MAKES_TEXTS: '1' };
  const child = spawn(node, [join(checkout, 'scripts', 'warm-server.ts')], { cwd: checkout, env, stdio: 'ignore' });
  const code = await new Promise((resolve) => child.once('error', () => resolve(1)).once('close', resolve));
  if (code !== 0) return;
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/**
 * Runs a command quietly under a line that shows the seconds it takes. When it fails, its output is shown and an Error
 * with a Chinese message is thrown.
 * @param {string} label
 * @param {[string, string[]]} command
 */
export async function work(label, [program, args]) {
  const stopLine = startLine(label);
  const output = [];
  const child = spawn(program, args, { cwd: checkout, env: toolEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      resolve(1);
    });
    child.once('close', (status, signal) => resolve(signal ?? status));
  });
  stopLine(code === 0);
  if (code === 0) return;
  process.stderr.write(Buffer.concat(output));
  throw new Error(`${label.replace('正在', '')}失败（${code}），原因见上。`);
}

function startLine(label) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const live = process.stdout.isTTY;
  process.stdout.write(live ? `${label} …` : `${label} …\n`);
  const timer = setInterval(
    () => process.stdout.write(live ? `\r${label} … ${seconds()} 秒` : `${label} … ${seconds()} 秒\n`),
    live ? 1_000 : 10_000,
  );
  return (done) => {
    clearInterval(timer);
    process.stdout.write(`${live ? '\r' : ''}${label}：${done ? '完成' : '失败'}，用时 ${seconds()} 秒\n`);
  };
}

function isInstalled() {
  // npm writes this file last, so an installation that was cut short has none.
  const installed = join(checkout, 'node_modules', '.package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(checkout, 'package-lock.json')).mtimeMs;
}

function works(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesBelow)) {
    const content = readFileSync(join(checkout, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  const full = join(checkout, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}
