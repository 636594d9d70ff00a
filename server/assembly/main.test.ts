import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireOwnerLock } from '../ground/database/supervisor-lock.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-main-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function start(): Promise<{ code: number | null; told: string; printed: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, ANLAN_DATA: folder, PORT: '0', ADMIN_PORT: '0', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [printed, told, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, told, printed };
}

describe('a server that cannot start', () => {
  it('says why in one sentence, and nothing else', async () => {
    mkdirSync(join(folder, 'postgres'));
    const release = await acquireOwnerLock(join(folder, 'postgres'));
    try {
      const { code, told, printed } = await start();
      expect(told.trim()).toMatch(
        /^启动失败：数据目录已被占用：进程 \d+ 正在使用 .+。请先停止该进程，或用 ANLAN_DATA 指定另一个数据目录。$/,
      );
      expect(printed.trim()).toMatch(/^\[[\d.]+秒\] 打开数据库$/);
      expect(code).toBe(1);
    } finally {
      release();
    }
  });
});
