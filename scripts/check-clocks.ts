// `node scripts/check-clocks.ts [folder]`, part of `npm run lint`: no code of the client asks the browser's clock or
// shows a time in the browser's zone; both come from src/api/plant-clock.ts. Exits 1 with one line per fault.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askedClocks, isClockFile } from './clocks/asked-clocks.ts';

/** All faults of a checkout's client. */
export function checkClocks(root: string): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .filter(isClockFile)
    .sort()
    .flatMap((file) =>
      askedClocks(file, readFileSync(join(root, file), 'utf8')).map(
        ({ line, what }) => `${file}:${line} 用了浏览器的时钟或时区（${what}），请改用 src/api/plant-clock.ts`,
      ),
    );
}

if (import.meta.main) {
  const faults = checkClocks(process.argv[2] ?? join(import.meta.dirname, '..'));
  for (const fault of faults) console.error(`${fault}。`);
  if (faults.length > 0) {
    console.error(`时钟检查：${faults.length} 处不符。`);
    process.exitCode = 1;
  } else {
    console.log('时钟检查：通过。');
  }
}
