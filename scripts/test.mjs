// `npm test` and `npm run test:deep`. Runs every step even after a failure; the last line is `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { checkout, ensureBuilt, ensureInstalled, node, npm, toolEnvironment, work } from './prepare.mjs';

/** Folder of the written demo plant, of which the servers under test start as copies: writing it takes a minute each. */
const plant = mkdtempSync(join(tmpdir(), 'anlan-plant-'));
process.once('exit', () => rmSync(plant, { recursive: true, force: true }));
let isPlantWritten = false;

const deep = process.argv.includes('--deep');
const reports = join(checkout, '.cache', 'test');
const minute = 60_000;
/** Seconds that lint, types and the plant beside each other take on two usual cores (75). */
const usual = 75;
/** How many times as long as usual tests wait. Other work on the same machine must not look like a fault of the product. */
let patience = Number(process.env.ANLAN_PATIENCE ?? 0) || 2;

/**
 * What each step came to. `unstable` are tests that passed at the second try only (`ANLAN_CI=1`).
 * @typedef {{ story: string, error: string }} Incident
 * @type {{ title: string, passed: number, failed: number, skipped: number, failures?: Incident[], unstable?: Incident[], took?: { story: string, seconds: number }[], seconds: number }[]}
 */
const results = [];

await step('安装依赖', async () => {
  await ensureInstalled();
  return one(true);
});
if (results.every(({ failed }) => failed === 0)) {
  mkdirSync(reports, { recursive: true });
  const writing = writePlant();
  const started = Date.now();
  // Each keeps one core busy, so that two of them take the time of one.
  await Promise.all([
    command('代码检查 npm run lint', npm('run', 'lint')),
    command('类型检查 npm run types', npm('run', 'types')).then(() =>
      command('元数据检查 npm run metadata -- lint', npm('run', 'metadata', '--', 'lint')),
    ),
  ]);
  patience = patienceAfter((Date.now() - started) / 1000);
  await step('演示工厂', async () => one(await writing));
  await step('单元与契约测试 vitest', vitest);
  await step('前端构建 vite build', async () => {
    if (!(await ensureBuilt())) console.log('源文件没有变化，沿用上次的构建。');
    return one(true);
  });
  await step('浏览器测试 playwright', playwright);
}
finish();

async function step(title, run) {
  console.log(`\n==== ${title} ====`);
  const started = Date.now();
  let counts;
  try {
    counts = await run();
  } catch (error) {
    console.error(error.message);
    counts = one(false);
  }
  results.push({ title, ...counts, seconds: Math.round((Date.now() - started) / 1000) });
}

async function command(title, [program, args]) {
  await step(title, async () => one((await run(program, args, {}, 10 * minute)) === 0));
}

/** Writes the demo plant while other steps go on. Whether it could; the tests then write their own, and fail as it did. */
async function writePlant() {
  try {
    await work('正在写入演示工厂', [node, [join('tests', 'e2e', 'support', 'write-demo-plant.ts'), plant]]);
    isPlantWritten = true;
  } catch (error) {
    console.error(error.message);
  }
  return isPlantWritten;
}

/** What the first steps tell of this machine: as patient as it is slow, twice at least. A patience that is given stays. */
function patienceAfter(seconds) {
  if (process.env.ANLAN_PATIENCE) return patience;
  const slowness = seconds / usual;
  const told = Math.min(8, Math.max(2, Math.ceil(slowness * 2)));
  console.log(`前面的检查用了 ${Math.round(seconds)} 秒（通常 ${usual} 秒），以下测试的等待时限为 ${told} 倍。`);
  return told;
}

async function vitest() {
  const report = freshReport('vitest.json');
  const projects = deep ? [] : ['--project', '!deep'];
  const cli = join(checkout, 'node_modules', 'vitest', 'vitest.mjs');
  const reporter = join(checkout, 'scripts', 'vitest-report.ts');
  const args = [cli, 'run', ...projects, '--reporter=default', `--reporter=${reporter}`];
  const environment = { ...testEnvironment(), ANLAN_TEST_REPORT: report };
  const code = await run(node, args, environment, (deep ? 180 : 30) * patience * minute);
  const { passed = 0, skipped = 0, failures = [], unstable = [], took = [] } = read(report);
  return { ...settle(code, { passed, skipped, failures, unstable }), took };
}

async function playwright() {
  const report = freshReport('playwright.json');
  const environment = {
    ...testEnvironment(),
    CHROMIUM_PATH: ensureChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  };
  const cli = join(checkout, 'node_modules', 'playwright', 'cli.js');
  const args = [cli, 'test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json'];
  const code = await run(node, args, environment, (deep ? 120 : 30) * patience * minute);
  const { stats = {}, suites = [], errors = [] } = read(report);
  const { expected = 0, flaky = 0, skipped = 0 } = stats;
  const failures = [
    ...suites.flatMap((suite) => storiesOf(suite, 'unexpected')),
    ...errors.map((error) => ({ story: '没有归于任何一条的错误', error: firstLines(error.message) })),
  ];
  const unstable = suites.flatMap((suite) => storiesOf(suite, 'flaky'));
  const took = suites.flatMap((suite) => [{ story: suite.title, seconds: secondsOf(suite) }]);
  return { ...settle(code, { passed: expected + flaky, skipped, failures, unstable }), took };
}

/** Seconds that the stories of a suite of Playwright's report took together. */
function secondsOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration / 1_000)),
  );
  return [...own, ...suites.map(secondsOf)].reduce((total, seconds) => total + seconds, 0);
}

/** The stories of a suite of Playwright's report with a status, each with the first error that it met. */
function storiesOf({ specs = [], suites = [] }, wanted) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => {
        const { error } = results.find(({ status }) => status !== 'passed') ?? {};
        return { story: `${file}:${line} ${title}`, error: firstLines(error?.message) };
      }),
  );
  return [...own, ...suites.flatMap((suite) => storiesOf(suite, wanted))];
}

/** Enough of an error to know it by; the terminal's colours would stand in a log as they are. */
function firstLines(message = '没有错误信息') {
  return stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n');
}

/** The path of a Chromium; installs Debian's when that is allowed, else throws and says how. */
function ensureChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH 指向的 ${chosen} 不存在。`);
  }
  const system = '/usr/bin/chromium';
  if (existsSync(system)) return system;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const allowed = sudo.length === 0 || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  if (allowed && existsSync('/usr/bin/apt-get')) {
    console.log('没有找到 Chromium，正在用 apt-get 安装 …');
    const apt = (...args) => {
      const [program, ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
      spawnSync(program, rest, { stdio: 'inherit' });
    };
    apt('update');
    apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk');
    if (existsSync(system)) return system;
  }
  throw new Error(
    '没有找到 Chromium，也不能自动安装。请执行 sudo apt-get install chromium fonts-noto-cjk，或用 CHROMIUM_PATH 指定已有的 Chromium。',
  );
}

/** Runs a program in a group of its own, so that a step that hangs can be ended with all its children. */
function run(program, args, environment, timeout) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: checkout,
      env: toolEnvironment(environment),
      stdio: 'inherit',
      detached: true,
    });
    const end = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // It has ended by itself.
      }
    };
    const timer = setTimeout(() => {
      console.error(`超过 ${timeout / minute} 分钟没有结束，已终止。`);
      end('SIGTERM');
      setTimeout(() => end('SIGKILL'), 10_000).unref();
    }, timeout);
    const interrupted = () => {
      end('SIGINT');
      process.exitCode = 130;
    };
    process.once('SIGINT', interrupted);
    process.once('SIGTERM', interrupted);
    const settled = (code) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupted);
      process.off('SIGTERM', interrupted);
      if (process.exitCode === 130) process.exit();
      resolve(code);
    };
    child.once('error', (error) => {
      console.error(error.message);
      settled(1);
    });
    child.once('exit', (code) => settled(code ?? 1));
  });
}

function testEnvironment() {
  return {
    ANLAN_PATIENCE: String(patience),
    ...(deep ? { ANLAN_DEEP: '1' } : {}),
    ...(isPlantWritten ? { ANLAN_DEMO_PLANT: plant } : {}),
  };
}

function freshReport(name) {
  const file = join(reports, name);
  rmSync(file, { force: true });
  return file;
}

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
}

function one(passed) {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

// A runner that fails without naming a failed test is itself the failure.
function settle(code, { passed, skipped, failures, unstable }) {
  const failed = failures.length === 0 && code !== 0 ? 1 : failures.length;
  return { passed, failed, skipped, failures, unstable };
}

function finish() {
  console.log('\n==== 汇总 ====');
  for (const { title, passed, failed, skipped, unstable = [], seconds } of results) {
    const mark = failed === 0 ? '通过' : '失败';
    const more =
      (skipped === 0 ? '' : `，跳过 ${skipped}`) + (unstable.length === 0 ? '' : `，其中不稳定 ${unstable.length}`);
    console.log(`${mark}  ${title}：通过 ${passed}，失败 ${failed}${more}，用时 ${seconds} 秒`);
  }
  // Where the time went: what is slow is looked at before more is added.
  for (const { title, took = [] } of results) {
    const slowest = took.toSorted((left, right) => right.seconds - left.seconds).slice(0, 12);
    if (slowest.length > 0) console.log(`最慢  ${title}`);
    for (const { story, seconds } of slowest) console.log(`        ${Math.round(seconds)} 秒  ${story}`);
  }
  // Whoever sees only the end of a log is to know what failed.
  for (const { unstable = [], failures = [] } of results) {
    for (const each of unstable) tell(`不稳定  ${each.story}（重试后通过，须查明原因）`, each.error);
    for (const each of failures) tell(`失败  ${each.story}`, each.error);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}

function tell(heading, error) {
  console.log(`${heading}\n${firstLines(error).replace(/^/gm, '        ')}`);
}
