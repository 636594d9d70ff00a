import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright/test';
import { chromiumOptions } from './chromium.ts';
import { enter, type Person } from './person.ts';

/** A browser that is killed, and opened again over the same folder. */
export interface Mortal {
  open(person: Person, path: string): Promise<Page>;
  /** Ends it as a power cut does: nothing is written any more. */
  kill(): Promise<void>;
}

/** Runs a story in a browser that may be killed. */
export async function withMortal(url: string, story: (mortal: Mortal) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'anlan-killed-'));
  let context: BrowserContext | undefined;
  const kill = async () => {
    const closed = new Promise((resolve) => context?.once('close', resolve));
    process.kill(Number(readlinkSync(join(folder, 'SingletonLock')).split('-').at(-1)), 'SIGKILL');
    await closed;
    context = undefined;
  };
  try {
    await story({
      kill,
      async open(person, path) {
        context = await chromium.launchPersistentContext(folder, {
          ...chromiumOptions(),
          locale: 'zh-CN',
          timezoneId: 'Asia/Shanghai',
          viewport: { width: 1440, height: 900 },
          reducedMotion: 'reduce',
        });
        const page = context.pages()[0] ?? (await context.newPage());
        await enter(page, url, person, path);
        return page;
      },
    });
  } finally {
    await context?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
