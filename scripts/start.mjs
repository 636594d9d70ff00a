// `npm start`: installs, builds and runs the product. Runs on Node 20.19; the server itself runs on Node 24.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { checkout, ensureBuilt, ensureInstalled, ensureStripped, node } from './prepare.mjs';
import { serverEnvironment, serverFlags } from './server-process.mjs';

/** A second signal that comes later than this many milliseconds after the first is a demand to end at once. */
const patience = 5_000;

try {
  await ensureInstalled();
  // Beside each other: the build leaves a core.
  const stripped = ensureStripped();
  await ensureBuilt();
  await stripped;
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

/** Exit code by which the server asks to be started anew: a file of server rules has changed. */
const again = 75;

let server;
let askedAt;

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stop(name === 'SIGHUP' ? 'SIGTERM' : name));

// npm passes a signal on to its shell only, and a shell that is killed tells nobody: without this the server would
// outlive the `npm start` that was ended.
if (process.env.npm_lifecycle_event === 'start') {
  const starters = parents();
  setInterval(() => {
    if (askedAt === undefined && parents() !== starters) stop('SIGTERM');
  }, 500).unref();
}

start();

function start() {
  server = spawn(node, [...serverFlags, join(checkout, 'server', 'assembly', 'main.ts')], {
    cwd: checkout,
    stdio: 'inherit',
    env: { ...serverEnvironment(checkout), ...process.env },
  });
  server.once('error', (error) => {
    console.error(`服务无法启动：${error.message}`);
    process.exit(1);
  });
  server.once('exit', (code, signal) => {
    if (code === again && askedAt === undefined) start();
    else process.exit(signal === null ? code : 128 + constants.signals[signal]);
  });
}

// Each signal may come twice, from the terminal to the whole group and from npm: the server is asked once.
function stop(name) {
  const now = Date.now();
  if (askedAt === undefined) {
    askedAt = now;
    server.kill(name);
  } else if (now - askedAt > patience) {
    // The database outlives its server and is adopted at the next start, so this loses nothing.
    server.kill('SIGKILL');
  }
}

function parents() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    return String(process.ppid);
  }
}
